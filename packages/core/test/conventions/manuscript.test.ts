import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDocument } from '../../src/conventions/manuscript/build-document.js';
import { fromDocument } from '../../src/conventions/manuscript/from-document.js';
import { openManuscript } from '../../src/conventions/manuscript/open-manuscript.js';
import { toDocument } from '../../src/conventions/manuscript/to-document.js';
import type { Block, Manuscript } from '../../src/conventions/manuscript/types.js';
import { Warnings } from '../../src/errors/index.js';
import { sourceIdOf } from '../../src/model/ids.js';
import type { ScreenplayDocument } from '../../src/model/document.js';
import { checkReferences, validate } from '../../src/schema/index.js';
import { manuscripts } from '../../src/testing/manuscripts.js';

const SOURCE = sourceIdOf('0a1b2c3d-4e5f-8a6b-9c7d-8e9f0a1b2c3d');

function document(manuscript: Manuscript): ScreenplayDocument {
  return toDocument(manuscript, { sourceId: SOURCE, warnings: new Warnings() });
}

/** Blocks without what the document adds: ids. */
function bare(blocks: readonly Block[]): unknown[] {
  return blocks.map(({ id: _, notes, bookmarks, ...block }) => ({
    ...block,
    ...(notes ? { notes: notes.map(({ id: _note, ...note }) => note) } : {}),
    ...(bookmarks ? { bookmarks: bookmarks.map(({ id: _mark, ...mark }) => mark) } : {}),
  }));
}

function roundTrip(manuscript: Manuscript): { blocks: unknown[]; warnings: Warnings } {
  const warnings = new Warnings();
  return { blocks: bare(fromDocument(document(manuscript), { warnings }).blocks), warnings };
}

