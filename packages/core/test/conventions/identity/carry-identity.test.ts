import { describe, expect, it } from 'vitest';
import { carryIdentity } from '../../../src/conventions/identity/carry-identity.js';
import type { Element, ScreenplayDocument, Uuid } from '../../../src/model/document.js';
import { deriveId, sourceIdOf } from '../../../src/model/ids.js';
import { checkReferences, validate } from '../../../src/schema/index.js';
import { fullDocument } from '../../../src/testing/full-document.js';
import { nextDraft, toNative } from './draft.js';
import type { Draft, DraftLine, DraftScene } from './draft.js';
import { Random } from './random.js';
import { rewriteDraft } from './rewrite-draft.js';
import { Vocabulary, writeDraft } from './write-draft.js';

const action = (text: string): DraftLine => ({ type: 'action', text });
const speech = (speaker: string, ...texts: string[]): DraftLine[] => [
  { type: 'character', text: speaker, speaker },
  ...texts.map(
    (text): DraftLine => (text.startsWith('(') ? { type: 'parenthetical', text } : { type: 'dialogue', text, speaker }),
  ),
];
const scene = (setting: string, ...lines: (DraftLine | DraftLine[])[]): DraftScene => ({
  context: 'INT',
  setting,
  time: 'DAY',
  lines: lines.flat(),
});
const draft = (...scenes: DraftScene[]): Draft => ({ scenes });

/** Both drafts as documents, and the new one with the identity of the old. */
function carry(
  first: Draft,
  second: Draft,
): { before: ScreenplayDocument; plain: ScreenplayDocument; after: ScreenplayDocument } {
  const before = toNative(first, '11111111');
  const plain = toNative(second, '22222222');
  return { before, plain, after: carryIdentity(plain, before) };
}

/** For every element of the new draft the place of the old one it is, as `scene.element`; `-` for a new one. */
function origins({ before, after }: { before: ScreenplayDocument; after: ScreenplayDocument }): string[][] {
  const places = new Map<Uuid, string>();
  before.document.scenes.forEach((old, s) => old.body.forEach(({ id }, e) => places.set(id, `${s}.${e}`)));
  return after.document.scenes.map(({ body }) => body.map(({ id }) => places.get(id) ?? '-'));
}

function sceneOrigins({ before, after }: { before: ScreenplayDocument; after: ScreenplayDocument }): number[] {
  const ids = before.document.scenes.map(({ id }) => id);
  return after.document.scenes.map(({ id }) => ids.indexOf(id));
}

function allIds(document: ScreenplayDocument): Uuid[] {
  return (JSON.stringify(document).match(/"id":"[0-9a-f-]{36}"/g) ?? []).map((entry) => entry.slice(6, -1));
}

function aFeature(seed = 1): { first: Draft; random: Random; vocabulary: Vocabulary } {
  const random = new Random(seed);
  const vocabulary = new Vocabulary(random);
  return { first: writeDraft(random, vocabulary, { scenes: 20, lines: 30 }), random, vocabulary };
}

const OPENING = scene(
  'CITY ROOM',
  action('Reporters hammer away at their typewriters under the big clock.'),
  speech('HILDY', '(beaming)', 'Hello, Skinny. Remember me?'),
  speech('SKINNY', 'Hildy Johnson, as I live and breathe!'),
  action('She pushes through the gate and strides toward the glass office.'),
  speech('HILDY', 'Is the lord of the universe in?'),
  speech('SKINNY', 'Yes.'),
);
const OFFICE = scene(
  'OFFICE',
  action('Burns is shaving with an electric razor while Louie holds up a mirror.'),
  speech('BURNS', 'What do you want?'),
  speech('HILDY', 'Your ex-wife is here, do you want to see her?'),
  speech('BURNS', '(beat)', 'Yes.'),
);

