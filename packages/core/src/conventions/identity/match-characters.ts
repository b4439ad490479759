import type { Character } from '../../model/document.js';
import { characterKey } from '../cue.js';
import { knownPairs } from './known-pairs.js';
import type { Verdict } from './known-pairs.js';
import type { Phrase } from './lexicon.js';
import { Matching } from './matching.js';
import type { Line, Outline } from './outline.js';

/** Share of the lines that must have gone from one character to the other, seen from both. */
const MOST = 0.6;
/** A character of the same name is another one when most of at least so many lines went to a new name. */
const MANY_LINES = 3;
/** ... and hardly any stayed. */
const HARDLY_ANY = 0.1;
/** A line of this many words is known again wherever it stands. */
const TELLING = 4;

/** Matches characters by name, whatever the case, then by alias, then by the lines they speak. */
export function matchCharacters(previous: Outline, next: Outline): Matching {
  const before = previous.document.characters ?? [];
  const after = next.document.characters ?? [];
  const matching = new Matching(before.length, after.length);
  const names = byName(before);
  const namesAfter = new Set(after.map(nameOf));
  const sameName = (a: number, b: number): Verdict => {
    const was = nameOf(before[a]);
    const is = nameOf(after[b]);
    if (was === is) return 'agrees';
    return namesAfter.has(was) || names.has(is) ? 'astray' : 'differs';
  };
  for (const { a, b } of knownPairs(before, after, sameName)) matching.add(a, b);

  const lines = Tally.of(tellingPairs(previous, next));
  for (const [a, b] of takenOver(lines, before, after, names)) matching.add(a, b);
  for (const waiting of names.values()) waiting.reverse();
  after.forEach((character, b) => {
    const waiting = names.get(nameOf(character)) ?? [];
    while (waiting.length > 0 && matching.previousOf[b] === -1) matching.add(waiting.pop() as number, b);
  });
  matchAliases(before, after, matching);
  matchRenamed(lines, matching);
  return matching;
}

/** Matches characters of different names when nearly all that the one said is now said by the other. */
export function matchRenamedCharacters(previous: Outline, next: Outline, lines: Matching, characters: Matching): void {
  const pairs: [Line, Line][] = [];
  lines.previousOf.forEach((a, b) => {
    const left = previous.lines[a];
    const right = next.lines[b];
    if (left && right) pairs.push([left, right]);
  });
  matchRenamed(Tally.of(pairs), characters);
}

function nameOf(character: Character | undefined): string {
  return characterKey(character?.name ?? '');
}

function byName(characters: readonly Character[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  characters.forEach((character, at) => {
    const same = names.get(nameOf(character));
    if (same) same.push(at);
    else names.set(nameOf(character), [at]);
  });
  return names;
}

/** How many lines went from which character to which. */
class Tally {
  readonly pairs = new Map<string, { a: number; b: number; lines: number }>();
  readonly before = new Map<number, number>();
  readonly after = new Map<number, number>();

  static of(lines: Iterable<readonly [Line, Line]>): Tally {
    const tally = new Tally();
    for (const [left, right] of lines) {
      if (left.element.type !== 'dialogue' || right.element.type !== 'dialogue') continue;
      if (left.speaker < 0 || right.speaker < 0) continue;
      const key = `${left.speaker} ${right.speaker}`;
      const pair = tally.pairs.get(key) ?? { a: left.speaker, b: right.speaker, lines: 0 };
      pair.lines++;
      tally.pairs.set(key, pair);
      tally.before.set(left.speaker, (tally.before.get(left.speaker) ?? 0) + 1);
      tally.after.set(right.speaker, (tally.after.get(right.speaker) ?? 0) + 1);
    }
    return tally;
  }
}

/** Dialogue that stands once in either draft, word for word. */
function* tellingPairs(previous: Outline, next: Outline): Generator<[Line, Line]> {
  const once = new Map<Phrase, Line>();
  for (const line of previous.content) {
    if (line.phrase.uses === 2 && line.phrase.words.length >= TELLING) once.set(line.phrase, line);
  }
  for (const line of next.content) {
    const before = once.get(line.phrase);
    if (before) yield [before, line];
  }
}

/** Earlier characters that now go by a name that is new, and to whom: whoever bears their old name is another one. */
function takenOver(
  lines: Tally,
  before: readonly Character[],
  after: readonly Character[],
  names: ReadonlyMap<string, number[]>,
): Map<number, number> {
  const heirs = new Map<number, number>();
  const stayed = new Set<number>();
  for (const { a, b, lines: passed } of lines.pairs.values()) {
    const all = lines.before.get(a) ?? 0;
    const name = nameOf(after[b]);
    if (name === nameOf(before[a]) && passed > HARDLY_ANY * all) stayed.add(a);
    if (all >= MANY_LINES && passed >= MOST * all && !names.has(name)) heirs.set(a, b);
  }
  for (const a of stayed) heirs.delete(a);
  return heirs;
}

/** A name that the other draft lists as an alias, when only one character has it. */
function matchAliases(before: readonly Character[], after: readonly Character[], matching: Matching): void {
  const open = (list: readonly Character[], places: Int32Array): Map<string, number[]> => {
    const names = new Map<string, number[]>();
    list.forEach((character, at) => {
      if (places[at] !== -1) return;
      const own = [character.name, ...(character.aliases ?? [])].map(characterKey);
      for (const name of new Set(own)) names.set(name, [...(names.get(name) ?? []).slice(0, 1), at]);
    });
    return names;
  };
  const left = open(before, matching.nextOf);
  for (const [name, [b, ...others]] of open(after, matching.previousOf)) {
    const [a, ...rivals] = left.get(name) ?? [];
    if (a === undefined || b === undefined || others.length > 0 || rivals.length > 0) continue;
    // Two nicknames that agree ("BOSS") are no name yet; two names that agree were matched before, or for good reason not.
    if ((nameOf(before[a]) === name) !== (nameOf(after[b]) === name)) matching.add(a, b);
  }
}

function matchRenamed(lines: Tally, matching: Matching): void {
  const pairs = [...lines.pairs.values()].sort((x, y) => y.lines - x.lines || x.b - y.b || x.a - y.a);
  for (const { a, b, lines: shared } of pairs) {
    if (shared >= MOST * (lines.before.get(a) ?? 0) && shared >= MOST * (lines.after.get(b) ?? 0)) matching.add(a, b);
  }
}
