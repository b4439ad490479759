import * as fc from 'fast-check';
import type {
  Block,
  BlockNote,
  Look,
  Manuscript,
  RevisionSet,
  RichText,
  Run,
} from '../conventions/manuscript/types.js';
import { normaliseRuns, rich } from '../conventions/rich-text.js';

/** Arbitrary manuscripts for property tests: valid in every way a reader's output is, and rich in what trips writers. */

const WORDS = [
  'the',
  'door',
  'A',
  'gun',
  'Mara',
  "don't",
  'seven-letter',
  'CUT',
  'TO:',
  'INT.',
  'he',
  '*',
  '_',
  '**',
  '[[',
  ']]',
  '/*',
  '*/',
  '#',
  '=',
  '>',
  '<',
  '@',
  '!',
  '~',
  '.',
  '...',
  '(',
  ')',
  '--',
  '^',
  '&',
  '\\',
  '"',
  '<b>',
  '&amp;',
  'naïve',
  'ДЕНЬ',
  '夜',
  '😀',
  'ß',
  '\u00a0',
  'x*y',
  'a_b',
];

/** One line of words, blanks single, none at the ends. */
const line: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '));

/** Text with soft line breaks, now and then blanks that matter. */
export const prose: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: line },
  { weight: 2, arbitrary: fc.array(line, { minLength: 2, maxLength: 3 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: line.map((text) => `  ${text}`) },
  { weight: 1, arbitrary: fc.tuple(line, line).map(([a, b]) => `${a}  ${b}`) },
);

const emphasis: fc.Arbitrary<Look> = fc
  .subarray(['bold', 'italic', 'underline'] as const, { minLength: 1 })
  .map((flags) => Object.fromEntries(flags.map((flag) => [flag, true])) as Look);

const look: fc.Arbitrary<Look> = fc.oneof(
  { weight: 4, arbitrary: emphasis },
  { weight: 1, arbitrary: fc.constant<Look>({ strike: true }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((revision): Look => ({ revision })) },
  { weight: 1, arbitrary: fc.constant<Look>({ font: 'Courier Prime', size: 10, color: '#ff0000' }) },
);

/** Text with runs, whose ends never part a surrogate pair. `looks` limits what the runs say. */
export function richText(text: fc.Arbitrary<string> = prose, looks: fc.Arbitrary<Look> = look): fc.Arbitrary<RichText> {
  return text.chain((value) =>
    fc.array(fc.tuple(fc.nat(value.length), fc.nat(value.length), looks), { maxLength: 3 }).map((spans) => {
      const runs = spans.map(
        ([a, b, style]): Run => ({ start: edge(value, Math.min(a, b)), end: edge(value, Math.max(a, b)), ...style }),
      );
      return rich(value, normaliseRuns(runs));
    }),
  );
}

function edge(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Text with bold, italic and underline only: what Fountain can say. */
const plainRich: fc.Arbitrary<RichText> = richText(prose, emphasis);

const NAMES = ['MARA', 'THE MAN', 'JEAN-LUC', 'OPERATOR #2', 'Anna', 'МАША', "O'BRIEN", '1ST GUARD', 'MARA & TOM'];
const EXTENSIONS = ['', '', '', ' (V.O.)', ' (O.S.)', " (CONT'D)", ' (on radio)', ' (V.O.) (CONT’D)'];

const cueText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...EXTENSIONS))
  .map(([name, extension]) => name + extension);

const headingText: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('INT.', 'EXT.', 'INT./EXT.', 'I/E', 'int.', 'EST.'),
      fc.constantFrom('HOUSE', 'MARA’S CAR - MOVING', 'Road (1985)', 'КВАРТИРА'),
      fc.constantFrom('', ' - DAY', ' - NIGHT (FLASHBACK)', ' – THE NEXT MORNING', ' - LATER - DREAM', ' - НОЧЬ'),
    )
    .map(([context, setting, time]) => `${context} ${setting}${time}`),
  fc.constantFrom('THE GARDEN', 'POV - THROUGH THE WINDOW', 'A LONG CORRIDOR'),
);

