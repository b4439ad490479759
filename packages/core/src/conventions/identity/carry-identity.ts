import type { Element, Note, ScreenplayDocument } from '../../model/document.js';
import { alignLines } from './align-lines.js';
import { alignScenes } from './align-scenes.js';
import { Carried } from './carried.js';
import { knownPairs } from './known-pairs.js';
import type { Verdict } from './known-pairs.js';
import { Lexicon } from './lexicon.js';
import type { Phrase } from './lexicon.js';
import { Likeness } from './likeness.js';
import { matchAttachments, readNotes } from './match-attachments.js';
import { matchCharacters, matchRenamedCharacters } from './match-characters.js';
import { matchAnalysis, matchRootRecords } from './match-records.js';
import { matchSpeeches } from './match-speeches.js';
import { Matching } from './matching.js';
import { matchMovedLines } from './moved-lines.js';
import { outlineOf } from './outline.js';
import type { Line, Outline } from './outline.js';
import { reissueIds } from './reissue-ids.js';
import { matchRetyped, matchSlots } from './slots.js';

/**
 * The new draft with the ids of the earlier one for everything that is still there, edited in part or moved: the
 * document itself (who passes `previous` says that it is the same script), scenes, elements, characters, authors,
 * contributors, sources, revisions and their marks, notes and bookmarks. References follow; ids are unique in the
 * result, and no id of the earlier draft comes back for something else. Nothing but ids is carried.
 *
 * An edited line is the same line when about half of its words are still there, weighed by how rare they are. When only
 * a third is, or the line has no more than three words, it must stand between the same neighbours, with the same type
 * and speaker. A line that moved on its own must have words enough to be known anywhere. Of a line that was split, or
 * of lines that were joined, the largest part keeps the id; so do scenes. A cue or parenthetical goes with its dialogue.
 * In doubt a thing is new.
 *
 * Pure and deterministic; `next` and `previous` stay as they are, but the result shares with `next` what holds no ids.
 * Time and memory are close to linear in the two drafts.
 *
 * @param next a draft as a reader made it, valid.
 * @param previous an earlier version of the same script, valid.
 * @example carryIdentity(secondDraft, firstDraft).id === firstDraft.id // true
 */
export function carryIdentity(next: ScreenplayDocument, previous: ScreenplayDocument): ScreenplayDocument {
  const lexicon = new Lexicon();
  const before = outlineOf(previous, lexicon, next.lang);
  const after = outlineOf(next, lexicon, next.lang);
  const notes = new Map<Note, Phrase>();
  readNotes(before, lexicon, next.lang, notes);
  readNotes(after, lexicon, next.lang, notes);
  lexicon.weigh();

  const characters = matchCharacters(before, after);
  const likeness = new Likeness(lexicon, characters, previous.characters ?? [], next.characters ?? []);
  const scenes = alignScenes(before, after, lexicon);
  const lines = matchLines(before, after, scenes, likeness);
  matchRenamedCharacters(before, after, lines, characters);

  const carried = new Carried();
  matchRootRecords(previous, next, carried);
  characters.previousOf.forEach((a, b) => carry(previous.characters?.[a], next.characters?.[b]));
  scenes.previousOf.forEach((a, b) => carry(before.scenes[a]?.scene, after.scenes[b]?.scene));
  lines.previousOf.forEach((a, b) => carry(before.lines[a]?.element, after.lines[b]?.element));
  matchAttachments(before, after, lines, notes, lexicon, carried);
  matchAnalysis(previous.analysis, next.analysis, carried);
  return reissueIds(next, previous, carried);

  function carry<T extends { readonly id: string }>(was: T | undefined, is: T | undefined): void {
    if (was && is) carried.add(was, is);
  }
}

/** Words that two lines of one id must share to bear the id out. */
const BEARS_OUT = 0.3;

/** The verdict on equal ids of lines, from what they say. */
function verdictOn(before: Outline, after: Outline, likeness: Likeness): (a: number, b: number) => Verdict {
  const saidBefore = new Set(before.lines.map(({ phrase }) => phrase));
  const saidAfter = new Set(after.lines.map(({ phrase }) => phrase));
  return (a, b) => {
    const was = before.lines[a] as Line;
    const is = after.lines[b] as Line;
    if (likeness.words(was, is) >= BEARS_OUT) return 'agrees';
    return saidAfter.has(was.phrase) || saidBefore.has(is.phrase) ? 'astray' : 'differs';
  };
}

function matchLines(before: Outline, after: Outline, scenes: Matching, likeness: Likeness): Matching {
  const lines = new Matching(before.lines.length, after.lines.length);
  const elements = (outline: Outline): Element[] => outline.lines.map(({ element }) => element);
  const known = knownPairs(elements(before), elements(after), verdictOn(before, after, likeness));
  for (const { a, b } of known) lines.add(a, b);

  scenes.previousOf.forEach((a, b) => {
    const was = before.scenes[a];
    const is = after.scenes[b];
    if (!was || !is) return;
    alignLines(before.content.slice(was.first, was.end), after.content.slice(is.first, is.end), lines, likeness);
  });
  matchMovedLines(before, after, lines, likeness);
  matchSlots(before, after, scenes, lines, likeness);
  matchSpeeches(before, after, lines, likeness);
  matchRetyped(before, after, lines);
  return lines;
}
