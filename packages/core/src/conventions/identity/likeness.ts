import type { Character } from '../../model/document.js';
import { characterKey } from '../cue.js';
import type { Lexicon, Phrase } from './lexicon.js';
import type { Matching } from './matching.js';
import type { Line } from './outline.js';

/** A line of at most this many words says too little to be told by its words alone. */
const SHORT = 3;

/** Below this share of common words two lines are different lines. */
const ENOUGH = 0.45;
/** ... unless the shorter, of so many words, is nearly whole in the longer: one of several parts that were joined. */
const NEARLY_WHOLE = 0.85;
const MIN_PART = 4;
/** A line that also changed its type must agree more. */
const ENOUGH_ACROSS_TYPES = 0.8;

/** Judges whether a line of the earlier draft may be a line of the new one. */
export class Likeness {
  readonly #lexicon: Lexicon;
  /** Which character of the earlier draft is which of the new one. */
  readonly #characters: Matching;
  readonly #namesBefore: readonly string[];
  readonly #namesAfter: readonly string[];

  constructor(lexicon: Lexicon, characters: Matching, before: readonly Character[], after: readonly Character[]) {
    this.#lexicon = lexicon;
    this.#characters = characters;
    this.#namesBefore = before.map(({ name }) => characterKey(name));
    this.#namesAfter = after.map(({ name }) => characterKey(name));
  }

  /** 0 to 1; 0 when the two cannot be the same line, edited. */
  of(previous: Line, next: Line): number {
    let likeness = this.words(previous, next);
    if (likeness < ENOUGH && isPart(previous.phrase, next.phrase, likeness)) likeness = ENOUGH;
    if (previous.element.type !== next.element.type) {
      if (likeness < ENOUGH_ACROSS_TYPES) return 0;
      likeness -= 0.1;
    } else if (!this.sameSpeaker(previous, next)) {
      // A few words by another speaker are another line; but someone new may be the old one under another name.
      const short = isShort(previous) && isShort(next);
      if (short && (this.#known(next.speaker) || previous.phrase !== next.phrase)) return 0;
      likeness -= short ? 0.2 : 0.1;
    }
    if ((previous.element.omit ?? false) !== (next.element.omit ?? false)) likeness -= 0.05;
    return likeness >= ENOUGH ? likeness : 0;
  }

  #known(speaker: number): boolean {
    return speaker < 0 || (this.#characters.previousOf[speaker] ?? -1) >= 0;
  }

  /** 0 to 1: how much of their words the lines share, wherever they stand and whoever speaks them. */
  words(previous: Line, next: Line): number {
    if (previous.phrase === next.phrase) return previous.text === next.text ? 1 : 0.97;
    return this.#lexicon.similarity(previous.phrase, next.phrase);
  }

  /**
   * Whether the same character speaks; lines that nobody speaks agree. A cue that was edited makes a new character with
   * nearly the old name: that is the same speaker for a line in its place.
   */
  sameSpeaker(previous: Line, next: Line): boolean {
    if (previous.speaker < 0 || next.speaker < 0) return previous.speaker === next.speaker;
    const before = this.#characters.previousOf[next.speaker] ?? -1;
    if (before >= 0) return before === previous.speaker;
    const was = this.#namesBefore[previous.speaker] ?? '';
    const is = this.#namesAfter[next.speaker] ?? '';
    return was !== '' && is !== '' && (was.includes(is) || is.includes(was) || isMisspelling(was, is));
  }
}

/** Whether a line has so few words that others may well have the same ones. */
export function isShort(line: Line): boolean {
  return line.phrase.words.length <= SHORT;
}

/** Whether one wording is nearly whole within the other, given how alike they are. */
function isPart(one: Phrase, other: Phrase, alike: number): boolean {
  const smaller = one.weight < other.weight ? one : other;
  const shared = (alike * (one.weight + other.weight)) / 2;
  return smaller.words.length >= MIN_PART && shared >= NEARLY_WHOLE * smaller.weight;
}

/** Whether two names differ in a letter or two at one place; a number makes another name (`MAN 1`, `MAN 2`). */
function isMisspelling(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let first = 0;
  while (first < shorter && one[first] === other[first]) first++;
  let last = 0;
  while (last < shorter - first && one[one.length - 1 - last] === other[other.length - 1 - last]) last++;
  const [left, right] = [one.slice(first, one.length - last), other.slice(first, other.length - last)];
  return first + last >= 2 && left.length <= 2 && right.length <= 2 && !/\d/.test(left + right);
}
