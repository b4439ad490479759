import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fountain } from '../../../src/formats/fountain/index.js';
import { encodeText } from '../../../src/syntax/text.js';

const SIZE = 200_000;

function fill(pattern: string): string {
  return pattern.repeat(Math.ceil(SIZE / pattern.length)).slice(0, SIZE);
}

const SCRIPT = readFileSync(
  fileURLToPath(new URL('../../../fixtures/fountain/everything/input.fountain', import.meta.url)),
  'utf8',
);
const PLAIN = fill(SCRIPT.slice(SCRIPT.indexOf('EXT.')));

const PATTERNS = [
  '*',
  '**',
  '_',
  '__',
  '[[',
  ']]',
  '[',
  '/*',
  '*/',
  '/',
  '(',
  ')',
  '#',
  '^',
  '=',
  '>',
  '<',
  '@',
  '!',
  '~',
  '.',
  ':',
  '\\',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '_ ',
  '* ',
  '*a ',
  'a*',
  '**a',
  '*_',
  '[[ ',
  '[[\n',
  '/*\n',
  '/* ',
  '(\n',
  '((',
  '(a ',
  'A\n(',
  '\\*',
  '\\[[',
  '*a\n',
  '_a\n',
  'word ',
  'WORD ',
  '  \n',
  'Title: a\n',
  'Title:\n ',
  'a:\n',
  'INT. #1',
  '!a\n',
  '.a\n\n',
  '#a\n',
  'A\nb\n\n',
  'BOB (',
  '> a ',
  '😀',
  'é',
  'É',
] as const;

async function timeOf(source: string): Promise<number> {
  const bytes = encodeText(source);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    await fountain.decode(bytes);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('hostile texts of 200 kB', () => {
  it('take at most ten times as long as a script of that size', { timeout: 120_000 }, async () => {
    for (let warmUp = 0; warmUp < 3; warmUp++) await timeOf(PLAIN);
    const slow: string[] = [];
    const sources = PATTERNS.map(fill);
    for (const pattern of ['*', '_', '[[', '/*', '(', '#', '\\', ' ']) {
      sources.push(`A\n${fill(pattern)}`, `INT. ${fill(pattern)}`, `x ${fill(pattern)} x`);
    }
    for (const source of sources) {
      // A busy machine makes single measurements long; a slow pattern stays slow.
      let ratio = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 3 && ratio > 10; attempt++)
        ratio = (await timeOf(source)) / (await timeOf(PLAIN));
      if (ratio > 10) slow.push(`${JSON.stringify(source.slice(0, 12))}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  });

  it('are written back in bounded time', { timeout: 120_000 }, async () => {
    const start = performance.now();
    for (const pattern of ['*', '_', '[[', '/*', '\\', '(', '*a. *b\n', 'a ']) {
      const { document } = await fountain.decode(encodeText(fill(pattern)));
      await fountain.encode(document);
    }
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('fifty copies of a script take about fifty times as long', { timeout: 120_000 }, async () => {
    const fifty = `${PLAIN}\n\n`.repeat(50);
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && ratio > 150; attempt++) ratio = (await timeOf(fifty)) / (await timeOf(PLAIN));
    // Collecting the garbage of a long script costs more than that of a short one; quadratic time would be thousands.
    expect(ratio).toBeLessThan(150);
  });
});