describe('manuscript and document', () => {
  it('gives every manuscript back', () => {
    fc.assert(
      fc.property(manuscripts(), (manuscript) => {
        const { blocks, warnings } = roundTrip(manuscript);
        expect(blocks).toEqual(bare(manuscript.blocks));
        expect(warnings.list()).toEqual([]);
      }),
    );
  });

  it('says the same when its parts are loaded on demand', async () => {
    await fc.assert(
      fc.asyncProperty(manuscripts(), async (manuscript) => {
        const made = document(manuscript);
        const options = { sourceId: SOURCE, warnings: new Warnings() };
        expect(JSON.stringify(await buildDocument(manuscript, options))).toBe(JSON.stringify(made));
        const warnings = new Warnings();
        expect(await openManuscript(made, { warnings })).toEqual(fromDocument(made, { warnings }));
      }),
    );
  });

  it('makes only valid documents whose references resolve', () => {
    fc.assert(
      fc.property(manuscripts(), (manuscript) => {
        const made = document(manuscript);
        expect(validate(made)).toEqual({ valid: true });
        expect(checkReferences(made)).toEqual({ valid: true });
      }),
    );
  });

  it('keeps what a heading carries', () => {
    const heading: Block = {
      kind: 'heading',
      text: 'INT. HOUSE - NIGHT',
      runs: [{ start: 5, end: 10, italic: true }],
      number: '12A',
      pageBreak: true,
      layout: { align: 'center', before: 18 },
      revisions: [2],
      notes: [
        { text: 'Move this', created: '2024-01-02T03:04:05Z', writer: 'Ann Lee', color: '#ff8800', range: [5, 10] },
      ],
      bookmarks: [{ title: 'Act two' }],
      scene: {
        title: 'The quarrel',
        color: '#00ff00',
        synopsis: { text: 'They part.', runs: [{ start: 0, end: 4, bold: true }] },
        arcBeats: [{ character: 'MARA', text: 'leaves; 100%\ndone' }],
        page: '12',
        length: '1 3/8',
      },
    };
    const manuscript: Manuscript = { blocks: [heading], revisions: [{ index: 2, name: 'Pink' }] };
    expect(roundTrip(manuscript).blocks).toEqual([heading]);
    const scene = document(manuscript).document.scenes[0];
    expect(scene?.body.map((element) => element.class)).toEqual(['heading-anchor']);
    expect(scene?.body[0]?.notes?.[0]?.parent).toBe(scene?.id);
  });

  it('splits text beyond the bound and joins it again', () => {
    const text = `${'long 😀 '.repeat(4000)}end`;
    const action: Block = { kind: 'action', text, runs: [{ start: 9984, end: 20016, bold: true }] };
    const made = document({ blocks: [action] });
    expect(validate(made)).toEqual({ valid: true });
    expect(made.document.scenes[0]?.body.length).toBeGreaterThan(2);
    expect(roundTrip({ blocks: [action] }).blocks).toEqual([action]);
  });

  it('holds names, cues and headings of any length', () => {
    const blocks: Block[] = [
      { kind: 'heading', text: `INT. ${'VERY LONG '.repeat(60)}HALL - ${'LATER AND '.repeat(20)}LATER`, number: '0' },
      { kind: 'character', text: `${'NAME '.repeat(60)}END (V.O.)` },
      { kind: 'dialogue', text: 'Yes.' },
      { kind: 'character', text: '' },
      { kind: 'dialogue', text: 'Nobody.' },
      { kind: 'dialogue', text: '', class: 'Weird  Class!' },
    ];
    expect(validate(document({ blocks }))).toEqual({ valid: true });
    expect(roundTrip({ blocks }).blocks).toEqual(blocks);
  });

  it('keeps alternates, boneyards and omitted speeches in their place', () => {
    const blocks: Block[] = [
      { kind: 'heading', text: 'INT. HOUSE - DAY' },
      { kind: 'character', text: 'MARA' },
      { kind: 'dialogue', text: 'Go.' },
      { kind: 'dialogue', text: 'Leave.', class: 'alternate', omit: true },
      { kind: 'general', text: 'cut', class: 'boneyard', omit: true },
      { kind: 'dialogue', text: 'Now.' },
      {
        kind: 'heading',
        text: 'INT. CUT SCENE - DAY',
        omit: true,
        scene: { synopsis: { text: 'gone' }, color: '#123456' },
      },
      { kind: 'character', text: 'TOM (V.O.)', omit: true },
      { kind: 'dialogue', text: 'Gone too.', omit: true },
    ];
    const made = document({ blocks });
    expect(validate(made)).toEqual({ valid: true });
    expect(checkReferences(made)).toEqual({ valid: true });
    expect(made.document.scenes).toHaveLength(1);
    expect(roundTrip({ blocks }).blocks).toEqual(blocks);
  });

  it('enters tags in the lists of the scene and the cast', () => {
    const blocks: Block[] = [
      { kind: 'heading', text: 'INT. HOUSE - DAY' },
      {
        kind: 'action',
        text: 'Mara lifts the Red Lamp; a dog barks.',
        tags: [
          { category: 'Props', label: 'Red Lamp', range: [15, 23], extra: { 'fdx.number': '3' } },
          { category: 'Cast', label: 'Mara', range: [0, 4] },
          { category: 'Greenery', label: 'Ivy & moss' },
        ],
      },
    ];
    const made = document({ blocks });
    expect(made.document.scenes[0]).toMatchObject({ props: ['red-lamp'], tags: ['ivy-moss'] });
    expect(made.taggable).toEqual(['red-lamp', 'ivy-moss']);
    expect(made.document.scenes[0]?.cast).toEqual([made.characters?.[0]?.id]);
    expect(roundTrip({ blocks }).blocks).toEqual(blocks);
  });

  it('is never without a scene, and an empty script has an empty preamble', () => {
    const made = document({ blocks: [] });
    expect(validate(made)).toEqual({ valid: true });
    expect(made.document.scenes).toHaveLength(1);
    expect(roundTrip({ blocks: [] }).blocks).toEqual([]);
  });

  it('takes the ids that a source brings, once each', () => {
    const id = '6e39d99f-6972-42f8-bdc8-3f0dbe546280';
    const made = document({
      blocks: [
        { kind: 'action', text: 'One.', id: id.toUpperCase() },
        { kind: 'action', text: 'Two.', id },
        { kind: 'action', text: 'Three.', id: 'not a uuid' },
      ],
    });
    const ids = made.document.scenes[0]?.body.map((element) => element.id) ?? [];
    expect(ids[0]).toBe(id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('documents made by other programs', () => {
  const AUTHOR = '11111111-1111-4111-8111-111111111111';
  const MARA = '22222222-2222-4222-8222-222222222222';
  const TOM = '33333333-3333-4333-8333-333333333333';
  let count = 0;
  const id = (): string => `44444444-4444-4444-8444-${String(++count).padStart(12, '0')}`;
  const node = () => ({ id: id(), authors: [AUTHOR] });
  const made = (body: ScreenplayDocument['document']['scenes'][number]['body']): ScreenplayDocument => ({
    id: id(),
    version: '1.0.0',
    title: { en: 'Other' },
    lang: 'en',
    charset: 'utf-8',
    dir: 'ltr',
    authors: [{ id: AUTHOR, given: 'Ann', family: 'Lee' }],
    characters: [
      { id: MARA, name: 'MARA' },
      { id: TOM, name: 'TOM' },
    ],
    document: {
      cover: { title: { en: 'Other' }, authors: [AUTHOR] },
      scenes: [{ ...node(), heading: { context: 'INT', setting: 'HOUSE', time: 'DAY' }, body }],
    },
  });
  const read = (document: ScreenplayDocument) =>
    bare(fromDocument(document, { warnings: new Warnings() }).blocks).slice(1);

  it('name every speaker even where no cue does', () => {
    const document = made([
      { ...node(), type: 'dialogue', character: MARA, text: { en: 'One.' } },
      { ...node(), type: 'dialogue', character: TOM, origin: 'V.O.', text: { en: 'Two.' } },
      { ...node(), type: 'action', text: { en: 'Rain.' } },
      { ...node(), type: 'dialogue', character: TOM, text: { en: 'Three.' } },
    ]);
    expect(read(document)).toMatchObject([
      { kind: 'character', text: 'MARA' },
      { kind: 'dialogue', text: 'One.' },
      { kind: 'character', text: 'TOM (V.O.)' },
      { kind: 'dialogue', text: 'Two.' },
      { kind: 'action' },
      { kind: 'character', text: 'TOM' },
      { kind: 'dialogue', text: 'Three.' },
    ]);
  });

  it('pair flagged speeches left and right', () => {
    const document = made([
      { ...node(), type: 'character', character: MARA },
      { ...node(), type: 'dialogue', character: MARA, dual: true, text: { en: 'One.' } },
      { ...node(), type: 'character', character: TOM },
      { ...node(), type: 'dialogue', character: TOM, dual: true, text: { en: 'Two.' } },
    ]);
    expect((read(document) as Block[]).map((block) => block.dual)).toEqual(['left', 'left', 'right', 'right']);
  });
});

describe('edits win', () => {
  const blocks: Block[] = [
    { kind: 'heading', text: 'int. house -- night', number: '12A', runs: [{ start: 0, end: 4, bold: true }] },
    { kind: 'action', text: 'The door opens.', runs: [{ start: 4, end: 8, italic: true }] },
    { kind: 'character', text: 'Mara (V.O.)', dual: 'left' },
    { kind: 'dialogue', text: 'Left.', dual: 'left' },
    { kind: 'character', text: 'TOM', dual: 'right' },
    { kind: 'dialogue', text: 'Right.', dual: 'right' },
  ];
  function edited(change: (document: ScreenplayDocument) => void): { blocks: Block[]; codes: string[] } {
    const made = JSON.parse(JSON.stringify(document({ blocks }))) as ScreenplayDocument;
    change(made);
    expect(validate(made)).toEqual({ valid: true });
    const warnings = new Warnings();
    const read = fromDocument(made, { warnings });
    return { blocks: bare(read.blocks) as Block[], codes: warnings.list().map((warning) => warning.code) };
  }
  type Scene = ScreenplayDocument['document']['scenes'][number];
  const scene = (made: ScreenplayDocument): Scene => made.document.scenes[0] as Scene;

  it('over the source of a heading', () => {
    const { blocks: read, codes } = edited((made) => {
      scene(made).heading.time = 'DAWN';
    });
    expect(read[0]?.text).toBe('INT. HOUSE - DAWN');
    expect(read[0]?.runs).toBeUndefined();
    expect(codes).toContain('stale_hint');
  });

  it('over a scene number', () => {
    const { blocks: read, codes } = edited((made) => {
      scene(made).heading.no = 99;
    });
    expect(read[0]?.number).toBe('99');
    expect(codes).toContain('stale_hint');
  });

  it('over runs', () => {
    const { blocks: read, codes } = edited((made) => {
      const action = scene(made).body[0];
      if (action?.type === 'action') action.text = { en: 'The gate opens.' };
    });
    expect(read[1]).toEqual({ kind: 'action', text: 'The gate opens.' });
    expect(codes).toContain('stale_hint');
  });

  it('over dual dialogue', () => {
    const { blocks: read, codes } = edited((made) => {
      for (const element of scene(made).body) if (element.type === 'dialogue') element.dual = false;
    });
    expect(read.some((block) => block.dual !== undefined)).toBe(false);
    expect(codes).toContain('stale_hint');
  });

  it('over the name that cues spell', () => {
    const { blocks: read } = edited((made) => {
      for (const character of made.characters ?? []) if (character.name === 'MARA') character.name = 'NORA';
    });
    expect(read[2]?.text).toBe('NORA (V.O.)');
  });

  it('over a display', () => {
    const { blocks: read } = edited((made) => {
      const cue = scene(made).body[1];
      if (cue?.type === 'character') delete cue.display;
    });
    expect(read[2]?.text).toBe('MARA (V.O.)');
  });
});