describe('carryIdentity', () => {
  it('gives a document itself back when it is its own earlier draft', () => {
    const document = toNative(aFeature().first, '11111111');
    const before = JSON.stringify(document);
    expect(carryIdentity(document, document)).toEqual(document);
    expect(carryIdentity(structuredClone(document), document)).toEqual(document);
    expect(JSON.stringify(document)).toBe(before);
  });

  it('gives a document that uses every property itself back', () => {
    const document = fullDocument();
    expect(carryIdentity(structuredClone(document), document)).toEqual(document);
  });

  it('makes the same script of another source the same document', () => {
    const { first } = aFeature();
    const before = toNative(first, '11111111');
    expect(carryIdentity(toNative(nextDraft(first), '22222222'), before)).toEqual(before);
  });

  it('leaves both drafts as they are and is deterministic', () => {
    const { first, random, vocabulary } = aFeature();
    const second = rewriteDraft(
      first,
      { edited: 0.2, movedScenes: 0.1, insertedScenes: 2, split: 0.02 },
      random,
      vocabulary,
    );
    const { before, plain, after } = carry(first, second);
    expect(before).toEqual(toNative(first, '11111111'));
    expect(plain).toEqual(toNative(second, '22222222'));
    expect(JSON.stringify(carryIdentity(plain, before))).toBe(JSON.stringify(after));
  });

  it('changes nothing but ids', () => {
    const { first, random, vocabulary } = aFeature();
    const second = rewriteDraft(first, { edited: 0.3, movedScenes: 0.1, insertedScenes: 2 }, random, vocabulary);
    const { plain, after } = carry(first, second);
    const masked = (document: ScreenplayDocument): string =>
      JSON.stringify(document).replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id');
    expect(masked(after)).toBe(masked(plain));
  });

  it('takes the word of the caller for the document, and carries nothing else from an unrelated script', () => {
    const one = aFeature(1);
    const other = aFeature(2);
    const { before, after } = carry(one.first, other.first);
    expect(after.id).toBe(before.id);
    // The author is of the same name.
    expect(after.authors).toEqual(before.authors);
    expect(sceneOrigins({ before, after }).filter((origin) => origin >= 0)).toEqual([]);
    expect(
      origins({ before, after })
        .flat()
        .filter((origin) => origin !== '-'),
    ).toEqual([]);
  });

  it('never brings an id of the earlier draft back for something else, over many drafts', () => {
    const { first, random, vocabulary } = aFeature(3);
    let current = first;
    let document = toNative(first, '00000001');
    const everUsed = new Set(allIds(document));
    for (let round = 2; round <= 6; round++) {
      const plan = {
        edited: 0.2,
        deletedScenes: 0.1,
        insertedScenes: 2,
        deletedBeats: 0.05,
        insertedBeats: 0.05,
        split: 0.02,
      };
      current = rewriteDraft(current, plan, random, vocabulary);
      const previous = new Set(allIds(document));
      // Derived again from the very same source id: the hardest case, as every derived id is taken.
      document = carryIdentity(toNative(current, round % 2 ? '00000001' : '00000002'), document);
      expect(validate(document)).toEqual({ valid: true });
      expect(checkReferences(document)).toEqual({ valid: true });
      const ids = allIds(document);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => previous.has(id)).length).toBeGreaterThan(0.7 * ids.length);
      for (const id of ids) everUsed.add(id);
    }
    expect(everUsed.size).toBeGreaterThan(allIds(document).length);
  });

  it('does not let a new thing keep a derived id that the earlier draft used for something that is gone', () => {
    const first = draft(scene('ROOM', action('The lamp goes out and nobody moves for a long while.')));
    const second = draft(scene('BEACH', action('Seagulls circle above an overturned rowing boat.')));
    const before = toNative(first, '11111111');
    // The same source id: every id of `next` equals the id of something else in `previous`.
    const after = carryIdentity(toNative(second, '11111111'), before);
    const earlier = new Set(allIds({ ...before, id: '', authors: [] }));
    expect(allIds({ ...after, id: '', authors: [] }).filter((id) => earlier.has(id))).toEqual([]);
    expect(checkReferences(after)).toEqual({ valid: true });
  });
});

