import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fadein } from '../../../src/formats/fadein/index.js';
import { codecContract } from '../../../src/testing/codec-contract.js';
import { visible } from '../../../src/testing/visible.js';
import type { Visible } from '../../../src/testing/visible.js';
import { unpacked } from './files.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/fadein', import.meta.url));
const CASES = readdirSync(FIXTURES).sort();
const UPDATE = process.env['UPDATE'] === '1';

function input(name: string): Uint8Array {
  const folder = join(FIXTURES, name);
  const file = readdirSync(folder).find((entry) => entry.startsWith('input.')) ?? expect.fail();
  return new Uint8Array(readFileSync(join(folder, file)));
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
    const { document, warnings } = await fadein.decode(input(name));
    expectFile(name, 'document.json', `${JSON.stringify(document, null, 2)}\n`);
    const written = await fadein.encode(document);
    expectFile(name, 'warnings.json', `${JSON.stringify({ reading: warnings, writing: written.warnings }, null, 2)}\n`);
    expectFile(name, 'output.xml', unpacked(written.bytes));
  });
});

describe('the dialects', () => {
  async function see(name: string): Promise<Visible> {
    const { document } = await fadein.decode(input(name));
    return visible(document);
  }

  it.each(['version-21', 'packed'])('%s says what version 40 says', async (name) => {
    expect(await see(name)).toEqual(await see('version-40'));
  });

  it('version 12 says so, but for capitals of single words', async () => {
    const [old, current] = await Promise.all([see('version-12'), see('version-40')]);
    const withoutCapitals = current.blocks.map(({ runs, ...block }) => {
      const rest = runs?.filter((run) => !run.caps);
      return rest && rest.length > 0 ? { ...block, runs: rest } : block;
    });
    expect(old.blocks).toEqual(withoutCapitals);
    const fields = ({ title }: Visible) => [title?.title, title?.credit, title?.author, title?.contact, title?.others];
    expect(fields(old)).toEqual(fields(current));
  });
});

describe('the contract of codecs', () => {
  const samples = CASES.map((name) => ({ name, bytes: input(name) }));
  for (const { name, run } of codecContract(fadein, samples)) it(name, run);
});
