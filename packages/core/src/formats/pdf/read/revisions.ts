import { parseHex } from '../../../conventions/colors.js';
import { toInstant } from '../../../conventions/instants.js';
import type { RevisionSet } from '../../../conventions/manuscript/types.js';
import type { PdfLook } from '../tree.js';
import type { ScriptPage } from './furniture.js';
import type { Joint } from './joins.js';
import type { BodyLine } from './margins.js';

/** Ink of the usual revision colours: programs mark with strong colours what they print on pale paper. */
const INKS: readonly (readonly [name: string, rgb: readonly [number, number, number]])[] = [
  ['Blue', [0, 0, 255]],
  ['Pink', [255, 0, 255]],
  ['Yellow', [255, 200, 0]],
  ['Green', [0, 160, 0]],
  ['Goldenrod', [205, 133, 0]],
  ['Buff', [205, 133, 63]],
  ['Salmon', [250, 128, 114]],
  ['Cherry', [222, 49, 99]],
  ['Red', [224, 0, 0]],
  ['Purple', [128, 0, 128]],
];
const HEADER =
  /\b((?:(?:2nd|second|double|3rd|third|triple|4th|5th)\s+)?(?:white|blue|pink|yellow|green|golden ?rod|buff|salmon|cherry|tan|ivory|gray|grey|red|orange|lavender))\b(?=.{0,40}(?:rev|draft|pages|\d))/i;

/** The revision sets of a script, and which text belongs to which. */
export class Revisions {
  readonly sets: RevisionSet[] = [];
  readonly #byKey = new Map<string, RevisionSet>();
  readonly #byPage: readonly (HeaderNote | undefined)[];

  constructor(lines: readonly BodyLine[], pages: readonly ScriptPage[]) {
    this.#byPage = pages.map(({ header, footer }) => noteIn([...header, ...footer].map(({ text }) => text)));
    for (const line of lines) if (line.revised) this.#setOf(line);
    // In the order in which the colours come round, whatever stands first in the script.
    this.sets.sort((a, b) => rank(a.name) - rank(b.name)).forEach((set, at) => (set.index = at + 1));
  }

  /** The set of a look on a revised line: that of the look's own colour if marks have it, else the mark's. */
  of(joint: Joint, look: PdfLook): number | undefined {
    const { revised, line, page } = joint.line;
    if (!revised) return undefined;
    const set = this.#setOf({ revised, page });
    if (revised.color === undefined) return set.index;
    if (look.color !== undefined) return this.#byKey.get(look.color)?.index;
    // Coloured marks stand beside coloured text; where the line has none, all of it is meant.
    return line.spans.some(({ color }) => color !== undefined && this.#byKey.has(color)) ? undefined : set.index;
  }

  #setOf({ revised, page }: { revised?: BodyLine['revised']; page: number }): RevisionSet {
    const color = revised?.color;
    const note = this.#byPage[page];
    const key = color ?? note?.name ?? '';
    let set = this.#byKey.get(key);
    if (!set) {
      set = {
        index: this.sets.length + 1,
        name: color ? inkName(color) : key === '' ? 'Revised' : key,
        mark: revised?.mark ?? '*',
      };
      if (color !== undefined) set.color = color;
      else if (note?.created !== undefined) set.created = note.created;
      this.#byKey.set(key, set);
      this.sets.push(set);
    }
    return set;
  }
}

function rank(name: string): number {
  const at = INKS.findIndex(([known]) => known === name);
  return at < 0 ? INKS.length : at;
}

/** What a page's header says of its revision. */
interface HeaderNote {
  name: string;
  /** ISO 8601. */
  created: string | undefined;
}

function noteIn(texts: readonly string[]): HeaderNote | undefined {
  for (const text of texts) {
    const name = HEADER.exec(text)?.[1];
    if (name === undefined) continue;
    return { name: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(), created: dateIn(text) };
  }
  return undefined;
}

const NUMERIC = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]{0,6}\\.?`;
const DAY_MONTH = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})`, 'i');
const MONTH_DAY = new RegExp(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`, 'i');

/** The first date in a text, ISO 8601: the month first, unless dots part its numbers or no month has the number. */
function dateIn(text: string): string | undefined {
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, first = '', separator, second = '', year = ''] = numeric;
    const dayFirst = separator === '.' || Number(first) > 12;
    return instantOf(year, Number(dayFirst ? second : first), Number(dayFirst ? first : second));
  }
  const spelled = DAY_MONTH.exec(text);
  if (spelled) return instantOf(spelled[3] as string, monthOf(spelled[2] as string), Number(spelled[1]));
  const american = MONTH_DAY.exec(text);
  return american ? instantOf(american[3] as string, monthOf(american[1] as string), Number(american[2])) : undefined;
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

function instantOf(year: string, month: number, day: number): string | undefined {
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19';
  return toInstant(`${century}${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}

function inkName(color: string): string {
  const rgb = parseHex(color) ?? [0, 0, 0];
  let best = 'Revised';
  let least = Infinity;
  for (const [name, ink] of INKS) {
    const distance = ink.reduce((sum, part, at) => sum + (part - (rgb[at] ?? 0)) ** 2, 0);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}
