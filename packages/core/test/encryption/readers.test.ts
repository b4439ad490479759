import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { metaKind } from '../../src/conventions/meta.js';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import { coveredValues } from '../../src/encryption/places.js';
import { decode } from '../../src/pipeline/convert.js';
import { validate } from '../../src/schema/index.js';
import { corpusFiles, NO_CORPUS } from '../corpus/files.js';
import { KEY, strings } from './plain-document.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const EXTENSIONS = ['.fdx', '.fountain', '.fadein'];

const fixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => EXTENSIONS.some((extension) => name.endsWith(extension)))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FIXTURES, name))) }));

/** Long enough not to stand in a readable place by accident. */
const TELLING = 24;

/** What is left readable, by section: names, settings, headings, ids. */
function readable(document: unknown, encrypted: unknown): string {
  const covered = new Set(coveredValues(document, false).map(({ pointer }) => pointer));
  return strings(encrypted)
    .filter(([pointer]) => !covered.has(pointer) && !pointer.startsWith('/encrypt/'))
    .map(([, text]) => text)
    .join('\n');
}

/** Places that hold what section by section is readable though it may repeat words: headings, cues, names, titles. */
const NAMES = /\/(?:setting|time|mods\/\d+|display|name|aliases\/\d+|given|family|title\/[^/]+|slug|class)$/;

async function check(name: string, bytes: Uint8Array): Promise<void> {
  const { document } = await decode(bytes, { name }).catch(() => ({ document: undefined }));
  if (!document) return;
  const before = JSON.stringify(document);
  const encrypted = await encryptDocument(document, { key: KEY });
  expect(validate(encrypted)).toEqual({ valid: true });
  const named = strings(document)
    .filter(([pointer]) => NAMES.test(pointer) && metaKind(pointer.replace(/^.*\//, '')) === undefined)
    .map(([, text]) => text.toLowerCase());
  const left = readable(document, encrypted);
  for (const { text, pointer } of coveredValues(document, false)) {
    if (text.length < TELLING || named.some((one) => one.includes(text.toLowerCase()))) continue;
    expect(left.includes(text), `the text of ${pointer} is readable elsewhere: ${text.slice(0, 40)}`).toBe(false);
  }
  expect(JSON.stringify(await decryptDocument(encrypted, { key: KEY }))).toBe(before);
}

describe('documents that readers make', () => {
  it.each(fixtures)('hold nothing of their texts elsewhere: $name', async ({ name, bytes }) => {
    await check(name, bytes);
  });

  describe.skipIf(NO_CORPUS !== undefined)('of real scripts', () => {
    it.each(corpusFiles(...EXTENSIONS))('hold nothing of their texts elsewhere: $name', async ({ name, bytes }) => {
      await check(name, bytes);
    });
  });
});