const note: fc.Arbitrary<BlockNote> = fc
  .tuple(plainRich, fc.constantFrom(undefined, '2024-03-01T10:00:00Z'), fc.constantFrom(undefined, 'Ann Lee'))
  .map(([text, created, writer]) => ({ ...text, ...(created ? { created } : {}), ...(writer ? { writer } : {}) }));

const SPEECH_KINDS = ['dialogue', 'parenthetical'] as const;

function speech(text: fc.Arbitrary<RichText>, dual?: 'left' | 'right'): fc.Arbitrary<Block[]> {
  return fc
    .tuple(cueText, fc.array(fc.tuple(fc.constantFrom(...SPEECH_KINDS), text), { maxLength: 3 }), text)
    .map(([cue, middle, last]) => {
      const blocks: Block[] = [{ kind: 'character', text: cue }];
      for (const [kind, part] of middle) {
        blocks.push(
          kind === 'parenthetical' ? { kind, text: `(${part.text.replaceAll('\n', ' ')})` } : { kind, ...part },
        );
      }
      blocks.push({ kind: 'dialogue', ...last });
      if (dual) for (const block of blocks) block.dual = dual;
      return blocks;
    });
}

export interface ManuscriptOptions {
  /** The text of elements; default {@link richText} with every look. */
  text?: fc.Arbitrary<RichText>;
  notes?: boolean;
}

/** The blocks of a whole script. */
function blocks(options: ManuscriptOptions = {}): fc.Arbitrary<Block[]> {
  const text = options.text ?? richText();
  const paragraph = fc
    .tuple(fc.constantFrom('action', 'action', 'action', 'shot', 'transition', 'general'), text)
    .map(([kind, part]): Block[] => [{ kind, ...part }]);
  const pair = fc.tuple(speech(text, 'left'), speech(text, 'right')).map(([left, right]) => [...left, ...right]);
  const body = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: paragraph },
      { weight: 4, arbitrary: speech(text) },
      { weight: 1, arbitrary: pair },
    ),
    { maxLength: 6 },
  );
  const scene = fc
    .tuple(
      headingText,
      fc.constantFrom(undefined, undefined, '1', '12A', '7'),
      body,
      fc.option(note, { nil: undefined, freq: 4 }),
    )
    .map(([heading, number, parts, remark]): Block[] => {
      const first: Block = { kind: 'heading', text: heading };
      if (number !== undefined) first.number = number;
      const rest = parts.flat();
      const noted = rest[0];
      if (options.notes !== false && remark && noted) noted.notes = [remark];
      return [first, ...rest];
    });
  return fc
    .tuple(body, fc.array(scene, { maxLength: 4 }))
    .map(([preamble, scenes]) => [...preamble.flat(), ...scenes.flat()]);
}

const sets: readonly RevisionSet[] = [1, 2, 3].map((index) => ({
  index,
  name: ['Blue', 'Pink', '2nd Yellow'][index - 1] as string,
  mark: '*',
}));

/** A whole manuscript: blocks, a title page and revision sets. */
export function manuscripts(options: ManuscriptOptions = {}): fc.Arbitrary<Manuscript> {
  return fc.tuple(blocks(options), fc.boolean()).map(([list, titled]): Manuscript => {
    const script: Manuscript = { blocks: list };
    if (titled) {
      script.titlePage = {
        placed: false,
        lines: [
          { key: 'title', text: 'The Long Door' },
          { key: 'credit', text: 'written by' },
          { key: 'author', text: 'Mara Voss & Tom Lind' },
          { key: 'draft-date', text: 'March 2024' },
          { key: 'contact', text: 'Voss & Lind\n12 Hill Road' },
        ],
      };
    }
    if (list.some((block) => block.runs?.some((run) => run.revision !== undefined))) script.revisions = sets;
    return script;
  });
}
