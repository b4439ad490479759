import { describe, expect, it } from 'vitest';
import { carryIdentity } from '../../../src/conventions/identity/carry-identity.js';
import { toNative } from './draft.js';
import type { Draft, DraftLine, DraftScene } from './draft.js';
import { Random } from './random.js';
import { rewriteDraft } from './rewrite-draft.js';
import { Vocabulary, writeDraft } from './write-draft.js';

/** Two drafts of a size. */
type Pair = (size: number) => readonly [Draft, Draft];

const action = (text: string): DraftLine => ({ type: 'action', text });
const scene = (lines: DraftLine[], setting = 'ROOM'): DraftScene => ({ context: 'INT', setting, time: 'DAY', lines });
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const scenes = (count: number, make: (at: number) => DraftScene): Draft => ({ scenes: times(count, make) });
const lines = (count: number, make: (at: number) => DraftLine): Draft => ({ scenes: [scene(times(count, make))] });

const HOSTILE: Readonly<Record<string, Pair>> = {
  'scenes all the same': (size) => [
    scenes(size, () => scene([action('He waits for her.')])),
    scenes(size - 7, () => scene([action('He waits for her.')])),
  ],
  'scenes of seven kinds': (size) => [
    scenes(size, (at) => scene([action(`He waits for her ${at % 7}`)])),
    scenes(size, (at) => scene([action(`He waits for her ${at % 5}`)])),
  ],
  'scenes without anything': (size) => [scenes(size, () => scene([])), scenes(size - 3, () => scene([]))],
  'scenes with nothing in common': (size) => [
    scenes(size, (at) => scene([action(`a${at}`)])),
    scenes(size, (at) => scene([action(`b${at}`)])),
  ],
  'lines all the same': (size) => [lines(size, () => action('Yes.')), lines(size - 3, () => action('Yes.'))],
  'lines that alternate': (size) => [
    lines(size, (at) => action(at % 2 ? 'Yes.' : 'No.')),
    lines(size, (at) => action(at % 3 ? 'Yes.' : 'No.')),
  ],
  'lines that differ in a number': (size) => [
    lines(size, (at) => action(`The man walks slowly over the bridge ${at % 900}`)),
    lines(size, (at) => action(`The man walks slowly over the river ${at % 800} ${at}`)),
  ],
  'lines in reverse': (size) => [
    lines(size, (at) => action(`This is line number ${at}`)),
    lines(size, (at) => action(`This is line number ${size - at}`)),
  ],
  'a speech of parentheticals': (size) => {
    const speech = (text: string): Draft => ({
      scenes: [
        scene([
          { type: 'character', text: 'ANN', speaker: 'ANN' },
          ...times(size, (at): DraftLine => ({ type: 'parenthetical', text: `(${text} ${at})` })),
          { type: 'dialogue', text: 'Hello, you.', speaker: 'ANN' },
        ]),
      ],
    });
    return [speech('beat'), speech('pause')];
  },
  'a new name for everyone': (size) => {
    const cast = (name: string): Draft => ({
      scenes: [
        scene(
          times(size, (at): DraftLine[] => [
            { type: 'character', text: `${name} ${at}`, speaker: `${name} ${at}` },
            { type: 'dialogue', text: `Hello there, my friend ${at}.`, speaker: `${name} ${at}` },
          ]).flat(),
        ),
      ],
    });
    return [cast('ANN'), cast('BEN')];
  },
  'one element full of notes': (size) => {
    const noted = (kinds: number): Draft => ({
      scenes: [scene([{ ...action('He waits.'), notes: times(size, (at) => ({ text: `Note ${at % kinds}` })) }])],
    });
    return [noted(3), noted(5)];
  },
};

/** Milliseconds of the fastest of three runs. */
function measure([first, second]: readonly [Draft, Draft]): number {
  const previous = toNative(first, '11111111');
  const next = toNative(second, '22222222');
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    carryIdentity(next, previous);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('time grows with the size, not with its square', () => {
  // Four times the size: quadratic work would take sixteen times as long.
  const LIMIT = 10;
  /** Below this a ratio says nothing about the work; milliseconds. */
  const FLOOR = 15;

  for (const [name, pair] of Object.entries(HOSTILE)) {
    it(name, () => {
      measure(pair(500));
      const small = Math.max(FLOOR, measure(pair(3000)));
      expect(measure(pair(12_000)) / small).toBeLessThan(LIMIT);
    }, 60_000);
  }

  it('a script of ordinary scenes', () => {
    const feature: Pair = (size) => {
      const random = new Random(1);
      const vocabulary = new Vocabulary(random, 10_000);
      const first = writeDraft(random, vocabulary, { scenes: size, lines: 70 });
      return [first, rewriteDraft(first, { edited: 0.2, movedScenes: 0.05, insertedScenes: 10 }, random, vocabulary)];
    };
    measure(feature(20));
    const small = Math.max(FLOOR, measure(feature(60)));
    expect(measure(feature(240)) / small).toBeLessThan(LIMIT);
  }, 60_000);

  it('a hundred thousand lines that are all alike', () => {
    const start = performance.now();
    const [first, second] = [lines(100_000, () => action('Yes.')), lines(99_990, () => action('Yes.'))];
    const document = carryIdentity(toNative(second, '22222222'), toNative(first, '11111111'));
    expect(document.document.scenes[0]?.body).toHaveLength(99_990);
    expect(performance.now() - start).toBeLessThan(20_000);
  }, 60_000);
});