describe('lines', () => {
  it('keep their ids when edited, inserted around and deleted around', () => {
    const second = nextDraft(draft(OPENING, OFFICE));
    const [opening] = second.scenes;
    opening?.lines.splice(0, 0, action('A telephone rings unanswered.'));
    opening?.lines.splice(5, 2);
    const result = carry(draft(OPENING, OFFICE), second);
    expect(origins(result)[0]).toEqual(['-', '0.0', '0.1', '0.2', '0.3', '0.6', '0.7', '0.8', '0.9', '0.10']);
  });

  it('keep them when case, punctuation or spacing change', () => {
    const first = draft(scene('ROOM', action('He waits -- then runs.'), speech('ANN', 'Don\u2019t go!')));
    const second = draft(scene('ROOM', action('HE WAITS... THEN RUNS'), speech('ANN', "Don't  go.")));
    expect(origins(carry(first, second))).toEqual([['0.0', '0.1', '0.2']]);
  });

  it('of the same words are told apart by who speaks and what stands beside them', () => {
    const yes = (...names: string[]): DraftScene =>
      scene('ROOM', ...names.flatMap((name) => [action(`${name} looks up from the ledger.`), speech(name, 'Yes.')]));
    const result = carry(draft(yes('ANN', 'BEN', 'CAL', 'DOT')), draft(yes('ANN', 'CAL', 'DOT')));
    expect(origins(result)).toEqual([['0.0', '0.1', '0.2', '0.6', '0.7', '0.8', '0.9', '0.10', '0.11']]);
  });

  it('of a word are known by their place', () => {
    const answer = (word: string): Draft =>
      draft(
        scene(
          'ROOM',
          action('She waits by the window.'),
          speech('ANN', word),
          action('He closes the door behind him.'),
        ),
      );
    expect(origins(carry(answer('Yes.'), answer('No.')))).toEqual([['0.0', '0.1', '0.2', '0.3']]);
  });

  it('are new when nothing of them is left, cue and all', () => {
    const said = (text: string): Draft =>
      draft(
        scene(
          'ROOM',
          action('She waits by the window.'),
          speech('ANN', text),
          action('He closes the door behind him.'),
        ),
      );
    const result = carry(
      said('The train to Albany leaves at seven from the lower level.'),
      said('My uncle once caught a pike as long as this table.'),
    );
    expect(origins(result)).toEqual([['0.0', '-', '-', '0.3']]);
    // The character is still the same one.
    expect(result.after.characters).toEqual(result.before.characters);
  });

  it('keep them when their type changes', () => {
    const first = draft(
      scene('ROOM', action('He waits by the gate.'), action('CUT TO:'), action('She arrives out of breath.')),
    );
    const second = structuredClone(first);
    const types: Element['type'][] = ['general', 'transition', 'shot'];
    second.scenes[0]?.lines.forEach((line, at) => (line.type = types[at] ?? 'action'));
    expect(origins(carry(first, second))).toEqual([['0.0', '0.1', '0.2']]);
  });

  it('give their id to the larger part of a split, and take that of the larger part of a merger', () => {
    const whole =
      'The reporter runs to the elevator, pounds on the closed door, waits, and kicks it. It opens at last.';
    const [large, small] = [whole.slice(0, -17), 'It opens at last.'];
    const one = draft(scene('ROOM', action('Nobody looks up.'), action(whole), action('The clock strikes one.')));
    const two = draft(
      scene('ROOM', action('Nobody looks up.'), action(large), action(small), action('The clock strikes one.')),
    );
    const turned = draft(
      scene('ROOM', action('Nobody looks up.'), action(small), action(large), action('The clock strikes one.')),
    );
    expect(origins(carry(one, two))).toEqual([['0.0', '0.1', '-', '0.2']]);
    expect(origins(carry(one, turned))).toEqual([['0.0', '-', '0.1', '0.2']]);
    expect(origins(carry(two, one))).toEqual([['0.0', '0.1', '0.3']]);
  });

  it('are known again in another scene, with the short ones beside them', () => {
    const moved = [
      ...speech('HILDY', 'I am going to be a human being, not a newspaperman.'),
      ...speech('BURNS', 'Sure.'),
      ...speech('HILDY', 'Watch me walk out of that door and never come back.'),
    ];
    const first = draft(scene('CITY ROOM', OPENING.lines, moved), OFFICE);
    const second = draft(OPENING, scene('OFFICE', OFFICE.lines, moved));
    const expected = moved.map((_, at) => `0.${OPENING.lines.length + at}`);
    expect(origins(carry(first, second))[1]?.slice(OFFICE.lines.length)).toEqual(expected);
  });

  it('too short to be known again are new in another scene', () => {
    const first = draft(scene('CITY ROOM', OPENING.lines, speech('HILDY', 'Never.')), OFFICE);
    const second = draft(OPENING, scene('OFFICE', OFFICE.lines, speech('HILDY', 'Never.')));
    expect(origins(carry(first, second))[1]?.slice(OFFICE.lines.length)).toEqual(['-', '-']);
  });

  it('keep cues and parentheticals with their dialogue', () => {
    const first = draft(
      scene(
        'ROOM',
        speech('ANN', '(beat)', 'I never said I would come with you.'),
        speech('ANN', '(beat)', 'Look at the rain.'),
      ),
    );
    const second = draft(
      scene(
        'ROOM',
        speech('ANN', '(beat)', 'Look at the rain.'),
        speech('ANN', '(then)', 'I never said that I would come.'),
      ),
    );
    const result = carry(first, second);
    const [body] = origins(result);
    // One of the two changed places; each speech stays whole.
    expect([body?.slice(0, 3), body?.slice(3)]).toContainEqual(['0.3', '0.4', '0.5']);
    expect(body?.[5]).toBe('0.2');
    expect(body?.[3]).toBe('0.0');
  });
});

