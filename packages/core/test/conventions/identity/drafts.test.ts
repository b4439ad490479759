import { describe, expect, it } from 'vitest';
import { checkReferences, validate } from '../../../src/schema/index.js';
import { Random } from './random.js';
import { rewriteDraft } from './rewrite-draft.js';
import type { Rewrite } from './rewrite-draft.js';
import { scoreDrafts } from './score.js';
import { Vocabulary, writeDraft } from './write-draft.js';

/**
 * Kinds of rewriting, with the share of ids that must be kept and the share of things that may bear a wrong one. Every
 * line that was edited counts as one that should keep its id, even `Yes.` that became `Never`.
 */
const REWRITES: Readonly<Record<string, { plan: Rewrite; kept: number; wrong: number }>> = {
  'a fifth of the lines edited, scenes moved and inserted': {
    plan: { edited: 0.2, movedScenes: 0.05, insertedScenes: 10 },
    kept: 0.999,
    wrong: 0,
  },
  'cues and headings edited as well': {
    plan: { edited: 0.2, everyLine: true, movedScenes: 0.05, insertedScenes: 10 },
    kept: 0.997,
    wrong: 0,
  },
  'two fifths of the lines edited': {
    plan: { edited: 0.4, movedScenes: 0.1, insertedScenes: 10, deletedScenes: 0.1 },
    kept: 0.99,
    wrong: 0.0005,
  },
  'speeches and paragraphs cut, added and moved': {
    plan: { edited: 0.1, deletedBeats: 0.03, insertedBeats: 0.03, movedBeats: 0.01 },
    kept: 0.998,
    wrong: 0.0005,
  },
  'paragraphs and scenes split and merged': {
    plan: { edited: 0.1, split: 0.02, merged: 0.01, splitScenes: 4, mergedScenes: 4 },
    kept: 0.999,
    wrong: 0.0005,
  },
  'characters renamed, scenes renumbered and retimed, action turned into general text': {
    plan: { edited: 0.2, renamed: 6, renumbered: true, retimed: 0.3, retyped: 0.01 },
    kept: 0.999,
    wrong: 0,
  },
  'scenes inserted that are half copies of others': {
    plan: { edited: 0.2, movedScenes: 0.05, copiedScenes: 10 },
    kept: 0.999,
    wrong: 0,
  },
  'all of it at once': {
    plan: {
      edited: 0.2,
      everyLine: true,
      movedScenes: 0.08,
      deletedScenes: 0.05,
      insertedScenes: 10,
      copiedScenes: 3,
      deletedBeats: 0.03,
      insertedBeats: 0.03,
      movedBeats: 0.01,
      split: 0.01,
      merged: 0.005,
      renamed: 3,
      retimed: 0.1,
      renumbered: true,
      splitScenes: 3,
      mergedScenes: 3,
      retyped: 0.01,
    },
    kept: 0.99,
    wrong: 0.001,
  },
};

const SEEDS = [1, 2, 3, 4];
const FEATURE = { scenes: 90, lines: 78 };

describe('identity over drafts of a feature', () => {
  for (const [name, { plan, kept, wrong }] of Object.entries(REWRITES)) {
    it(name, () => {
      for (const seed of SEEDS) {
        const random = new Random(seed);
        const vocabulary = new Vocabulary(random);
        const first = writeDraft(random, vocabulary, FEATURE);
        const second = rewriteDraft(first, plan, random, vocabulary);
        const score = scoreDrafts(first, second);
        expect(score.due).toBeGreaterThan(4000);
        expect(score.kept / score.due, `kept, seed ${seed}`).toBeGreaterThanOrEqual(kept);
        if (score.wrong.length > wrong * score.due) expect(score.wrong, `wrong, seed ${seed}`).toEqual([]);
        expect(validate(score.document)).toEqual({ valid: true });
        expect(checkReferences(score.document)).toEqual({ valid: true });
      }
    }, 60_000);
  }
});
