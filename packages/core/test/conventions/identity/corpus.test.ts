import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carryIdentity } from '../../../src/conventions/identity/carry-identity.js';
import { loadCodec } from '../../../src/formats/registry.js';
import type { ScreenplayDocument } from '../../../src/model/document.js';
import { checkReferences } from '../../../src/schema/index.js';
import { CORPUS, NO_CORPUS } from '../../corpus/files.js';
import { fromNative } from './from-native.js';
import { Random } from './random.js';
import { editWords, rewriteDraft } from './rewrite-draft.js';
import { scoreDrafts } from './score.js';
import { Vocabulary } from './write-draft.js';

const SCRIPTS = [
  ['fdx', 'pairs/his-girl-friday-1940/fadein4.fdx'],
  ['fountain', 'pairs/his-girl-friday-1940/fadein4.fountain'],
  ['fdx', 'pairs/mostly-genius/source.fdx'],
  ['fountain', 'pairs/mostly-genius/source.fountain'],
  ['fdx', 'pairs/buckets-and-flavors/fd9.fdx'],
  ['fdx', 'pairs/the-last-birthday-card/fd8.fdx'],
] as const;
const SEEDS = [1, 2, 3];

async function read(
  format: 'fdx' | 'fountain',
  source: string,
  previous?: ScreenplayDocument,
): Promise<ScreenplayDocument> {
  const codec = await loadCodec(format);
  const decoded = await codec.decode?.(new TextEncoder().encode(source), previous ? { previous } : {});
  if (!decoded) throw new Error(`no reader of ${format}`);
  return decoded.document;
}

function sourceOf(path: string): string {
  return readFileSync(join(CORPUS, path), 'utf8');
}

describe.skipIf(NO_CORPUS)('identity over drafts of real scripts', () => {
  for (const [format, path] of SCRIPTS) {
    it(path, async () => {
      const first = fromNative(await read(format, sourceOf(path)));
      for (const seed of SEEDS) {
        const random = new Random(seed);
        const vocabulary = new Vocabulary(random);
        const spec = { edited: 0.2, movedScenes: 0.05, insertedScenes: 10 };
        const edited = scoreDrafts(first, rewriteDraft(first, spec, random, vocabulary));
        expect(edited.kept / edited.due, `kept, seed ${seed}`).toBeGreaterThanOrEqual(0.999);
        expect(edited.wrong, `seed ${seed}`).toEqual([]);

        const every = scoreDrafts(first, rewriteDraft(first, { ...spec, everyLine: true }, random, vocabulary));
        expect(every.kept / every.due, `kept of every line, seed ${seed}`).toBeGreaterThanOrEqual(0.99);
        expect(every.wrong.length, `wrong of every line, seed ${seed}`).toBeLessThanOrEqual(0.0005 * every.due);

        const cut = { ...spec, deletedBeats: 0.02, insertedBeats: 0.02, deletedScenes: 0.05, renamed: 2 };
        const rewritten = scoreDrafts(first, rewriteDraft(first, cut, random, vocabulary));
        expect(rewritten.kept / rewritten.due, `kept of a rewrite, seed ${seed}`).toBeGreaterThanOrEqual(0.985);
        expect(rewritten.wrong.length, `wrong of a rewrite, seed ${seed}`).toBeLessThanOrEqual(0.002 * rewritten.due);
      }
    }, 60_000);
  }

  it('the feature from one format is the same script in the other', async () => {
    const fdx = await read('fdx', sourceOf('pairs/his-girl-friday-1940/fadein4.fdx'));
    const fountain = await read('fountain', sourceOf('pairs/his-girl-friday-1940/fadein4.fountain'));
    // The one has a paragraph for every line of dialogue, the other one for every speech.
    for (const [next, previous] of [
      [fountain, fdx],
      [fdx, fountain],
    ] as const) {
      const { document, characters = [] } = carryIdentity(next, previous);
      const before = previous.document.scenes;
      expect(document.scenes.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(new Set(characters.map(({ id }) => id))).toEqual(new Set(previous.characters?.map(({ id }) => id)));
      const known = new Set(before.flatMap(({ body }) => body.map(({ id }) => id)));
      const cues = document.scenes.flatMap(({ body }) => body.filter(({ type }) => type === 'character'));
      expect(cues.filter(({ id }) => known.has(id)).length).toBeGreaterThanOrEqual(0.99 * cues.length);
    }
  }, 60_000);

  it('the feature as a file: a fifth of its paragraphs edited, scenes moved and inserted', async () => {
    const source = sourceOf('pairs/his-girl-friday-1940/fadein4.fdx');
    const previous = await read('fdx', source);
    const next = editFile(source, new Random(7));
    const document = await read('fdx', next.source, previous);
    expect(document.id).toBe(previous.id);
    expect(document.document.scenes).toHaveLength(next.origins.length);
    expect(checkReferences(document)).toEqual({ valid: true });

    const known = new Set(previous.document.scenes.flatMap((scene) => [scene.id, ...scene.body.map(({ id }) => id)]));
    let due = 0;
    let kept = 0;
    const wrong: string[] = [];
    document.document.scenes.forEach((scene, at) => {
      const origin = previous.document.scenes[next.origins[at] ?? -1];
      const expected = [origin?.id, ...(origin?.body.map(({ id }) => id) ?? [])];
      [scene, ...scene.body].forEach(({ id }, n) => {
        if (expected[n] !== undefined) due++;
        if (expected[n] === id) kept++;
        else if (known.has(id)) wrong.push(`scene ${at}, line ${n}`);
      });
    });
    expect(due).toBeGreaterThan(6900);
    expect(kept / due).toBeGreaterThanOrEqual(0.99);
    expect(wrong).toEqual([]);
  }, 60_000);
});

/** Edits the paragraphs of a file; `origins` names for each scene of the result which one it was, -1 for a new one. */
function editFile(source: string, random: Random): { source: string; origins: number[] } {
  const vocabulary = new Vocabulary(random);
  const start = source.indexOf('<Content>') + '<Content>'.length;
  const end = source.indexOf('</Content>');
  const scenes = source
    .slice(start, end)
    .split(/(?=<Paragraph [^>]*Type="Scene Heading")/)
    .map((text, at) => ({ text, origin: at - 1 }));
  const opening = scenes.shift();
  for (const scene of scenes) {
    scene.text = scene.text.replace(/(<Text[^>]*>)([^<&]*\w[^<&]*)/g, (whole, tag: string, words: string) =>
      random.chance(0.2) ? tag + editWords(words, random, vocabulary) : whole,
    );
  }
  for (const scene of random.sample(scenes, Math.round(scenes.length / 20))) {
    scenes.splice(scenes.indexOf(scene), 1);
    scenes.splice(random.below(scenes.length + 1), 0, scene);
  }
  const paragraph = (type: string, text: string): string =>
    `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;
  for (let n = 0; n < 10; n++) {
    const text = [
      paragraph('Scene Heading', `INT. NEW PLACE ${n} - DAY`),
      paragraph('Action', vocabulary.sentence(12)),
      paragraph('Character', 'HILDY'),
      paragraph('Dialogue', 'Hello.'),
    ].join('');
    scenes.splice(random.below(scenes.length + 1), 0, { text, origin: -1 });
  }
  const content = [opening, ...scenes].map((scene) => scene?.text ?? '').join('');
  return { source: source.slice(0, start) + content + source.slice(end), origins: scenes.map(({ origin }) => origin) };
}
