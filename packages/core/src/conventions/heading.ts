import { CUSTOM_TIME } from '../model/document.js';
import type { Context } from '../model/document.js';
import { printedCapitals } from './capitals.js';
import { cutCodePoints } from './code-points.js';

/** Stands where the source gives no usable setting or time; never printed. */
export const UNSPECIFIED = 'UNSPECIFIED';

/** What a heading says, in the schema's terms. */
export interface ParsedHeading {
  context: Context;
  /** 1 to 200 code points, upper case. */
  setting: string;
  time: string;
  mods: string[];
  /** The heading says INT, EXT or the like itself; otherwise `context` is `EXT` by convention. */
  explicit: boolean;
}

/**
 * Prefixes by language, longest first where one starts another; matched in upper case. Interior and exterior:
 * English, French and Portuguese INT/EXT, Spanish and Italian in full, Italian EST(erno), German INNEN/AUSSEN,
 * Russian ИНТ/НАТ/ЭКСТ. `EST.` is the English establishing shot as well, an exterior.
 */
const INTERIOR = ['INTERIOR', 'INTERNO', 'INTÉRIEUR', 'INNEN', 'INT', 'ИНТЕРЬЕР', 'ИНТ', 'ІНТ'];
const EXTERIOR = [
  'EXTERIOR',
  'EXTÉRIEUR',
  'ESTERNO',
  'AUSSEN',
  'AUßEN',
  'EXT',
  'EST',
  'ЭКСТЕРЬЕР',
  'ЭКСТ',
  'ЕКСТ',
  'НАТУРА',
  'НАТ',
];
const BOTH = ['I/E', 'I./E', 'И/Н', 'I/A'];
const BOTH_TURNED = ['E/I', 'E./I', 'A/I'];

const inside = `(?:${INTERIOR.join('|')})`;
const outside = `(?:${EXTERIOR.join('|')})`;
const slash = String.raw`\.?\s?[/\\-]\s?`;
// A prefix ends at a full stop, blank, colon, dash or the end: "INTERCUT" and "EXTRA" are no prefixes.
const tail = String.raw`(?:[.:]+|(?=[\s\-–—])|$)`;
const PREFIXES: readonly (readonly [RegExp, Context])[] = [
  [new RegExp(`^${inside}${slash}${outside}${tail}`, 'u'), 'INT/EXT'],
  [new RegExp(`^${outside}${slash}${inside}${tail}`, 'u'), 'EXT/INT'],
  [new RegExp(`^(?:${BOTH.map((p) => p.replaceAll('.', String.raw`\.`)).join('|')})${tail}`, 'u'), 'I/E'],
  [new RegExp(`^(?:${BOTH_TURNED.map((p) => p.replaceAll('.', String.raw`\.`)).join('|')})${tail}`, 'u'), 'EXT/INT'],
  [new RegExp(`^${inside}${tail}`, 'u'), 'INT'],
  [new RegExp(`^${outside}${tail}`, 'u'), 'EXT'],
];
const POV = new RegExp(`^POV${tail}`, 'u');

/** First letters that a prefix can have, either case: lets a reader dismiss most lines at the first character. */
const FIRST = new Set([...'IEAИЭЕНІieaиэенi'].map((char) => char.charCodeAt(0)));

/** Longest prefix with its separators, in code units. */
const MAX_PREFIX = 24;

interface Prefix {
  context: Context;
  length: number;
}

function prefixOf(text: string): Prefix | undefined {
  if (!FIRST.has(text.charCodeAt(0))) return undefined;
  const head = printedCapitals(text.slice(0, MAX_PREFIX));
  for (const [pattern, context] of PREFIXES) {
    const match = pattern.exec(head);
    if (match) return { context, length: match[0].length };
  }
  return undefined;
}

/** Whether a line starts like a scene heading: INT, EXT, EST, INT./EXT, I/E and their like in several languages. */
export function hasHeadingPrefix(text: string): boolean {
  return prefixOf(text) !== undefined;
}

