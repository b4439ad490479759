import { describe, expect, it } from 'vitest';
import { PLAIN_LOOK, REPEATED_LOOK, printedText } from '../../src/conventions/capitals.js';
import type { Run } from '../../src/conventions/manuscript/types.js';

const print = (all: boolean, ...runs: Run[]): string => printedText({ text: 'Wolf (cont’d)', runs }, all);

describe('the text as it prints', () => {
  it('is in capitals where its type or a run is', () => {
    expect(print(false)).toBe('Wolf (cont’d)');
    expect(print(true)).toBe('WOLF (CONT’D)');
    expect(print(false, { start: 0, end: 2, caps: true }, { start: 2, end: 6, bold: true })).toBe('WOlf (cont’d)');
    expect(print(true, { start: 0, end: 4, other: [REPEATED_LOOK] })).toBe('WOLF (CONT’D)');
  });

  it('is as typed where a run has nothing of its type’s style', () => {
    expect(print(true, { start: 5, end: 13, other: [PLAIN_LOOK] })).toBe('WOLF (cont’d)');
    expect(print(true, { start: 5, end: 13, caps: true, other: [PLAIN_LOOK] })).toBe('WOLF (CONT’D)');
    expect(print(false, { start: 5, end: 13, other: [PLAIN_LOOK] })).toBe('Wolf (cont’d)');
  });
});
