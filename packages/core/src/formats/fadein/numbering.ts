/** Numbers that Fade In gives to the paragraphs of a style, scene headings above all: read with them, and written by them. */
import type { SceneNumbering } from '../../conventions/manuscript/types.js';
import type { OsfAttributes } from './tree.js';
import { readFlag, readNumber } from './values.js';

/** How the paragraphs of a style are numbered. */
export interface NumberRule {
  /** Styles of one group count together. */
  group: string;
  start: number;
  /** The numbers are those that the paragraphs bear; else each has the next one. */
  locked: boolean;
}

/** Attributes of a style by its name. */
export type StyleLookup = (name: string) => OsfAttributes | undefined;

/** Styles that build on one another, at most. */
const DEPTH = 16;

/**
 * The rule for a style; undefined when its paragraphs are not numbered, or start again in a way that only Fade In
 * knows.
 */
export function numberRule(name: string, lookup: StyleLookup): NumberRule | undefined {
  let style = name;
  for (let depth = 0; depth < DEPTH; depth++) {
    const attributes = lookup(style);
    if (!attributes) return undefined;
    const { basestyle } = attributes;
    const own = attributes['numbering'] !== undefined && readFlag(attributes['use_base_numbering']) !== true;
    if (own || basestyle === undefined) return ownRule(style, attributes);
    style = basestyle;
  }
  return undefined;
}

function ownRule(group: string, attributes: OsfAttributes): NumberRule | undefined {
  if (readFlag(attributes['numbering']) !== true) return undefined;
  const locked = readFlag(attributes['number_locked']) === true;
  const resets = (readNumber(attributes['number_reset_after']) ?? 0) !== 0;
  if (resets && !locked) return undefined;
  return { group, start: readNumber(attributes['number_start']) ?? 1, locked };
}

/** Counts the paragraphs of each group. */
export class Counters {
  readonly #next = new Map<string, number>();

  /** The number of the next paragraph of a group. */
  next({ group, start }: NumberRule): string {
    const number = this.#next.get(group) ?? start;
    this.#next.set(group, number + 1);
    return String(number);
  }
}

/** Which numbers print, by the style of scene headings. */
export function readSceneNumbers(heading: OsfAttributes): SceneNumbering {
  const shown = readFlag(heading['numbering']) === true;
  const position = readNumber(heading['number_position']) ?? 3;
  return { left: shown && (position & 1) !== 0, right: shown && (position & 2) !== 0 };
}
