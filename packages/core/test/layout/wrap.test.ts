import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prose } from '../../src/testing/manuscripts.js';
import { Lines, cellWidth, lastSentenceEnd } from '../../src/layout/wrap.js';

function wrapped(text: string, cells: number, firstCells = cells): string[] {
  return new Lines(text, { cells, firstCells }).all().map(({ start, end }) => text.slice(start, end));
}

describe('lines', () => {
  it('take every word that fits, inner blanks counted', () => {
    expect(wrapped('aaa bbb ccc', 7)).toEqual(['aaa bbb', 'ccc']);
    expect(wrapped('aaa  bbb ccc', 7)).toEqual(['aaa', 'bbb ccc']);
    expect(wrapped('One sentence.  Two sentence.', 15)).toEqual(['One sentence.', 'Two sentence.']);
  });

  it('are not broken by blanks at their end', () => {
    expect(wrapped('1234567890        ', 10)).toEqual(['1234567890']);
    expect(wrapped('1234567890        A', 10)).toEqual(['1234567890', 'A']);
  });

  it('may end behind a hyphen or dash inside a word', () => {
    expect(wrapped('deprive my soon-to-be-born son', 22)).toEqual(['deprive my soon-to-be-', 'born son']);
    expect(wrapped('OV KUQYPAXYDA QAGAGO--YZOVAPYPY', 24)).toEqual(['OV KUQYPAXYDA QAGAGO--', 'YZOVAPYPY']);
    expect(wrapped('he came—and went', 9)).toEqual(['he came—', 'and went']);
    expect(wrapped('aaaa -bbb', 6)).toEqual(['aaaa', '-bbb']);
  });

  it('let a hyphen or dash hang one cell past the limit, so that two of them may part', () => {
    expect(wrapped('A 12345678-', 10)).toEqual(['A 12345678-']);
    expect(wrapped('everything you said was impossible -- everything! -- I felt like such a fool', 35)).toEqual([
      'everything you said was impossible -',
      '- everything! -- I felt like such a',
      'fool',
    ]);
    expect(wrapped('Qaxu, uda owy’ox eqyxu. Y ugyvoju’e ga--', 38)).toEqual([
      'Qaxu, uda owy’ox eqyxu. Y ugyvoju’e ga-',
      '-',
    ]);
    expect(wrapped('A 12345678-\nB', 10)).toEqual(['A 12345678-', 'B']);
  });

  it('end where the text does', () => {
    expect(wrapped('', 10)).toEqual(['']);
    expect(wrapped('a\n\nb\n', 10)).toEqual(['a', '', 'b', '']);
  });

  it('cut a word longer than a line, never inside a character', () => {
    expect(wrapped('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrapped('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
    expect(wrapped('夜夜夜夜', 5)).toEqual(['夜夜', '夜夜']);
  });

  it('have a first line of its own width', () => {
    expect(wrapped('(looks up; then a glowing smile)', 25, 26)).toEqual(['(looks up; then a glowing', 'smile)']);
    expect(wrapped('aaa bbb', 7, 3)).toEqual(['aaa', 'bbb']);
  });

  it('hold all the text and no more than fits', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 4, max: 30 }), (text, cells) => {
        const lines = new Lines(text, { cells, firstCells: cells }).all();
        let from = 0;
        for (const { start, end } of lines) {
          expect(text.slice(from, start).trim()).toBe('');
          expect(cellWidth(text, start, end)).toBeLessThanOrEqual(cells + 1);
          from = end;
        }
        expect(text.slice(from).trim()).toBe('');
      }),
    );
  });

  it('are broken only as far as somebody asks', () => {
    let furthest = 0;
    const scaleAt = (offset: number): number => {
      furthest = Math.max(furthest, offset);
      return 1;
    };
    const lines = new Lines('word '.repeat(10_000), { cells: 60, firstCells: 60, scaleAt });
    expect(lines.has(50)).toBe(true);
    expect(lines.first(3)).toHaveLength(3);
    expect(furthest).toBeLessThan(51 * 60);
  });
});

describe('sentences', () => {
  const lastEnd = (text: string): string | undefined => {
    const at = lastSentenceEnd(text, 0, text.length, text.length);
    return at < 0 ? undefined : text.slice(at);
  };

  it('end at a stop before a blank, closing quotes and brackets behind it', () => {
    expect(lastEnd('One. Two')).toBe('Two');
    expect(lastEnd('“Why?”  Because')).toBe('Because');
    expect(lastEnd('(He sits.) Then')).toBe('Then');
    expect(lastEnd('Wait...\nNo')).toBe('No');
    expect(lastEnd('Room 3.5 is free')).toBeUndefined();
    expect(lastEnd('The end.')).toBeUndefined();
    expect(lastEnd('The end. ')).toBeUndefined();
  });
});
