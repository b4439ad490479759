import { describe, expect, it } from 'vitest';
import { decode, encode, validate } from '../../src/index.js';
import type { FormatName, ScreenplayDocument } from '../../src/index.js';
import { visible } from '../../src/testing/visible.js';
import type { Visible } from '../../src/testing/visible.js';

/** A script whose every field has a copy under a `screenplay.*` key beside it. */
const SOURCE = `Title: _The Long Door_
Credit: written by
Author: Mara Voss and Tom Lind
Draft date: March 2024
Contact: 12 Hill Road

int. the hall -- night #12A#

She is **very** quiet.

@Mara (V.O.)
(_softly_)
Nobody came.

TOM
Go.

ANNA ^
Stay.
`;

type Scene = ScreenplayDocument['document']['scenes'][number];
type Edit = {
  name: string;
  edit: (document: ScreenplayDocument, scene: Scene) => void;
  seen: (shown: Visible) => unknown;
  expected: unknown;
};

const text = (shown: Visible, kind: string): string[] =>
  shown.blocks.filter((block) => block.kind === kind).map((block) => block.text);

const EDITS: readonly Edit[] = [
  {
    name: 'a setting',
    edit: (_, scene) => (scene.heading.setting = 'THE ATTIC'),
    seen: (shown) => text(shown, 'heading'),
    expected: ['INT. THE ATTIC - NIGHT'],
  },
  {
    name: 'a time of day',
    edit: (_, scene) => (scene.heading.time = 'DAWN'),
    seen: (shown) => text(shown, 'heading'),
    expected: ['INT. THE HALL - DAWN'],
  },
  {
    name: 'a context',
    edit: (_, scene) => (scene.heading.context = 'EXT'),
    seen: (shown) => text(shown, 'heading'),
    expected: ['EXT. THE HALL - NIGHT'],
  },
  {
    name: 'text under runs',
    edit: (_, scene) => {
      const action = scene.body[0];
      if (action?.type === 'action') action.text = { en: 'She is loud now.' };
    },
    seen: (shown) => shown.blocks[1],
    expected: { kind: 'action', text: 'She is loud now.' },
  },
  {
    name: 'the display of a cue',
    edit: (_, scene) => {
      const cue = scene.body[1];
      if (cue?.type === 'character') cue.display = 'MARA (O.S.)';
    },
    seen: (shown) => text(shown, 'character')[0],
    expected: 'MARA (O.S.)',
  },
  {
    name: 'the name of a character',
    edit: (document) => {
      for (const character of document.characters ?? []) if (character.name === 'MARA') character.name = 'NORA';
    },
    seen: (shown) => text(shown, 'character')[0]?.toUpperCase(),
    expected: 'NORA (V.O.)',
  },
  {
    name: 'a scene number',
    edit: (_, scene) => (scene.heading.no = 99),
    seen: (shown) => shown.blocks[0]?.number,
    expected: '99',
  },
  {
    name: 'the title',
    edit: (document) => {
      document.title = { en: 'The Short Door' };
      document.document.cover.title = { en: 'The Short Door' };
    },
    seen: (shown) => shown.title?.title?.text,
    expected: 'The Short Door',
  },
  {
    name: 'an author',
    edit: (document) => {
      for (const author of document.authors) if (author.family === 'Lind') author.family = 'Ward';
    },
    seen: (shown) => shown.title?.author?.text,
    expected: 'Mara Voss & Tom Ward',
  },
  {
    name: 'dual dialogue taken away',
    edit: (_, scene) => {
      for (const element of scene.body) if (element.type === 'dialogue') element.dual = false;
    },
    seen: (shown) => shown.blocks.map((block) => block.dual),
    expected: Array.from({ length: 9 }, () => undefined),
  },
];

/** Edits of which nothing else keeps a copy: they are simply there. */
const WITHOUT_HINT = new Set(['the display of a cue']);

describe.each(['fountain', 'fdx', 'json', 'yaml'] satisfies FormatName[])('an edit shows in %s', (format) => {
  it.each(EDITS.map((edit) => [edit.name, edit] as const))('%s', async (name, { edit, seen, expected }) => {
    const { document } = await decode(new TextEncoder().encode(SOURCE), { from: 'fountain' });
    const edited = JSON.parse(JSON.stringify(document)) as ScreenplayDocument;
    edit(edited, edited.document.scenes[0] as Scene);
    expect(validate(edited)).toEqual({ valid: true });
    const written = await encode(edited, { to: format });
    const again = await decode(written.bytes, { from: format });
    expect(seen(visible(again.document))).toEqual(expected);
    const native = format === 'json' || format === 'yaml';
    if (!native && !WITHOUT_HINT.has(name)) {
      expect(written.warnings.map((warning) => warning.code)).toContain('stale_hint');
    }
  });
});
