import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fdx } from '../../../src/formats/fdx/index.js';
import { codecContract } from '../../../src/testing/codec-contract.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/fdx', import.meta.url));
const CASES = readdirSync(FIXTURES).sort();
const UPDATE = process.env['UPDATE'] === '1';

function input(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name, 'input.fdx')));
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
    const { document, warnings } = await fdx.decode(input(name));
    expectFile(name, 'document.json', `${JSON.stringify(document, null, 2)}\n`);
    const written = await fdx.encode(document);
    expectFile(name, 'warnings.json', `${JSON.stringify({ reading: warnings, writing: written.warnings }, null, 2)}\n`);
    expectFile(name, 'output.fdx', new TextDecoder().decode(written.bytes));
  });
});

describe('the contract of codecs', () => {
  const samples = CASES.map((name) => ({ name, bytes: input(name) }));
  for (const { name, run } of codecContract(fdx, samples)) it(name, run);
});
