// Draws the pictures of docs/reading-pdf.md: a page of a PDF beside the elements that the built package reads on it.
// Poppler (pdftoppm, pdftotext) draws the page, Chromium the elements. Run it by hand when what is read has changed.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { decode, encode } from '@screenplay/core';
import { printed } from '@screenplay/core/testing';
import { ensureChromium } from '../../../scripts/chromium.mjs';

const ROOT = new URL('../../../', import.meta.url);

/** @type {readonly { picture: string, file: string, page: number, options?: import('@screenplay/core').EncodeOptions }[]} */
const PICTURES = [
  { picture: 'read-web-page', file: 'packages/core/fixtures/pdf/web-page/input.pdf', page: 2 },
  { picture: 'read-office', file: 'packages/core/fixtures/pdf/office/input.pdf', page: 1 },
  { picture: 'read-revised', file: 'packages/core/fixtures/pdf/night-ferry/input.fdx', page: 3 },
];

const found = await ensureChromium();
if ('missing' in found) throw new Error(found.missing);
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-lcd-text'] });
const folder = mkdtempSync(join(tmpdir(), 'screenplay-readings-'));
try {
  for (const picture of PICTURES) await draw(picture);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {typeof PICTURES[number]} picture */
async function draw({ picture, file, page, options }) {
  const pdf = join(folder, `${picture}.pdf`);
  writeFileSync(pdf, await pdfOf(file, options));
  const only = ['-f', String(page), '-l', String(page)];
  execFileSync('pdftoppm', ['-r', '66', '-gray', '-png', '-singlefile', ...only, pdf, join(folder, 'page')]);
  const text = squashed(execFileSync('pdftotext', ['-raw', ...only, pdf, '-'], { encoding: 'utf8' }));
  const { document } = await decode(new Uint8Array(readFileSync(pdf)), { name: 'script.pdf' });
  const html = join(folder, `${picture}.html`);
  writeFileSync(html, sheet(elementsOn(text, printed(document).blocks)));
  const view = await browser.newPage({ viewport: { width: 1000, height: 100 } });
  await view.goto(pathToFileURL(html).href);
  await view.screenshot({ path: fileURLToPath(new URL(`docs/pictures/${picture}.png`, ROOT)), fullPage: true });
  await view.close();
}

/** A PDF as it is, or another script printed. @param {string} file @param {import('@screenplay/core').EncodeOptions} [options] */
async function pdfOf(file, options) {
  const bytes = new Uint8Array(readFileSync(new URL(file, ROOT)));
  if (file.endsWith('.pdf')) return bytes;
  const { document } = await decode(bytes, { name: file });
  return (await encode(document, { to: 'pdf', ...options })).bytes;
}

/**
 * The elements of which the page has a part, in order: texts are looked for one behind the other.
 * @param {string} text
 * @param {readonly import('@screenplay/core/testing').PrintedBlock[]} blocks
 */
function elementsOn(text, blocks) {
  const bare = (/** @type {string} */ part) => squashed(part).replaceAll(' ', '');
  const page = bare(text);
  const has = (/** @type {string} */ part) => part.length > 0 && page.includes(part);
  const shown = blocks.map((block) => {
    const own = bare(block.text);
    return has(own.slice(0, 24)) || has(own.slice(-24));
  });
  // Cues return on many pages: one is on this page when what is said is.
  return blocks.filter((block, at) => shown[at] && (block.kind !== 'character' || shown[at + 1]));
}

/** @param {string} text */
function squashed(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {readonly import('@screenplay/core/testing').PrintedBlock[]} blocks */
function sheet(blocks) {
  const rows = blocks.map((block) => {
    const facts = [
      block.number === undefined ? '' : `number ${block.number}`,
      block.dual ? `dual, ${block.dual}` : '',
      block.revised ? 'revised' : '',
      block.centered ? 'centred' : '',
    ].filter((fact) => fact !== '');
    const tags = facts.map((fact) => `<i>${fact}</i>`).join('');
    return `<tr class="${block.kind}"><th>${block.kind}</th><td>${emphasised(block)}${tags}</td></tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; display: flex; gap: 14px; padding: 10px; background: #e8eaed; font: 12.5px/1.35 "DejaVu Sans", sans-serif; }
    img { display: block; width: 561px; align-self: flex-start; border: 1px solid #c4c7cc; }
    table { border-collapse: collapse; align-self: flex-start; }
    th { font-weight: normal; font-size: 11px; text-align: right; vertical-align: top; color: #445; padding: 3px 8px 3px 0; white-space: nowrap; }
    td { padding: 2px 6px; border-left: 3px solid #9aa3ad; background: #fff; border-bottom: 4px solid #e8eaed; overflow-wrap: anywhere; }
    i { font-style: normal; font-size: 10.5px; color: #fff; background: #5f6b78; border-radius: 3px; padding: 0 4px; margin-left: 6px; }
    .heading td { border-left-color: #b3261e; } .character td { border-left-color: #1a56b0; }
    .dialogue td { border-left-color: #5b8fd6; } .parenthetical td { border-left-color: #8f6bc4; }
    .transition td { border-left-color: #b07a12; }
    em { font-style: italic; } u { text-decoration: underline; }
  </style><img src="page.png"><table>${rows.join('')}</table>`;
}

/** @param {import('@screenplay/core/testing').PrintedBlock} block */
function emphasised({ text, emphasis = [] }) {
  let out = '';
  let at = 0;
  for (const { start, end, bold, italic, underline, strike } of emphasis) {
    let part = escaped(text.slice(start, end));
    if (bold) part = `<b>${part}</b>`;
    if (italic) part = `<em>${part}</em>`;
    if (underline) part = `<u>${part}</u>`;
    if (strike) part = `<s>${part}</s>`;
    out += escaped(text.slice(at, start)) + part;
    at = end;
  }
  return out + escaped(text.slice(at));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
