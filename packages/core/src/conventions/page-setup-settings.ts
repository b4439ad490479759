import type { Warnings } from '../errors/index.js';
import { listDeclarations } from './declarations.js';

/** How a setting's value is written: a length in its own unit, a number, yes or no, words, or one of a few words. */
export type SettingKind = 'inches' | 'points' | 'number' | 'flag' | 'words' | readonly string[];

/** A property, the name under which people read it, and its kind. */
export type Setting<T> = readonly [property: keyof T & string, name: string, kind: SettingKind];

/** The declarations of a record of settings, in the table's order. */
export function settingsOf<T extends object>(table: readonly Setting<T>[], record: T): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (const [property, name, kind] of table) {
    const value = record[property];
    if (value === undefined) continue;
    const printed = printValue(value, kind);
    if (printed !== undefined) list.push([name, printed]);
  }
  return list;
}

function printValue(value: unknown, kind: SettingKind): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const number = Object.is(value, -0) ? '-0' : String(value);
  return kind === 'inches' ? `${number}in` : kind === 'points' ? `${number}pt` : number;
}

/**
 * The record that declarations say. Names are read in any case; unknown names are passed to `other`, else ignored; a
 * value that cannot be is left out with a warning.
 */
export function readSettings<T extends object>(
  table: readonly Setting<T>[],
  text: string,
  warnings?: Warnings,
  pointer?: string,
  other?: (name: string, value: string) => void,
): T {
  const record: Record<string, unknown> = {};
  for (const [name, value] of listDeclarations(text)) {
    const lower = name.toLowerCase();
    const setting = table.find((entry) => entry[1] === name || entry[1] === lower);
    if (!setting) {
      other?.(name, value);
      continue;
    }
    const read = readValue(value, setting[2]);
    if (read !== undefined) record[setting[0]] = read;
    else {
      const message = `\`${name}: ${value.slice(0, 60)}\` is no value for ${name}; it was left out`;
      warnings?.once('repaired', message, pointer === undefined ? undefined : { pointer });
    }
  }
  return record as T;
}

const YES = new Set(['yes', 'true', 'on', '1']);
const NO = new Set(['no', 'false', 'off', '0']);

function readValue(value: string, kind: SettingKind): unknown {
  switch (kind) {
    case 'words':
      return value;
    case 'flag': {
      const lower = value.toLowerCase();
      return YES.has(lower) ? true : NO.has(lower) ? false : undefined;
    }
    case 'inches':
    case 'points':
    case 'number':
      return readNumber(value, kind);
    default: {
      const lower = value.toLowerCase();
      return kind.find((word) => word === lower);
    }
  }
}

const NUMBER = /^([+-]?(?:\d{1,40}(?:[.,]\d{0,40})?|[.,]\d{1,40})(?:[eE][+-]?\d{1,3})?) ?(in|"|pt|mm|cm)?$/;
const POINTS: Readonly<Record<string, number>> = { in: 72, '"': 72, pt: 1, mm: 72 / 25.4, cm: 72 / 2.54 };

/** A number in the unit of its kind; lengths in other units are converted. */
function readNumber(value: string, kind: 'inches' | 'points' | 'number'): number | undefined {
  const match = NUMBER.exec(value);
  if (!match) return undefined;
  const number = Number((match[1] as string).replace(',', '.'));
  if (!Number.isFinite(number)) return undefined;
  const unit = match[2] === '"' ? 'in' : match[2];
  if (kind === 'number') return unit === undefined ? number : undefined;
  const own = kind === 'inches' ? 'in' : 'pt';
  if (unit === undefined || unit === own) return number;
  // Nobody means a millionth of an inch; 38.1mm is 1.5in.
  return Math.round(((number * (POINTS[unit] as number)) / (POINTS[own] as number)) * 1e6) / 1e6;
}