/**
 * Reads a scene heading: context, setting, time of day and the rest. Whatever the text, the result is valid: names
 * are upper case and cut at the schema's bounds; a setting or time that is not there, or that the schema cannot hold,
 * is {@link UNSPECIFIED}.
 *
 * The time is the last part between dashes that reads as one (`DAY`, `THE NEXT MORNING`, `TWO WEEKS LATER`); parts
 * behind it and bracketed tails are mods; everything before it is the setting.
 *
 * @example parseHeading('INT. HOUSE - KITCHEN - NIGHT (FLASHBACK)')
 * // { context: 'INT', setting: 'HOUSE - KITCHEN', time: 'NIGHT', mods: ['FLASHBACK'], explicit: true }
 */
export function parseHeading(source: string): ParsedHeading {
  const text = source.slice(0, MAX_HEADING).replace(/\s+/g, ' ').trim();
  let prefix = prefixOf(text);
  if (!prefix && (text.charCodeAt(0) | 0x20) === 0x70) {
    const pov = POV.exec(printedCapitals(text.slice(0, MAX_PREFIX)));
    if (pov) prefix = { context: 'POV', length: pov[0].length };
  }
  let rest = (prefix ? text.slice(prefix.length) : text).replace(/^[\s.:\-–—]+/, '');
  const mods: string[] = [];
  rest = takeBrackets(rest, mods);
  const parts = splitParts(rest);
  let time: string | undefined;
  let setting: string;
  const at = findTime(parts);
  if (at >= 0) {
    time = (parts[at] as Part).text;
    const behind = parts.slice(at + 1).map((part) => part.text);
    mods.unshift(...behind);
    setting = rest.slice(0, at === 0 ? 0 : (parts[at - 1] as Part).end);
    const nested: string[] = [];
    time = takeBrackets(time, nested);
    mods.unshift(...nested);
  } else {
    const tailed = takeTrailingTime(rest);
    time = tailed?.time;
    setting = tailed ? tailed.setting : rest;
  }
  return {
    context: prefix?.context ?? 'EXT',
    setting: fit(setting, 200) || UNSPECIFIED,
    time: usableTime(time),
    mods: mods.length === 0 ? mods : unique(mods.map((mod) => fit(mod, 40)).filter((mod) => mod !== '')),
    explicit: prefix !== undefined,
  };
}

/** More than any field can hold; what lies beyond is in the kept source only. */
const MAX_HEADING = 2000;

function fit(text: string, max: number): string {
  return cutCodePoints(text.trim().toUpperCase(), max).trim();
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}

function usableTime(time: string | undefined): string {
  if (time === undefined) return UNSPECIFIED;
  const upperTime = time.trim().toUpperCase();
  return CUSTOM_TIME.test(upperTime) ? upperTime : UNSPECIFIED;
}

/** Takes `(...)` and `[...]` off the end, into `into` in their order. */
function takeBrackets(text: string, into: string[]): string {
  let rest = text.trimEnd();
  if (!isClosing(rest)) return rest;
  const found: string[] = [];
  for (let n = 0; n < 8; n++) {
    const close = rest[rest.length - 1];
    if (close !== ')' && close !== ']') break;
    const open = rest.lastIndexOf(close === ')' ? '(' : '[');
    if (open <= 0) break;
    found.unshift(rest.slice(open + 1, -1).trim());
    rest = rest.slice(0, open).trimEnd();
  }
  into.unshift(...found);
  return rest;
}

function isClosing(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x29 || last === 0x5d;
}

interface Part {
  text: string;
  /** Where the part ends in the whole text. */
  end: number;
}

/** The parts between dashes. A dash parts a heading when it is long or doubled, or has a blank on at least one side. */
function splitParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x2d || !isDash(text[at])) continue;
    let next = at + 1;
    while (isDash(text[next])) next++;
    const spaced = text[at - 1] === ' ' || text[next] === ' ';
    if (spaced || next - at > 1 || text[at] === '—') {
      const end = text[at - 1] === ' ' ? at - 1 : at;
      if (end > from) parts.push({ text: text.slice(from, end), end });
      from = text[next] === ' ' ? next + 1 : next;
    }
    at = next - 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from), end: text.length });
  return parts;
}

