import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../src/conventions/manuscript/types.js';
import { layOut } from '../../src/layout/index.js';

const SENTENCE = 'He runs along the corridor, and nobody sees him go. ';

/** A scene of some 4 kB. */
function scene(number: number): Block[] {
  return [
    { kind: 'heading', text: `INT. ROOM ${number} - DAY` },
    { kind: 'action', text: SENTENCE.repeat(8) },
    ...Array.from({ length: 12 }, (_, at): Block[] => [
      { kind: 'character', text: at % 2 ? 'MARA' : 'TOM' },
      { kind: 'parenthetical', text: '(quietly)' },
      { kind: 'dialogue', text: SENTENCE.repeat(4) },
      { kind: 'action', text: SENTENCE },
    ]).flat(),
  ];
}

function script(scenes: number): Manuscript {
  return { blocks: Array.from({ length: scenes }, (_, at) => scene(at)).flat() };
}

/** Milliseconds of the fastest of some runs. */
function fastest(runs: number, manuscript: Manuscript): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    layOut(manuscript);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const SIZE = 200_000;

describe('layout', () => {
  it('takes time in proportion to the script', () => {
    fastest(10, script(40));
    const one = fastest(10, script(40));
    const many = fastest(3, script(40 * 20));
    // Twenty times the time, and what it takes to keep twenty times the lines in memory; four hundred were it quadratic.
    expect(many / one).toBeLessThan(200);
  });

  it.each([
    ['words', 'word '],
    ['sentences', 'So be it. '],
    ['one word', 'x'],
    ['stops', '. '],
    ['lines of their own', 'A line of its own, not a very long one.\n'],
    ['hyphens', '-'],
    ['wide letters', '夜'],
    ['digits', '7'],
    ['letters from right to left', 'א '],
  ])('of one paragraph of 200 kB takes no more than ten times what a script of that size does: %s', (_, unit) => {
    const plain = Math.max(1, fastest(5, script(SIZE / 4000)));
    const text = unit.repeat(SIZE / unit.length);
    const hostile: Block[][] = [
      [{ kind: 'action', text, layout: { align: 'full' } }],
      [{ kind: 'heading', text }],
      [
        { kind: 'character', text: 'MARA' },
        { kind: 'dialogue', text },
      ],
      [
        { kind: 'character', text: 'MARA', dual: 'left' },
        { kind: 'dialogue', text, dual: 'left' },
      ],
    ];
    for (const blocks of hostile) expect(fastest(4, { blocks }) / plain).toBeLessThan(10);
  });

  it.each([
    ['headings', { kind: 'heading', text: 'INT. ROOM' }],
    ['cues', { kind: 'character', text: 'MARA' }],
    ['parts of one speech', { kind: 'parenthetical', text: '(beat)' }],
    ['empty paragraphs', { kind: 'action', text: '' }],
  ] as const)('of 10000 %s takes no more than ten times what a script of 10000 elements does', (_, block) => {
    const plain = fastest(4, script(200));
    const blocks: Block[] = [
      { kind: 'character', text: 'TOM' },
      ...Array.from({ length: 10_000 }, () => ({ ...block })),
    ];
    expect(fastest(4, { blocks }) / plain).toBeLessThan(10);
  });
});
