import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decryptDocument, encryptDocument } from '../../src/encryption/index.js';
import { coveredValues } from '../../src/encryption/places.js';
import { isUuid } from '../../src/model/ids.js';
import { decode } from '../../src/pipeline/convert.js';
import type { ScreenplayDocument } from '../../src/model/document.js';
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

/** Strings that stay readable though they may repeat words of the script: headings, cues, names, titles. */
const READABLE = /\/(?:setting|time|mods\/\d+|display|name|aliases\/\d+|given|family|slug|class)$|\/title\/[^/]+$/;

interface Encrypted {
  document: ScreenplayDocument;
  /** All that is still readable, small, but what may repeat words of the script. */
  left: string;
}

async function encryptedDocument(name: string, bytes: Uint8Array): Promise<Encrypted> {
  const { document } = await decode(bytes, { name });
  const encrypted = await encryptDocument(document, { key: KEY });
  expect(validate(encrypted)).toEqual({ valid: true });
  expect(JSON.stringify(await decryptDocument(encrypted, { key: KEY }))).toBe(JSON.stringify(document));
  const covered = new Set(coveredValues(document, false).map(({ pointer }) => pointer));
  const left = strings(encrypted)
    .filter(([pointer]) => !covered.has(pointer) && !pointer.startsWith('/encrypt/') && !READABLE.test(pointer))
    .map(([, text]) => text.toLowerCase())
    .filter((text) => text.length >= TELLING && !isUuid(text));
  return { document, left: left.join('\n') };
}

/** The texts of a source: of XML what stands in paragraphs, else its lines. */
function textsOf(source: string): string[] {
  const xml = source.trimStart().startsWith('<');
  const texts = xml
    ? [...source.matchAll(/<text\b[^>]*>([^<]*)<\/text>/gi)].map((match) => match[1] ?? '')
    : source.split(/\r\n?|\n/);
  return texts.map((text) => text.trim()).filter((text) => !text.includes('&') && text.length >= TELLING);
}

async function check(name: string, bytes: Uint8Array): Promise<number> {
  const { document, left } = await encryptedDocument(name, bytes);
  const covered = coveredValues(document, false).map(({ text }) => text);
  const words = [...covered, ...(name.endsWith('.fadein') ? [] : textsOf(new TextDecoder().decode(bytes)))];
  let checked = 0;
  for (const text of words) {
    if (text.length < TELLING) continue;
    checked++;
    expect(left.includes(text.toLowerCase()), `readable: ${text.slice(0, 60)}`).toBe(false);
  }
  return checked;
}

describe('documents that readers make', () => {
  it('hold nothing of their texts elsewhere', async () => {
    let checked = 0;
    for (const { name, bytes } of fixtures) checked += await check(name, bytes);
    expect(checked).toBeGreaterThan(200);
  });

  it.skipIf(NO_CORPUS !== undefined)('hold nothing of the texts of real scripts elsewhere', async () => {
    let checked = 0;
    for (const { name, bytes } of corpusFiles(...EXTENSIONS)) checked += await check(name, bytes);
    expect(checked).toBeGreaterThan(2000);
  });
});
