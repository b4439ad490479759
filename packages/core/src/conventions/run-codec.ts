import { CodePoints } from './code-points.js';
import type { Look, Run } from './manuscript/types.js';
import { normaliseRuns } from './rich-text.js';

/**
 * Runs in one line of `meta`: `0-5 b; 7-12 i+u`. Half-open ranges of code points; flags b i u s, c (all caps),
 * w (underlined words), sup, sub, `rev:N`, and percent-encoded `font:` `size:` `fg:` `bg:` `link:` and `as:` (a style
 * of the source that has no flag).
 */
const FLAGS: readonly (readonly [
  string,
  'bold' | 'italic' | 'underline' | 'strike' | 'caps' | 'wordUnderline' | 'superscript' | 'subscript',
])[] = [
  ['b', 'bold'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['s', 'strike'],
  ['c', 'caps'],
  ['w', 'wordUnderline'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
];
const FLAG_BY_CODE = new Map(FLAGS);
const VALUES = [
  ['font', 'font'],
  ['fg', 'color'],
  ['bg', 'background'],
  ['link', 'link'],
] as const;
const VALUE_BY_CODE = new Map<string, (typeof VALUES)[number][1]>(VALUES);

export function encodeRuns(text: string, runs: readonly Run[]): string {
  const offsets = new CodePoints(text);
  let out = '';
  for (const run of runs) {
    const start = offsets.toPoint(run.start);
    const end = offsets.toPoint(run.end);
    if (out !== '') out += '; ';
    out += `${start}-${end} ${encodeLook(run)}`;
  }
  return out;
}

function encodeLook(look: Look): string {
  let out = '';
  const add = (flag: string): void => {
    out += out === '' ? flag : `+${flag}`;
  };
  for (const [code, name] of FLAGS) if (look[name]) add(code);
  if (look.revision !== undefined) add(`rev:${look.revision}`);
  for (const [code, name] of VALUES) {
    const value = look[name];
    if (value !== undefined) add(`${code}:${encodeValue(value)}`);
  }
  if (look.size !== undefined) add(`size:${look.size}`);
  for (const name of look.other ?? []) add(`as:${encodeValue(name)}`);
  return out;
}

// encodeURIComponent leaves nothing that means something here but is not %-safe.
function encodeValue(value: string): string {
  return encodeURIComponent(value);
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const PIECE = /^(\d{1,9})-(\d{1,9}) (\S+)$/;

/** The runs that an encoded line says, within `text`; what it says wrongly is left out. */
export function decodeRuns(text: string, encoded: string): Run[] {
  const offsets = new CodePoints(text);
  const runs: Run[] = [];
  for (const piece of encoded.split('; ')) {
    const match = PIECE.exec(piece);
    if (!match) continue;
    const start = offsets.toUnit(Number(match[1]));
    const end = offsets.toUnit(Number(match[2]));
    if (end > start) runs.push({ start, end, ...decodeLook(match[3] as string) });
  }
  return normaliseRuns(runs);
}

function decodeLook(flags: string): Look {
  const look: Look = {};
  const other: string[] = [];
  for (const flag of flags.split('+')) {
    const name = FLAG_BY_CODE.get(flag);
    if (name) {
      look[name] = true;
      continue;
    }
    const colon = flag.indexOf(':');
    const value = colon < 0 ? undefined : decodeValue(flag.slice(colon + 1));
    if (value === undefined) continue;
    const code = flag.slice(0, colon);
    const field = VALUE_BY_CODE.get(code);
    if (field) look[field] = value;
    else if (code === 'rev' && /^\d{1,6}$/.test(value)) look.revision = Number(value);
    else if (code === 'size' && Number(value) > 0) look.size = Number(value);
    else if (code === 'as') other.push(value);
  }
  if (other.length > 0) look.other = other;
  return look;
}