describe('scenes', () => {
  const filler = (at: number): DraftScene =>
    scene(
      `PLACE ${at}`,
      action(`Figure ${at} crosses the empty square numbered ${at * 7}.`),
      action(`Bell ${at} rings ${at} times.`),
    );

  it('keep their ids when moved, renumbered and under another heading', () => {
    const first = draft(OPENING, filler(1), filler(2), OFFICE, filler(3));
    const second = nextDraft(draft(OFFICE, OPENING, filler(1), filler(2), filler(3)));
    second.scenes.forEach((moved, at) => {
      moved.no = at + 1;
      moved.time = 'NIGHT';
    });
    expect(sceneOrigins(carry(first, second))).toEqual([3, 0, 1, 2, 4]);
  });

  it('of the same heading are told apart by what happens in them', () => {
    const twin = (text: string): DraftScene => scene('KITCHEN', action(text), speech('ANN', 'Yes.'));
    const first = draft(
      twin('Ann burns the toast and opens a window.'),
      twin('The kettle boils over.'),
      twin('Ann is asleep at the table.'),
    );
    const second = draft(
      twin('The kettle boils over.'),
      twin('Ann is asleep on the kitchen table.'),
      twin('Two policemen search the drawers.'),
    );
    const result = carry(first, second);
    expect(sceneOrigins(result)).toEqual([1, 2, -1]);
    expect(origins(result)[2]).toEqual(['-', '-', '-']);
  });

  it('rewritten whole are known by a heading of their own between the same neighbours', () => {
    const first = draft(filler(1), scene('LIGHTHOUSE STAIRS', action('He climbs.')), filler(2));
    const second = draft(
      filler(1),
      scene('LIGHTHOUSE STAIRS', action('Silence, apart from the distant sea.')),
      filler(2),
    );
    const result = carry(first, second);
    expect(sceneOrigins(result)).toEqual([0, 1, 2]);
    expect(origins(result)[1]).toEqual(['-']);
  });

  it('without any text keep their ids in order', () => {
    const empty = (...names: string[]): Draft => draft(...names.map((name) => scene(name)));
    expect(sceneOrigins(carry(empty('A', 'B', 'A', 'C'), empty('A', 'NEW', 'B', 'A', 'C')))).toEqual([0, -1, 1, 2, 3]);
  });

  it('give their id to the larger part of a split, and take that of the larger part of a merger', () => {
    const cut = 7;
    const one = draft(filler(1), OPENING, filler(2));
    const two = draft(
      filler(1),
      { ...OPENING, lines: OPENING.lines.slice(0, cut) },
      scene('CORRIDOR', OPENING.lines.slice(cut)),
      filler(2),
    );
    expect(sceneOrigins(carry(one, two))).toEqual([0, 1, -1, 2]);
    expect(origins(carry(one, two)).flat()).not.toContain('-');
    expect(sceneOrigins(carry(two, one))).toEqual([0, 1, 3]);
    expect(origins(carry(two, one)).flat()).not.toContain('-');
  });
});

