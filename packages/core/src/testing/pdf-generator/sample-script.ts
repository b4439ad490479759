import * as fc from 'fast-check';

/** An element as it should be read back. */
export interface SampleElement {
  kind: 'heading' | 'action' | 'shot' | 'character' | 'parenthetical' | 'dialogue' | 'transition';
  text: string;
  /** Words of the text that are emphasised, `[from, to)` by index, and how. */
  emphasis?: { from: number; to: number; look: 'bold' | 'italic' | 'underline' } | undefined;
  number?: string | undefined;
  dual?: 'left' | 'right' | undefined;
  revised?: boolean | undefined;
}

const NAMES = ['MARA', 'TOM', 'OFFICER LIND', 'DR. VOSS', 'THE OLD MAN', 'McKENNA', 'GIRL #2', 'ANNA-LISE', 'KIT'];
const PLACES = [
  'HARBOUR',
  'MARA’S KITCHEN',
  'THE NORTH ROAD',
  'ROWING BOAT',
  'POST OFFICE - BACK ROOM',
  'HOSPITAL CORRIDOR',
];
const TIMES = ['DAY', 'NIGHT', 'CONTINUOUS', 'LATER', 'DAWN'];
const WORDS =
  'the a of and water door window she he they it looks over long slow boat letter on in under hands cold light from hill turns away stops waits for nothing seven-letter old well-worn Mara Tom harbour quiet'.split(
    ' ',
  );
const SHOTS = ['CLOSE ON THE LETTER', 'ANGLE ON TOM', 'WIDE SHOT', 'CLOSEUP - MARA'];
const TRANSITIONS = ['CUT TO:', 'DISSOLVE TO:', 'SMASH CUT TO:', 'FADE OUT.'];
const WRYLY = ['(beat)', '(quietly)', '(to Tom)', '(looking over the water, then at her hands)', '(not sure)'];

const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 16 }),
    fc.constantFrom('.', '.', '.', '?', '!', '...', ' --'),
  )
  .map(([words, end]) => {
    const text = words.join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1) + end;
  });

const prose = (most: number): fc.Arbitrary<string> =>
  fc.array(sentence, { minLength: 1, maxLength: most }).map((sentences) => sentences.join(' '));

function emphasised(element: fc.Arbitrary<SampleElement>): fc.Arbitrary<SampleElement> {
  return fc
    .tuple(
      element,
      fc.nat(8),
      fc.nat(3),
      fc.constantFrom<'bold' | 'italic' | 'underline'>('bold', 'italic', 'underline'),
      fc.nat(5),
    )
    .map(([one, start, length, look, chance]) => {
      const words = one.text.split(' ').length;
      if (chance > 0 || words < 4) return one;
      const from = Math.min(start, words - 2);
      return { ...one, emphasis: { from, to: Math.min(words - 1, from + length) + 1, look } };
    });
}

const action = emphasised(prose(5).map((text): SampleElement => ({ kind: 'action', text })));
const dialogue = emphasised(prose(5).map((text): SampleElement => ({ kind: 'dialogue', text })));
const parenthetical = fc.constantFrom(...WRYLY).map((text): SampleElement => ({ kind: 'parenthetical', text }));
const cue = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '', '', ' (V.O.)', ' (O.S.)'))
  .map(([name, extension]): SampleElement => ({ kind: 'character', text: name + extension }));

const speech = fc
  .tuple(
    cue,
    fc.option(parenthetical, { freq: 3 }),
    dialogue,
    fc.option(fc.tuple(parenthetical, dialogue), { freq: 5 }),
  )
  .map(([name, first, spoken, more]) => [name, ...(first ? [first] : []), spoken, ...(more ?? [])]);

const dualSpeech = fc
  .tuple(cue, prose(2), fc.option(parenthetical, { freq: 3 }))
  .map(([name, text, bracket]): SampleElement[] => [name, ...(bracket ? [bracket] : []), { kind: 'dialogue', text }]);
const dual = fc
  .tuple(dualSpeech, dualSpeech)
  .map(([left, right]) => [
    ...left.map((one): SampleElement => ({ ...one, dual: 'left' })),
    ...right.map((one): SampleElement => ({ ...one, dual: 'right' })),
  ]);

const body = fc.oneof(
  { weight: 5, arbitrary: speech },
  { weight: 4, arbitrary: action.map((one) => [one]) },
  { weight: 1, arbitrary: fc.constantFrom(...SHOTS).map((text): SampleElement[] => [{ kind: 'shot', text }]) },
  { weight: 1, arbitrary: dual },
);

const scene = fc
  .tuple(
    fc.constantFrom('INT.', 'EXT.', 'INT./EXT.'),
    fc.constantFrom(...PLACES),
    fc.constantFrom(...TIMES),
    action,
    fc.array(body, { minLength: 1, maxLength: 8 }),
    fc.option(fc.constantFrom(...TRANSITIONS), { freq: 3 }),
  )
  .map(([context, place, time, opening, parts, transition]): SampleElement[] => [
    { kind: 'heading', text: `${context} ${place} - ${time}` },
    opening,
    ...parts.flat(),
    ...(transition ? [{ kind: 'transition' as const, text: transition }] : []),
  ]);

/** Scripts as people write them: what an element is shows by where it stands. At least two speeches, so that there are columns. */
export const sampleScripts: fc.Arbitrary<SampleElement[]> = fc
  .tuple(
    fc.array(scene, { minLength: 2, maxLength: 7 }),
    speech,
    speech,
    fc.array(fc.nat(40), { maxLength: 6 }),
    fc.constantFrom(
      (at: number) => String(at + 1),
      (at: number) => (at % 3 === 2 ? `${at}A` : String(at + 1)),
    ),
  )
  .map(([scenes, one, other, revised, numberOf]) => {
    const [first, ...rest] = scenes as [SampleElement[], ...SampleElement[][]];
    const all = [
      [...first.slice(0, 2), ...one, ...first.slice(2)],
      ...rest.slice(0, -1),
      [...(rest.at(-1) ?? []).slice(0, 2), ...other, ...(rest.at(-1) ?? []).slice(2)],
    ];
    all.forEach((elements, at) => {
      const heading = elements[0];
      if (heading) heading.number = numberOf(at);
    });
    const flat = all.flat().map((element) => ({ ...element }));
    for (const at of revised) {
      const element = flat[at];
      if (element && element.dual === undefined) element.revised = true;
    }
    return flat;
  });
