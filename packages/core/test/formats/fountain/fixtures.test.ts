import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fountain } from '../../../src/formats/fountain/index.js';
import { codecContract } from '../../../src/testing/codec-contract.js';
import { visible } from '../../../src/testing/visible.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/fountain', import.meta.url));
const CASES = readdirSync(FIXTURES).sort();
const UPDATE = process.env['UPDATE'] === '1';

function input(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name, 'input.fountain')));
}

/** Compares with the expectation beside the input; `UPDATE=1` writes it, a missing one fails. */
function expectFile(name: string, file: string, actual: string): void {
  const path = join(FIXTURES, name, file);
  if (UPDATE) writeFileSync(path, actual);
  expect(existsSync(path), `${path} is missing: run with UPDATE=1`).toBe(true);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}

describe('fixtures', () => {
  it.each(CASES)('%s', async (name) => {
    const { document, warnings } = await fountain.decode(input(name));
    const written = await fountain.encode(document);
    // What a writer sees, one block a line, is what a reviewer can check by eye.
    const seen = visible(document);
    const lines = [JSON.stringify(seen.title ?? null), ...seen.blocks.map((block) => JSON.stringify(block))];
    expectFile(name, 'visible.jsonl', `${lines.join('\n')}\n`);
    expectFile(name, 'document.json', `${JSON.stringify(document, null, 2)}\n`);
    expectFile(name, 'warnings.json', `${JSON.stringify({ reading: warnings, writing: written.warnings }, null, 2)}\n`);
    expectFile(name, 'output.fountain', new TextDecoder().decode(written.bytes));
  });
});

describe('the contract of codecs', () => {
  const samples = CASES.map((name) => ({ name, bytes: input(name) }));
  for (const { name, run } of codecContract(fountain, samples)) it(name, run);
});
