import type { Bookmark, Element, Note, Revision } from '../../model/document.js';
import { EPOCH } from '../epoch.js';
import { pickText } from '../language.js';
import type { Carried } from './carried.js';
import { heaviestChain } from './heaviest-chain.js';
import type { Pair } from './heaviest-chain.js';
import type { Lexicon, Phrase } from './lexicon.js';
import type { Matching } from './matching.js';
import { matchRecords } from './match-records.js';
import type { KeyOf } from './match-records.js';
import type { Outline } from './outline.js';

/** A note must share this much of its words to be the same one, edited. */
const ENOUGH = 0.4;
/** An element with more notes than this has only the equal ones matched. */
const MAX_NOTES = 32;

/** The words of every note of both drafts; read before the lexicon weighs its words. */
type NotePhrases = ReadonlyMap<Note, Phrase>;

/** Reads the notes of a draft into the lexicon. */
export function readNotes(outline: Outline, lexicon: Lexicon, lang: string, into: Map<Note, Phrase>): void {
  for (const { element } of outline.lines) {
    for (const note of element.notes ?? [])
      into.set(note, lexicon.read(pickText(note.text, lang, outline.document.lang)));
  }
}

/**
 * Matches what hangs on elements: notes, revision marks, bookmarks. What hangs on the same element goes first; a note
 * that went elsewhere is known by its words, when no other has them. `carried` already holds scenes and elements.
 */
export function matchAttachments(
  previous: Outline,
  next: Outline,
  lines: Matching,
  phrases: NotePhrases,
  lexicon: Lexicon,
  carried: Carried,
): void {
  const carriedNotes = new Set<Note>();
  const markOf: KeyOf<Revision> = (mark, draft) =>
    `${(draft === 'next' ? carried.reference(mark.parent) : mark.parent) ?? ''} ${mark.index}`;
  lines.previousOf.forEach((a, b) => {
    const before = previous.lines[a]?.element;
    const after = next.lines[b]?.element;
    if (!before || !after) return;
    matchRecords(before.revisions, after.revisions, [markOf], carried);
    matchNotes(before, after, phrases, lexicon, carried, carriedNotes);
  });
  matchMovedNotes(previous, next, phrases, carried, carriedNotes);
  matchBookmarks(previous, next, carried);
}

function matchNotes(
  before: Element,
  after: Element,
  phrases: NotePhrases,
  lexicon: Lexicon,
  carried: Carried,
  carriedNotes: Set<Note>,
): void {
  if (!before.notes?.length || !after.notes?.length) return;
  const numbers = new Map<Phrase | undefined, string>();
  const wordsOf: KeyOf<Note> = (note) => {
    const phrase = phrases.get(note);
    const number = numbers.get(phrase) ?? `${numbers.size}`;
    numbers.set(phrase, number);
    return number;
  };
  const instantOf: KeyOf<Note> = (note) => (note.created === EPOCH ? undefined : note.created);
  matchRecords(before.notes, after.notes, [wordsOf], carried);
  const ids = new Set(after.notes.map((note) => carried.of(note)));
  const as = before.notes.filter((note) => !ids.has(note.id));
  const bs = after.notes.filter((note) => !carried.has(note));
  if (as.length <= MAX_NOTES && bs.length <= MAX_NOTES) {
    const pairs: Pair[] = [];
    as.forEach((left, a) => {
      bs.forEach((right, b) => {
        const shared = lexicon.similarity(phrases.get(left) as Phrase, phrases.get(right) as Phrase);
        if (shared >= ENOUGH) pairs.push({ a, b, weight: shared });
      });
    });
    for (const { a, b } of heaviestChain(pairs)) carried.add(as[a] as Note, bs[b] as Note);
  }
  const kept = new Set(after.notes.map((note) => carried.of(note)));
  matchRecords(
    as.filter((note) => !kept.has(note.id)),
    bs.filter((note) => !carried.has(note)),
    [instantOf],
    carried,
  );
  const all = new Set(after.notes.map((note) => carried.of(note)));
  for (const note of before.notes) if (all.has(note.id)) carriedNotes.add(note);
}

function matchMovedNotes(
  previous: Outline,
  next: Outline,
  phrases: NotePhrases,
  carried: Carried,
  carriedNotes: ReadonlySet<Note>,
): void {
  const open = (outline: Outline, free: (note: Note) => boolean): Map<Phrase, Note[]> => {
    const groups = new Map<Phrase, Note[]>();
    for (const { element } of outline.lines) {
      for (const note of element.notes ?? []) {
        const phrase = phrases.get(note);
        if (!phrase || phrase.words.length === 0 || !free(note)) continue;
        const same = groups.get(phrase);
        if (same) same.push(note);
        else groups.set(phrase, [note]);
      }
    }
    return groups;
  };
  const before = open(previous, (note) => !carriedNotes.has(note));
  for (const [phrase, [note, ...others]] of open(next, (note) => !carried.has(note))) {
    const [was, ...rivals] = before.get(phrase) ?? [];
    if (note && was && others.length === 0 && rivals.length === 0) carried.add(was, note);
  }
}

/** A bookmark is known by its title and place, by its title in the scene, then by its place alone. */
function matchBookmarks(previous: Outline, next: Outline, carried: Carried): void {
  const lang = next.document.lang;
  const title = (bookmark: Bookmark): string => pickText(bookmark.title, lang, previous.document.lang).trim();
  const scene = (bookmark: Bookmark, draft: 'previous' | 'next'): string =>
    (draft === 'next' ? carried.reference(bookmark.scene) : bookmark.scene) ?? '';
  const element = (bookmark: Bookmark, draft: 'previous' | 'next'): string =>
    (draft === 'next' ? carried.reference(bookmark.element) : bookmark.element) ?? '';
  matchRecords(
    previous.document.document.bookmarks,
    next.document.document.bookmarks,
    [
      (bookmark, draft) => `${element(bookmark, draft)} ${title(bookmark)}`,
      (bookmark, draft) => `${scene(bookmark, draft)} ${title(bookmark)}`,
      (bookmark, draft) => element(bookmark, draft),
    ],
    carried,
  );
}
