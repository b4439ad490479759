import { decode, encode, formats, pages, ScreenplayError, validate } from '@screenplay/core';
import { decryptDocument, encryptDocument } from '@screenplay/core/encryption';

const KEY = 'correct horse battery staple';

/**
 * All that the root makes of a file, as JSON text: what it is, whether it is valid, its pages, every format's bytes as
 * their SHA-256, and the document's once it was encrypted and decrypted; the code of the error where nothing is read.
 */
export async function convertEverywhere(bytes: Uint8Array, name: string): Promise<string> {
  try {
    const { document, from, warnings } = await decode(bytes, { name });
    const written: Record<string, unknown> = {};
    for (const { name: to } of formats()) {
      const encoded = await encode(document, { to });
      written[to] = [await digest(encoded.bytes), encoded.warnings.length];
    }
    const encrypted = await encryptDocument(document, { key: KEY, jobId: 'j_1' });
    const decrypted = await decryptDocument(encrypted, { key: KEY });
    const { pages: count, length } = await pages(document);
    return JSON.stringify({
      from,
      warnings,
      validation: validate(document),
      pages: [count, length],
      written,
      encrypted: [validate(encrypted), await digestText(encrypted), await digestText(decrypted)],
    });
  } catch (error) {
    if (error instanceof ScreenplayError) return error.code;
    throw error;
  }
}

function digestText(value: unknown): Promise<string> {
  return digest(new TextEncoder().encode(JSON.stringify(value)));
}

async function digest(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
