import { ScreenplayError } from '../../../errors/index.js';
import type { LaidPage } from '../../../layout/index.js';
import type { PageRange, PrintOptions } from '../../../ports/index.js';

/** Longest text of a watermark. */
const MAX_WATERMARK = 200;

/**
 * Lets options pass that say something.
 *
 * @throws ScreenplayError `bad_option` with the option named.
 */
export function checkPrintOptions(options: PrintOptions): void {
  oneOf('paper', options.paper, ['letter', 'a4']);
  oneOf('sceneNumbers', options.sceneNumbers, ['none', 'left', 'right', 'both']);
  for (const name of ['titlePage', 'continueds', 'tintPages'] as const) oneOf(name, options[name], [true, false]);
  for (const name of ['watermark', 'date'] as const) {
    const text: unknown = options[name];
    if (text === undefined) continue;
    if (typeof text !== 'string' || text.length > MAX_WATERMARK) {
      throw bad(`\`${name}\` must be a text of at most ${MAX_WATERMARK} characters`);
    }
  }
  checkFonts(options);
  rangeOf(options.pages);
}

function checkFonts({ font, fallbackFonts }: PrintOptions): void {
  const files: unknown[] = font === undefined || font instanceof Uint8Array ? [font] : familyOf(font);
  if (fallbackFonts !== undefined && !Array.isArray(fallbackFonts)) throw bad('`fallbackFonts` must be a list');
  for (const file of files.concat(fallbackFonts ?? [])) {
    if (file !== undefined && !(file instanceof Uint8Array))
      throw bad('A font must be the bytes of its file, a Uint8Array');
  }
}

function familyOf(font: unknown): unknown[] {
  if (typeof font !== 'object' || font === null || !('regular' in font)) {
    throw bad('`font` must be the bytes of a font file, or such files by style with at least `regular`');
  }
  return Object.values(font);
}

function oneOf(name: string, value: unknown, known: readonly unknown[]): void {
  if (value === undefined || known.includes(value)) return;
  throw bad(`\`${name}\` must be one of ${known.join(', ')}`);
}

function bad(message: string): ScreenplayError {
  return new ScreenplayError('bad_option', message);
}

interface Bounds {
  from: string | undefined;
  to: string | undefined;
}

const LABEL = /^[0-9]{0,6}[A-Za-z]{0,6}$/;

function rangeOf(pages: string | PageRange | undefined): Bounds {
  if (pages === undefined) return { from: undefined, to: undefined };
  const fault = '`pages` must be a page number or a range of them, such as 12, 3-7, 12A-15, -5 or 100-';
  let bounds: Bounds;
  if (typeof pages === 'string') {
    const parts = pages.split(/[-–]/).map((part) => part.trim());
    const [from = '', to = from] = parts;
    if (parts.length > 2) throw bad(fault);
    bounds = { from: label(from), to: label(to) };
  } else {
    const given: unknown = pages;
    if (typeof given !== 'object' || given === null) throw bad(fault);
    bounds = { from: label(pages.from), to: label(pages.to) };
  }
  for (const bound of [bounds.from, bounds.to]) if (bound !== undefined && !LABEL.test(bound)) throw bad(fault);
  if (typeof pages === 'string' && bounds.from === undefined && bounds.to === undefined) throw bad(fault);
  return bounds;
}

function label(bound: string | number | undefined): string | undefined {
  const text = String(bound ?? '').trim();
  return text === '' ? undefined : text;
}

/**
 * The pages whose numbers lie in a range. A number that no page bears (page 12 became 12-13) stands for the first page
 * from there on, or the last one up to there.
 *
 * @throws ScreenplayError `bad_option` when there is no such page.
 */
export function selectPages(pages: readonly LaidPage[], range: string | PageRange | undefined): readonly LaidPage[] {
  const { from, to } = rangeOf(range);
  if (from === undefined && to === undefined) return pages;
  const first = from === undefined ? firstOf(pages, to) : pages.findIndex((page) => startsAt(page, from));
  const last = to === undefined ? pages.length - 1 : pages.findLastIndex((page) => endsAt(page, to));
  const chosen = first < 0 || last < 0 ? [] : pages.slice(first, last + 1);
  if (chosen.length > 0) return chosen;
  const script = pages.filter(({ kind }) => kind === 'script');
  const numbers = `${script[0]?.label ?? ''} to ${script[script.length - 1]?.label ?? ''}`;
  throw bad(`\`pages\` asks for ${from ?? ''}-${to ?? ''}, but the script has pages ${numbers}`);
}

/** Where a range without a start begins: title pages belong to it when its end is one. */
function firstOf(pages: readonly LaidPage[], to: string | undefined): number {
  return to !== undefined && /^[a-z]+$/i.test(to) ? 0 : pages.findIndex(({ kind }) => kind === 'script');
}

function startsAt(page: LaidPage, from: string): boolean {
  if (sameLabel(page, from)) return true;
  const asked = numberOf(from);
  return page.kind === 'script' && asked !== undefined && compare(lastNumberOf(page.label), asked) >= 0;
}

function endsAt(page: LaidPage, to: string): boolean {
  if (sameLabel(page, to)) return true;
  const asked = numberOf(to);
  return page.kind === 'script' && asked !== undefined && compare(firstNumberOf(page.label), asked) <= 0;
}

function sameLabel({ kind, label: own }: LaidPage, asked: string): boolean {
  return own.toLowerCase() === asked.toLowerCase() && (kind === 'title') === /^[a-z]+$/i.test(asked);
}

/** A page number in parts that sort: 12, 12A, 12B, 13. */
type PageNumber = readonly [number: number, letters: string];

function numberOf(text: string): PageNumber | undefined {
  const match = /^(\d+)([A-Z]*)$/i.exec(text);
  return match ? [Number(match[1]), (match[2] ?? '').toUpperCase()] : undefined;
}

function firstNumberOf(text: string): PageNumber {
  return numberOf(text.split('-')[0] ?? '') ?? [0, ''];
}

function lastNumberOf(text: string): PageNumber {
  return numberOf(text.split('-').at(-1) ?? '') ?? [0, ''];
}

function compare([a, lettersA]: PageNumber, [b, lettersB]: PageNumber): number {
  if (a !== b) return a - b;
  if (lettersA.length !== lettersB.length) return lettersA.length - lettersB.length;
  return lettersA < lettersB ? -1 : lettersA > lettersB ? 1 : 0;
}