describe('characters', () => {
  const names = (document: ScreenplayDocument): Map<Uuid, string> =>
    new Map(document.characters?.map(({ id, name }) => [id, name]));
  const renamed = (from: string, to: string, what: Draft): Draft => {
    const next = nextDraft(what);
    for (const line of next.scenes.flatMap(({ lines }) => lines)) {
      if (line.speaker !== from) continue;
      line.speaker = to;
      if (line.type === 'character') line.text = to;
    }
    return next;
  };

  it('match by name, whatever the case', () => {
    const result = carry(draft(OPENING), renamed('HILDY', 'Hildy', draft(OPENING)));
    expect(names(result.after)).toEqual(
      new Map([...names(result.before)].map(([id, name]) => [id, name === 'HILDY' ? 'Hildy' : name])),
    );
  });

  it('match by alias', () => {
    const before = toNative(draft(OPENING), '11111111');
    const hildy = before.characters?.find(({ name }) => name === 'HILDY');
    if (hildy) hildy.aliases = ['MISS JOHNSON'];
    const other = draft(scene('BEACH', speech('MISS JOHNSON', 'Not a soul for miles.')));
    const after = carryIdentity(toNative(other, '22222222'), before);
    expect(after.characters?.map(({ id }) => id)).toEqual([hildy?.id]);
  });

  it('match by what they say when renamed, and their lines stay', () => {
    const result = carry(draft(OPENING, OFFICE), renamed('HILDY', 'HELEN', draft(OPENING, OFFICE)));
    const hildy = result.before.characters?.find(({ name }) => name === 'HILDY');
    expect(names(result.after).get(hildy?.id ?? '')).toBe('HELEN');
    expect(origins(result).flat()).not.toContain('-');
  });

  it('renamed are not mixed up with a newcomer of the old name', () => {
    const more = scene(
      'BAR',
      speech('HILDY', 'A rye highball and an honest answer, please.'),
      speech('HILDY', 'Make that two of everything.'),
    );
    const second = renamed('HILDY', 'HELEN', draft(OPENING, OFFICE, more));
    second.scenes.push(scene('STREET', speech('HILDY', 'Which way to the courthouse from here?')));
    const result = carry(draft(OPENING, OFFICE, more), second);
    const hildy = result.before.characters?.find(({ name }) => name === 'HILDY');
    expect(names(result.after).get(hildy?.id ?? '')).toBe('HELEN');
    expect(checkReferences(result.after)).toEqual({ valid: true });
  });
});

