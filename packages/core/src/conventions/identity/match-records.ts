import type { Analysis, Author, Contributor, ScreenplayDocument, Source, Uuid } from '../../model/document.js';
import { EPOCH } from '../epoch.js';
import { pickText } from '../language.js';
import type { Carried } from './carried.js';
import { knownPairs } from './known-pairs.js';

interface Identified {
  readonly id: Uuid;
}

/** What a record is known by; undefined when it is known by nothing. */
export type KeyOf<T> = (record: T, draft: 'previous' | 'next') => string | undefined;

/**
 * Matches the records of two lists: by id, then by one key after the other. Records of equal keys pair
 * in their order. Linear.
 */
export function matchRecords<T extends Identified>(
  previous: readonly T[] | undefined,
  next: readonly T[] | undefined,
  keys: readonly KeyOf<T>[],
  carried: Carried,
): void {
  if (!previous?.length || !next?.length) return;
  const taken = new Set<T>();
  const carry = (before: T, after: T): void => {
    if (taken.has(before) || carried.has(after)) return;
    taken.add(before);
    carried.add(before, after);
  };
  for (const { a, b } of knownPairs(previous, next, () => 'agrees')) carry(previous[a] as T, next[b] as T);
  for (const keyOf of keys) {
    const waiting = new Map<string, T[]>();
    for (const record of previous) {
      const key = taken.has(record) ? undefined : keyOf(record, 'previous');
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same) same.push(record);
      else waiting.set(key, [record]);
    }
    for (const same of waiting.values()) same.reverse();
    for (const record of next) {
      const key = carried.has(record) ? undefined : keyOf(record, 'next');
      const before = key === undefined ? undefined : waiting.get(key)?.pop();
      if (before) carry(before, record);
    }
  }
}

/** Matches the lists at the root of the document: people by name, sources by title, revisions by name. */
export function matchRootRecords(previous: ScreenplayDocument, next: ScreenplayDocument, carried: Carried): void {
  const nameOf = (person: Author | Contributor): string => fold(`${person.given} ${person.family}`);
  matchRecords(previous.authors, next.authors, [nameOf], carried);
  matchRecords(previous.contributors, next.contributors, [nameOf], carried);
  const titleOf = (source: Source): string =>
    `${source.type} ${fold(pickText(source.title, next.lang, previous.lang))}`;
  matchRecords(previous.sources, next.sources, [titleOf], carried);
  matchRecords(
    previous.revisions,
    next.revisions,
    [
      (revision) => `${revision.index} ${revision.label}`,
      (revision) => revision.label,
      (revision) => (revision.created === EPOCH ? undefined : `${revision.index} ${revision.created}`),
    ],
    carried,
  );
}

/** Matches what was computed about a script, by what it is about. Comes last: it refers to everything else. */
export function matchAnalysis(previous: Analysis | undefined, next: Analysis | undefined, carried: Carried): void {
  if (!previous || !next) return;
  const about = (id: Uuid | null | undefined, draft: 'previous' | 'next'): string =>
    (draft === 'next' ? carried.reference(id) : id) ?? '';
  matchRecords(
    previous.passages,
    next.passages,
    [(passage, draft) => [passage.scene, ...passage.elements].map((id) => about(id, draft)).join()],
    carried,
  );
  matchRecords(
    previous.summaries,
    next.summaries,
    [(summary, draft) => [summary.scope, about(summary.target, draft), summary.model].join()],
    carried,
  );
  for (const [target, embeddings] of Object.entries(next.embeddings ?? {})) {
    const before = previous.embeddings?.[about(target, 'next')];
    matchRecords(before, embeddings, [(one) => [one.model, one.source, one.lang].join()], carried);
  }
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