function isDash(char: string | undefined): boolean {
  return char === '-' || char === '–' || char === '—';
}

/** Index of the part that is the time, the last that reads as one; -1 when there is none. The first is the setting. */
function findTime(parts: readonly Part[]): number {
  for (let at = parts.length - 1; at >= 1; at--) {
    const part = parts[at] as Part;
    if (isTime(takeBrackets(part.text, []))) return at;
  }
  return -1;
}

/** `HOUSE. NIGHT`, `HOUSE, NIGHT` and the typewriter's `HOUSE NIGHT`: only for the plainest times of day. */
const TRAILING = /^(.*[^\s.,;])(?:[.,;]\s*|\s+)(DAY|NIGHT|DAWN|DUSK|MORNING|AFTERNOON|EVENING|CONTINUOUS|LATER)\.?$/;
/** What a match of it can end with; most headings without a time of day end otherwise. */
const TRAILING_ENDS = 'YTNKGSRytnkgsr.';
const SPACED_ONLY = /^(?:.*\s)?(?:ANOTHER|EVERY|ONE|THE|THAT|A|OF|BY|AT|SAME|NEXT|LAST|FIRST|OPENING|HOLIDAY)$/;

function takeTrailingTime(text: string): { setting: string; time: string } | undefined {
  if (text.length > 300 || !TRAILING_ENDS.includes(text.charAt(text.length - 1))) return undefined;
  const upper = text.toUpperCase();
  const match = TRAILING.exec(upper);
  if (!match || upper.length !== text.length) return undefined;
  const setting = match[1] as string;
  if (SPACED_ONLY.test(setting)) return undefined;
  return { setting: text.slice(0, setting.length), time: match[2] as string };
}

/** Words that make a phrase a time of day, and words that may stand beside them. */
const TIME_WORDS = new Set(
  (
    'DAY DAYS NIGHT NIGHTS DAWN DUSK MORNING AFTERNOON EVENING NOON MIDDAY MIDNIGHT SUNRISE SUNSET SUNDOWN SUNUP TWILIGHT ' +
    'DAYBREAK PREDAWN PRE-DAWN DAYTIME NIGHTTIME NIGHTFALL LATER CONTINUOUS CONT CONTINUING CONTINUED SAME MOMENTS EARLIER ' +
    'AM PM A.M P.M A.M. P.M. TONIGHT TODAY TOMORROW YESTERDAY MEANWHILE SIMULTANEOUS INTERCUT ' +
    'DÍA DIA NOCHE TARDE MAÑANA AMANECER ATARDECER MEDIODÍA MEDIANOCHE JOUR NUIT SOIR MATIN AUBE CRÉPUSCULE MIDI MINUIT ' +
    'TAG NACHT ABEND MORGEN MITTAG NACHMITTAG DÄMMERUNG SPÄTER GIORNO NOTTE SERA MATTINA ALBA TRAMONTO POMERIGGIO ' +
    'NOITE MANHÃ MADRUGADA ENTARDECER DEPOIS ДЕНЬ НОЧЬ УТРО ВЕЧЕР РАССВЕТ ЗАКАТ СУМЕРКИ ПОЛДЕНЬ ПОЛНОЧЬ ПОЗЖЕ НІЧ РАНОК ВЕЧІР'
  ).split(' '),
);
const TIME_PHRASES = new Set([
  'MAGIC HOUR',
  'GOLDEN HOUR',
  'BLUE HOUR',
  'SAME TIME',
  'PRESENT',
  'THE PRESENT',
  'HAPPY HOUR',
  'LUNCHTIME',
  'DINNERTIME',
  'FLASHFORWARD',
  "CONT'D",
]);
const BESIDE = new Set(
  (
    'THE A AN THAT THIS NEXT SAME FOLLOWING PREVIOUS EARLY LATE MID BEFORE AFTER OF AT IN ON TO FOR AND OR JUST ABOUT FEW ' +
    'SEVERAL SOME MANY SHORTLY MUCH VERY SOON STILL ANOTHER OTHER TIME MOMENT MINUTE MINUTES HOUR HOURS SECOND SECONDS WEEK ' +
    'WEEKS MONTH MONTHS YEAR YEARS HALF ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE TWENTY FIRST THIRD ' +
    'LAST FINAL BRIGHT DARK RAINY STORMY SUNNY SNOWY WINTER SUMMER SPRING AUTUMN FALL CHRISTMAS MONDAY TUESDAY WEDNESDAY ' +
    "THURSDAY FRIDAY SATURDAY SUNDAY PRESENT O'CLOCK O’CLOCK AROUND NEAR TOWARDS DREAM " +
    'LA EL LOS AL DE DEL LE DU NUITS SUIVANT PLUS TARD TÔT FRÜH SPÄT AM IL DOPO PIÙ'
  ).split(' '),
);
const NUMBER = /^#?\d{1,4}(?:ST|ND|RD|TH|AM|PM)?$|^\d{1,2}[:.]\d{2}(?:AM|PM)?$|^D\d{1,3}$|^N\d{1,3}$/;
/** A phrase longer than this describes a place or an event, not a time. */
const MAX_TIME_WORDS = 7;

