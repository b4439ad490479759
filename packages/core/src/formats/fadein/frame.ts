/** The page, and the lengths that are measured on it. */
import { STANDARD_SETTINGS } from './standard.js';
import type { OsfAttributes } from './tree.js';
import { readNumber } from './values.js';

/** Tenths of a millimetre in an inch. */
const TENTHS = 254;
const INCH = 72;

/** The page that lengths are measured from. Margins and width in tenths of a millimetre. */
export interface Frame {
  width: number;
  left: number;
  right: number;
  /** Points of one line of `spacebefore`. */
  space: number;
  /** Line spacing that the document's lines per inch make of 1. */
  pitch: number;
}

export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

export function toInches(tenths: number): number {
  return round(tenths / TENTHS);
}

export function toPoints(tenths: number): number {
  return round((tenths * INCH) / TENTHS);
}

export function fromInches(inches: number): number {
  return Math.round(inches * TENTHS);
}

export function fromPoints(points: number): number {
  return Math.round((points * TENTHS) / INCH);
}

/** Points of one line at six lines an inch. */
const LINE = 12;

/** The page that the settings say. */
export function readFrame(settings: OsfAttributes): Frame {
  const tenths = (name: string): number => readNumber(settings[name]) ?? Number(STANDARD_SETTINGS[name]);
  const linesPerInch = readNumber(settings['normal_linesperinch']) ?? 6;
  const pitch = linesPerInch > 0 ? 6 / linesPerInch : 1;
  const spacing = readNumber(settings['element_spacing']) ?? 1;
  return {
    width: tenths('page_width'),
    left: tenths('margin_left'),
    right: tenths('margin_right'),
    space: LINE * pitch * (spacing > 0 ? spacing : 1),
    pitch,
  };
}