describe('notes, bookmarks, revisions and what else has an id', () => {
  const noted = (...notes: string[]): Draft => {
    const what = nextDraft(draft(OPENING, OFFICE));
    const line = what.scenes[0]?.lines[0];
    if (line) line.notes = notes.map((text) => ({ text }));
    return what;
  };
  const noteIds = (document: ScreenplayDocument): Uuid[] =>
    document.document.scenes.flatMap(({ body }) => body.flatMap(({ notes = [] }) => notes.map(({ id }) => id)));

  it('notes keep their ids when edited and reordered; a new one is new', () => {
    const { before, after } = carry(
      noted('Check the clock with props.', 'Too many reporters?', 'Ask about the crossword.'),
      noted('Ask about the crossword.', 'Order more pencils.', 'Check the big clock with props.'),
    );
    const [clock, , crossword] = noteIds(before);
    const [first, second, third] = noteIds(after);
    expect([first, third]).toEqual([crossword, clock]);
    expect(noteIds(before)).not.toContain(second);
  });

  it('a note on another element is known by its words', () => {
    const first = noted('Check the clock with props.');
    const second = nextDraft(draft(OPENING, OFFICE));
    const line = second.scenes[1]?.lines[0];
    if (line) line.notes = [{ text: 'Check the clock with props.' }];
    const { before, after } = carry(first, second);
    expect(noteIds(after)).toEqual(noteIds(before));
  });

  it('every reference follows', () => {
    const document = fullDocument();
    const reissued = withNewIds(document);
    expect(checkReferences(reissued)).toEqual({ valid: true });
    const after = carryIdentity(reissued, document);
    expect(after).toEqual(document);
  });

  it('ids in templates and meta follow', () => {
    const before = toNative(draft(OPENING, OFFICE), '11111111');
    const next = toNative(draft(OFFICE, OPENING), '22222222');
    const element = next.document.scenes[0]?.body[0];
    const was = before.document.scenes[1]?.body[0];
    next.document.layout = {
      templates: [{ id: 'locked-pages', default: false, text: `1 ${element?.id}:0\n2 ${element?.id}:12` }],
    };
    next.document.meta = {
      'screenplay.mark': `${element?.id}`,
      'screenplay.other': '01234567-89ab-4cde-8f01-23456789abcd',
    };
    const after = carryIdentity(next, before);
    expect(after.document.layout?.templates?.[0]?.text).toBe(`1 ${was?.id}:0\n2 ${was?.id}:12`);
    expect(after.document.meta).toEqual({
      'screenplay.mark': was?.id,
      'screenplay.other': '01234567-89ab-4cde-8f01-23456789abcd',
    });
    expect(next.document.meta['screenplay.mark']).toBe(element?.id);
  });
});

describe('ids that both drafts have', () => {
  const own = (n: number): Uuid => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;
  /** The document with ids of its program's own on its elements: `number` of each place. */
  const withOwn = (document: ScreenplayDocument, number: (place: number) => number): ScreenplayDocument => {
    let place = 0;
    for (const { body } of document.document.scenes) for (const element of body) element.id = own(number(place++));
    return document;
  };

  it('are believed over a rewrite when they agree with the rest', () => {
    const first = draft(OPENING, OFFICE);
    const second = nextDraft(first);
    const line = second.scenes[0]?.lines[0];
    if (line) line.text = 'Dust, silence, an abandoned newsroom forty years on.';
    const before = withOwn(toNative(first, '11111111'), (place) => place);
    const after = carryIdentity(
      withOwn(toNative(second, '22222222'), (place) => place),
      before,
    );
    expect(after.document.scenes.map(({ body }) => body.map(({ id }) => id))).toEqual(
      before.document.scenes.map(({ body }) => body.map(({ id }) => id)),
    );
  });

  it('are not believed when they merely number the places', () => {
    const { first } = aFeature();
    const second = nextDraft(first);
    second.scenes[0]?.lines.unshift(
      action('A title card.'),
      action('Another title card.'),
      action('And one more of them.'),
    );
    const before = withOwn(toNative(first, '11111111'), (place) => place);
    const after = carryIdentity(
      withOwn(toNative(second, '22222222'), (place) => place),
      before,
    );
    const found = origins({ before, after });
    expect(found[0]?.slice(0, 5)).toEqual(['-', '-', '-', '0.0', '0.1']);
    expect(found.slice(1).flat()).not.toContain('-');
    expect(checkReferences(after)).toEqual({ valid: true });
  });
});

/** The document with every id replaced by a new one, everywhere. */
function withNewIds(document: ScreenplayDocument): ScreenplayDocument {
  const seed = sourceIdOf('33333333-3333-8333-8333-333333333333');
  const renewed = new Map<string, Uuid>();
  const text = JSON.stringify(document);
  for (const [, id = ''] of text.matchAll(/"id":"([0-9a-f-]{36})"/gi)) {
    if (!renewed.has(id)) renewed.set(id, deriveId(seed, 'element', renewed.size));
  }
  return JSON.parse(
    text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) => renewed.get(id) ?? id),
  ) as ScreenplayDocument;
}
