import * as fc from 'fast-check';
import type { Block, BlockNote, Look, RichText, Run } from '../../../src/conventions/manuscript/types.js';

/** Words and signs that Fountain reads as something, and some that it does not. */
const PIECES = [
  'the',
  'door',
  'MARA',
  'He',
  'INT.',
  'EXT. HOUSE',
  'CUT TO:',
  'TO:',
  'FADE OUT.',
  'Title:',
  'Author: Me',
  '23',
  'ДЕНЬ',
  'ночь',
  '黒澤',
  '😀',
  'ß',
  '*',
  '**',
  '***',
  '****',
  '_',
  '__',
  '____',
  '\\',
  '\\\\',
  '\\*',
  '\\_',
  '[',
  '[[',
  ']]',
  ']',
  '/*',
  '*/',
  '/',
  '#',
  '##',
  '#12A#',
  '#1',
  '=',
  '==',
  '===',
  '>',
  '<',
  '@',
  '!',
  '~',
  '.',
  '..',
  '...',
  '(',
  ')',
  '()',
  '(beat)',
  '^',
  ':',
  ',',
  '"',
  '-',
  '--',
  "'",
  'x*y',
  'a_b',
  '*69',
  '23*',
  'f***',
  'http://a_b_c/*d',
  '\t',
  '\u00a0',
  '  ',
];

/** One line, not blank, without blanks at its ends. */
export const line: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', ' ')), { minLength: 1, maxLength: 9 })
  .map((pieces) =>
    pieces
      .map(([piece, gap]) => piece + gap)
      .join('')
      .trim(),
  )
  .filter((text) => text !== '');

export const lines: fc.Arbitrary<string> = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n'));

/** Dialogue may have blank lines inside. */
const speechText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: fc.constant('') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.join('\n'))
  .filter((text) => text.trim() !== '');

const emphasis: fc.Arbitrary<Look> = fc
  .subarray(['bold', 'italic', 'underline'] as const, { minLength: 1 })
  .map((flags) => Object.fromEntries(flags.map((flag) => [flag, true])) as Look);

function rich(text: fc.Arbitrary<string>): fc.Arbitrary<RichText> {
  return text.chain((value) =>
    fc.array(fc.tuple(fc.nat(value.length), fc.nat(value.length), emphasis), { maxLength: 4 }).map((spans) =>
      sayable(
        value,
        spans.map(([a, b, look]) => ({
          start: Math.min(a, b),
          end: Math.max(a, b),
          ...look,
        })),
      ),
    ),
  );
}

const FLAGS = ['bold', 'italic', 'underline'] as const;

/** The runs as Fountain can say them: each look line by line, from its first to its last visible sign. */
function sayable(text: string, runs: readonly Run[]): RichText {
  const at: Look[] = Array.from({ length: text.length }, () => ({}));
  for (const flag of FLAGS) {
    let from = 0;
    for (const row of text.split('\n')) {
      const on = Array.from({ length: row.length }, (_, index) =>
        runs.some((run) => run[flag] && run.start <= from + index && run.end > from + index),
      );
      for (let index = 0; index < row.length; index++) {
        if (!on[index]) continue;
        let end = index;
        while (end < row.length && on[end]) end++;
        let first = index;
        let last = end;
        while (first < last && /\s/.test(row.charAt(first))) first++;
        while (last > first && /\s/.test(row.charAt(last - 1))) last--;
        for (let place = first; place < last; place++) (at[from + place] as Look)[flag] = true;
        index = end;
      }
      from += row.length + 1;
    }
  }
  const out: Run[] = [];
  at.forEach((look, index) => {
    if (Object.keys(look).length === 0) return;
    const last = out[out.length - 1];
    if (last && last.end === index && FLAGS.every((flag) => last[flag] === look[flag])) last.end = index + 1;
    else out.push({ start: index, end: index + 1, ...look });
  });
  return out.length > 0 ? { text, runs: out } : { text };
}

/** Text of a note: anything, without blanks at the ends. */
const noteText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: line },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(line, fc.constant('')), { minLength: 1, maxLength: 4 })
      .map((all) => all.join('\n').trim()),
  },
);

