import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fountain } from '../../../../src/formats/fountain/index.js';
import { pdf } from '../../../../src/formats/pdf/index.js';
import { codecContract } from '../../../../src/testing/codec-contract.js';
import { printed } from '../../../../src/testing/printed.js';
import type { Printed } from '../../../../src/testing/printed.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures/pdf', import.meta.url));
const CASES = readdirSync(FIXTURES)
  .filter((name) => existsSync(join(FIXTURES, name, 'input.pdf')))
  .sort();
const UPDATE = process.env['UPDATE'] === '1';

function file(name: string, entry: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name, entry)));
}

/** Compares with the expectation beside the input; `UPDATE=1` writes it, a missing one fails. */
function expectFile(name: string, entry: string, actual: string): void {
  const path = join(FIXTURES, name, entry);
  if (UPDATE) writeFileSync(path, actual);
  expect(existsSync(path), `${path} is missing: run with UPDATE=1`).toBe(true);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}

/** What two scripts have in common on paper: headings are bold in some programs and not in others, for that is style. */
function content({ title, blocks }: Printed): unknown {
  return {
    title: title.map(({ text }) => text),
    blocks: blocks.map(({ emphasis, ...block }) =>
      block.kind === 'heading' || !emphasis ? block : { ...block, emphasis },
    ),
  };
}

describe('PDFs that other programs printed', () => {
  it.each(CASES)('%s', async (name) => {
    const { document, warnings } = await pdf.decode(file(name, 'input.pdf'));
    expectFile(name, 'document.json', `${JSON.stringify(document, null, 2)}\n`);
    expectFile(name, 'warnings.json', `${JSON.stringify({ reading: warnings }, null, 2)}\n`);
    const script = await fountain.decode(file(name, 'script.fountain'));
    expect(content(printed(document))).toEqual(content(printed(script.document, { continueds: false })));
  });
});

it('tells the weight and the slant of fonts whose names say nothing', async () => {
  const bytes = file('web-page', 'input.pdf');
  const names: readonly [name: string, other: string][] = [
    ['AAAAAA+DejaVuSerif-Bold', 'F1'],
    ['BAAAAA+DejaVuSerif', 'F2'],
    ['CAAAAA+DejaVuSerif-Italic', 'F3'],
  ];
  let text = String.fromCharCode(...bytes);
  for (const [name, other] of names) text = text.replaceAll(`/${name}\n`, `/${other.padEnd(name.length)}\n`);
  expect(text).not.toContain('FontName /BAAAAA');
  const nameless = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const { document } = await pdf.decode(nameless);
  const script = await fountain.decode(file('web-page', 'script.fountain'));
  expect(content(printed(document))).toEqual(content(printed(script.document, { continueds: false })));
});

describe('the contract of codecs', () => {
  const samples = CASES.map((name) => ({ name, bytes: file(name, 'input.pdf') }));
  // Paper does not carry all of a document: what is written of one prints alike, which the round trips tell.
  const kept = codecContract(pdf, samples).filter(({ name }) => !name.endsWith('writes what it read'));
  for (const { name, run } of kept) it(name, run);
});