/** Whether a heading's part reads as a time: a time word with nothing but numbers and qualifiers beside it. */
function isTime(part: string): boolean {
  if (part.length > 60) return false;
  let phrase = part.trim().toUpperCase();
  while (phrase.endsWith('.') || phrase.endsWith(',')) phrase = phrase.slice(0, -1);
  if (TIME_PHRASES.has(phrase)) return true;
  const words = phrase.split(/[\s/,]+/).filter(Boolean);
  if (words.length === 0 || words.length > MAX_TIME_WORDS) return false;
  let seen = false;
  for (const word of words) {
    if (TIME_WORDS.has(word)) seen = true;
    else if (/^\d{1,2}(?:[:.]\d{2})?\s?[AP]\.?M$/.test(word)) seen = true;
    else if (!BESIDE.has(word) && !NUMBER.test(word)) return false;
  }
  return seen || TIME_PHRASES.has(words.slice(-2).join(' '));
}

const PRINTED: Readonly<Record<Context, string>> = {
  INT: 'INT. ',
  EXT: 'EXT. ',
  'INT/EXT': 'INT./EXT. ',
  'EXT/INT': 'EXT./INT. ',
  'I/E': 'I/E ',
  POV: 'POV ',
};

/** What a heading needs to be printed. */
export interface HeadingFields {
  context: Context;
  setting: string;
  time: string;
  mods?: readonly string[] | undefined;
}

/**
 * A heading's fields as one line; parsing it gives the fields back. `bare`: without INT/EXT.
 *
 * @example renderHeading({ context: 'INT', setting: 'HOUSE', time: 'NIGHT', mods: ['FLASHBACK'] })
 * // 'INT. HOUSE - NIGHT (FLASHBACK)'
 */
export function renderHeading(fields: HeadingFields, bare = false): string {
  let line = bare ? '' : PRINTED[fields.context];
  if (fields.setting !== UNSPECIFIED) line += fields.setting;
  if (fields.time !== UNSPECIFIED) line += line === '' || line.endsWith(' ') ? fields.time : ` - ${fields.time}`;
  for (const mod of fields.mods ?? []) line += ` (${mod})`;
  return line.trim();
}

/** Whether `source` says exactly these fields, so that it may be printed in their place. */
export function headingSays(source: string, fields: HeadingFields): boolean {
  const parsed = parseHeading(source);
  const mods = fields.mods ?? [];
  return (
    parsed.context === fields.context &&
    parsed.setting === fields.setting &&
    parsed.time === fields.time &&
    parsed.mods.length === mods.length &&
    parsed.mods.every((mod, at) => mod === mods[at])
  );
}