function inlineNotes(text: string): fc.Arbitrary<BlockNote[]> {
  return fc.array(fc.tuple(fc.nat(text.length), noteText), { maxLength: 2 }).map((notes) =>
    notes
      .filter(([at]) => canHoldNote(text, at))
      .map(([at, note]): BlockNote => ({ text: note, range: [at, at] }))
      .sort((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0)),
  );
}

/** A note on a line of its own would take the line with it; right behind a backslash it moves before that. */
function canHoldNote(text: string, at: number): boolean {
  const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  return (text.slice(from).split('\n')[0] ?? '').trim() !== '' && !text.slice(from, at).endsWith('\\');
}

function withNotes(block: Block): fc.Arbitrary<Block> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(block) },
    { weight: 1, arbitrary: inlineNotes(block.text).map((notes) => (notes.length > 0 ? { ...block, notes } : block)) },
  );
}

function block(kind: Block['kind'], text: fc.Arbitrary<string>, more: Partial<Block> = {}): fc.Arbitrary<Block> {
  return rich(text).map((part) => ({ kind, ...part, ...more }));
}

const heading: fc.Arbitrary<Block> = fc
  .tuple(rich(line), fc.constantFrom(undefined, undefined, '1', '12A', 'A-1.'))
  .map(
    ([part, number]): Block =>
      number === undefined ? { kind: 'heading', ...part } : { kind: 'heading', ...part, number },
  );

const boneyard: fc.Arbitrary<Block> = fc
  .oneof(lines, fc.constantFrom('*/', 'a */ b', '*\\/', '/*', '**/', ' x '))
  .map((text): Block => ({ kind: 'general', class: 'boneyard', omit: true, text }));

/** Space above that is none, as much as usual, or more. */
const space = fc.constantFrom(undefined, undefined, 0, 12, 36);

const part: fc.Arbitrary<Block[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(block('action', lines).chain(withNotes), space)
      .map(([one, before]): Block[] => [before === undefined ? one : { ...one, layout: { before } }]),
  },
  { weight: 2, arbitrary: heading.map((one) => [one]) },
  { weight: 1, arbitrary: block('transition', line).map((one) => [one]) },
  { weight: 1, arbitrary: block('action', lines, { class: 'centered' }).map((one) => [one]) },
  { weight: 1, arbitrary: block('general', lines, { class: 'lyrics' }).map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(block('general', line, { class: 'section' }), fc.integer({ min: 1, max: 6 }))
      .map(([one, level]): Block[] => [{ ...one, level }]),
  },
  { weight: 1, arbitrary: fc.constant<Block[]>([{ kind: 'general', class: 'page-break', text: '' }]) },
  { weight: 1, arbitrary: boneyard.map((one) => [one]) },
);

/** A parenthetical is one bracket. */
const parenthetical: fc.Arbitrary<Block> = line
  .map((text) => text.replace(/[()]/g, ''))
  .map((text): Block => ({ kind: 'parenthetical', text: `(${text.trim()})` }));

/** Lines of speech of one kind do not follow one another: they would be one. */
function speech(dual?: 'left' | 'right'): fc.Arbitrary<Block[]> {
  const said = fc.oneof(
    { weight: 4, arbitrary: block('dialogue', speechText).chain(withNotes) },
    { weight: 1, arbitrary: block('dialogue', lines, { class: 'lyrics' }) },
  );
  return fc
    .tuple(
      rich(line),
      fc.array(fc.tuple(fc.option(parenthetical, { nil: undefined }), said), { minLength: dual ? 1 : 0, maxLength: 3 }),
    )
    .map(([cue, rest]) => {
      const all: Block[] = [{ kind: 'character', ...cue }];
      for (const [aside, words] of rest) {
        const last = all[all.length - 1];
        if (aside) all.push(aside);
        else if (last?.kind === 'dialogue' && last.class === words.class) continue;
        all.push(words);
      }
      if (dual) for (const one of all) one.dual = dual;
      return all;
    });
}

/** Blocks that Fountain can say. */
export const blocks: fc.Arbitrary<Block[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: part },
      { weight: 3, arbitrary: speech() },
      { weight: 1, arbitrary: fc.tuple(speech('left'), speech('right')).map(([left, right]) => [...left, ...right]) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.flat());
