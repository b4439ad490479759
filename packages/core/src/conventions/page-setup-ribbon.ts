import type { Warnings } from '../errors/index.js';
import type { Lang, Meta, Ribbon } from '../model/document.js';
import { printDeclarations } from './declarations.js';
import { pickLang } from './language.js';
import type { ParagraphStyle, RunningLine, TabStop } from './manuscript/types.js';
import { getMeta, putMeta } from './meta.js';
import { readSettings, settingsOf } from './page-setup-settings.js';
import type { Setting } from './page-setup-settings.js';
import { parseParagraphStyle, printParagraphStyle } from './page-setup-style.js';
import { putRuns, putText, wholeText, withRuns } from './page-setup-text.js';

/** A header or footer as the document's ribbon. */
export function writeRibbon(line: RunningLine, lang: Lang): Ribbon {
  const meta: Meta = {};
  const ribbon: Ribbon = { cover: line.cover, show: line.show, text: putText(line.text.text, lang, meta) };
  if (line.start !== undefined) {
    if (Number.isSafeInteger(line.start) && line.start >= 0) ribbon.start = line.start;
    else putMeta(meta, 'start', String(line.start));
  }
  if (line.omit) ribbon.omit = [...line.omit];
  putRuns(meta, lang, line.text.text, line.text.runs);
  putParagraphs(meta, '', line);
  if (Object.keys(meta).length > 0) ribbon.meta = meta;
  return ribbon;
}

/** The header or footer that a ribbon says. */
export function readRibbon(
  ribbon: Ribbon,
  pointer: string,
  { lang, fallback, warnings }: { lang: Lang; fallback: Lang; warnings: Warnings },
): RunningLine {
  const tag = pickLang(ribbon.text, lang, fallback);
  const text = tag === undefined ? '' : wholeText(ribbon.text[tag] ?? '', ribbon.meta, tag);
  const line: RunningLine = {
    show: ribbon.show,
    cover: ribbon.cover,
    text: tag === undefined ? { text } : withRuns(text, ribbon.meta, tag, warnings, `${pointer}/text`),
  };
  const start = ribbon.start ?? Number(getMeta(ribbon.meta, 'start') ?? NaN);
  if (Number.isFinite(start)) line.start = start;
  if (ribbon.omit && ribbon.omit.length > 0) line.omit = [...ribbon.omit];
  readParagraphs(line, ribbon.meta, '', warnings, `${pointer}/meta`);
  return line;
}

const TITLE_RIBBON: readonly Setting<Partial<Pick<RunningLine, 'show' | 'cover' | 'start'>>>[] = [
  ['show', 'show', 'flag'],
  ['cover', 'cover', 'flag'],
  ['start', 'start', 'number'],
];

/**
 * A header or footer of the title page, for which the schema has no ribbon: its settings as a template's text, its words
 * and their form in the layout's meta under `name`.
 */
export function writeTitleRibbon(line: RunningLine, name: string, meta: Meta): string {
  if (line.text.text !== '') putMeta(meta, name, line.text.text);
  putRuns(meta, name, line.text.text, line.text.runs);
  putParagraphs(meta, `${name}.`, line);
  const settings = settingsOf(TITLE_RIBBON, line);
  if (line.omit && line.omit.length > 0) settings.push(['omit', line.omit.join(' ')]);
  return printDeclarations(settings, '\n');
}

export function readTitleRibbon(
  template: { text: string; at: number },
  name: string,
  meta: Readonly<Meta> | undefined,
  warnings: Warnings,
): RunningLine {
  const omit: number[] = [];
  const pointer = `/document/layout/templates/${template.at}/text`;
  const settings = readSettings(TITLE_RIBBON, template.text, warnings, pointer, (setting, value) => {
    if (setting.toLowerCase() === 'omit') omit.push(...(value.match(/\d{1,9}/g) ?? []).map(Number));
  });
  const line: RunningLine = {
    show: settings.show ?? false,
    cover: settings.cover ?? false,
    text: withRuns(getMeta(meta, name) ?? '', meta, name, warnings, '/document/layout/meta'),
  };
  if (settings.start !== undefined) line.start = settings.start;
  if (omit.length > 0) line.omit = omit;
  readParagraphs(line, meta, `${name}.`, warnings, '/document/layout/meta');
  return line;
}

/** Stands for a paragraph that says nothing, so that an empty list and a list of one such paragraph differ. */
const NOTHING = '-';

/** Settings and tab stops of each paragraph, one a line. */
function putParagraphs(meta: Meta, prefix: string, line: RunningLine): void {
  if (line.layout)
    putMeta(meta, `${prefix}layout`, line.layout.map((style) => printParagraphStyle(style) || NOTHING).join('\n'));
  if (line.tabs)
    putMeta(meta, `${prefix}tabs`, line.tabs.map((stops) => stops.map(printStop).join(', ') || NOTHING).join('\n'));
}

function readParagraphs(
  line: RunningLine,
  meta: Readonly<Meta> | undefined,
  prefix: string,
  warnings: Warnings,
  pointer: string,
): void {
  const layout = getMeta(meta, `${prefix}layout`);
  if (layout !== undefined) line.layout = linesOf(layout).map((text) => readStyle(text, warnings, pointer));
  const tabs = getMeta(meta, `${prefix}tabs`);
  if (tabs !== undefined) line.tabs = linesOf(tabs).map((text) => text.split(',').flatMap(readStop));
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function readStyle(text: string, warnings: Warnings, pointer: string): ParagraphStyle {
  return text === NOTHING ? {} : parseParagraphStyle(text, warnings, pointer);
}

function printStop({ position, align }: TabStop): string {
  return `${Object.is(position, -0) ? '-0' : position}in ${align}`;
}

const STOP = /^([+-]?[\d.]{1,30}(?:e[+-]?\d{1,3})?)(?:in)? (left|center|right|decimal)$/;

function readStop(text: string): TabStop[] {
  const match = STOP.exec(text.trim());
  const position = Number(match?.[1] ?? NaN);
  return match && Number.isFinite(position) ? [{ position, align: match[2] as TabStop['align'] }] : [];
}
