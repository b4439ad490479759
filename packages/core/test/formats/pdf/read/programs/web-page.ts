import type { SampleElement } from '../../../../../src/testing/pdf-generator/index.js';
import { emphasised, escapeMarkup, speeches } from './marked-up.js';

const STYLE = `
  @page { size: letter; margin: 1in 1in 1in 0.8in; }
  body { margin: 0; padding-left: 0.7in; }
  p { margin: 1em 0 0; orphans: 2; widows: 2; position: relative; }
  .heading { margin-top: 2em; break-after: avoid; }
  .number { position: absolute; left: -0.6in; }
  .character { margin-left: 2.1in; break-after: avoid; }
  .parenthetical { margin: 0 1.9in 0 1.5in; break-after: avoid; }
  .dialogue { margin: 0 1.4in 0 1in; break-inside: avoid; }
  .transition { text-align: right; }
  .shot { break-after: avoid; }
  table { width: 100%; border-spacing: 0; margin-top: 1em; break-inside: avoid; }
  td { width: 50%; vertical-align: top; padding: 0 .15in 0 0; }
  td p { margin: 0; }
  td .character { margin-left: .8in; }
  td .parenthetical { margin: 0 0 0 .4in; }
  td .dialogue { margin: 0; }`;

/** A script as a web page: type from a style sheet, dual dialogue as a table. */
export function webPage(script: readonly SampleElement[], font: string): string {
  const out: string[] = [];
  for (let at = 0; at < script.length; ) {
    const element = script[at] as SampleElement;
    if (element.dual) {
      const { left, right, length } = speeches(script, at);
      const cell = (column: readonly SampleElement[]): string => `<td>${column.map(paragraph).join('')}</td>`;
      out.push(`<table><tr>${cell(left)}${cell(right)}</tr></table>`);
      at += length;
    } else {
      out.push(paragraph(element));
      at++;
    }
  }
  return `<!doctype html><meta charset="utf-8"><style>body{font:${font}}${STYLE}</style>${out.join('\n')}`;
}

const TAGS = { bold: 'b', italic: 'i', underline: 'u' };

function paragraph(element: SampleElement): string {
  const text = emphasised(element, escapeMarkup, (words, look) => `<${TAGS[look]}>${words}</${TAGS[look]}>`);
  const number = element.number === undefined ? '' : `<span class="number">${element.number}</span>`;
  return `<p class="${element.kind}">${number}${text}</p>`;
}
