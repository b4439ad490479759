import type { StatusColor } from '../model/document.js';
import { STATUS_COLORS } from '../model/document.js';

export type Rgb = [number, number, number];

/** Reads `#rgb` and `#rrggbb`; undefined for anything else. */
export function parseHex(hex: string): Rgb | undefined {
  const match = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex);
  if (!match) return undefined;
  const digits = match[1] ? [...match[1]].map((d) => d + d).join('') : (match[2] as string);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

/** `#rrggbb`. */
export function formatHex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const ORDINALS = ['first', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const ORDINAL = /^(?:(\d)(?:st|nd|rd|th)|(double|second)|(triple|third)|(fourth)|(fifth))\s+/;

export interface RevisionColor {
  /** The colour as the schema's status knows it. */
  color: StatusColor;
  /** How often the colours have come round, from 1. */
  round: number;
  /** The name is one that the schema does not know (tan stands as buff). */
  substituted: boolean;
}

/**
 * The page colour that a revision's name says: `Blue Rev. (10/2/24)` is blue, `2nd Blue` is blue in the second round,
 * `Tan` is kept as buff. Undefined when the name says no colour.
 */
export function revisionColor(name: string): RevisionColor | undefined {
  let rest = name.trim().toLowerCase();
  let round = 1;
  const match = ORDINAL.exec(rest);
  if (match) {
    round = match[1] ? Math.max(1, Number(match[1])) : match[2] ? 2 : match[3] ? 3 : match[4] ? 4 : 5;
    rest = rest.slice(match[0].length);
  }
  const word = /[a-z]+/.exec(rest)?.[0] ?? '';
  const color = STATUS_COLORS.find((known) => known === word);
  if (color) return { color, round, substituted: false };
  return word === 'tan' ? { color: 'buff', round, substituted: true } : undefined;
}

/** `Blue`, `2nd Blue`: the usual name of a revision's colour. */
export function revisionColorName(color: string, round: number): string {
  const capital = color.charAt(0).toUpperCase() + color.slice(1);
  return round <= 1 ? capital : `${ORDINALS[round - 1] ?? `${round}th`} ${capital}`;
}
