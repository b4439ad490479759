import * as fadein from '@screenplay/core/fadein';
import type { EncodeOptions } from '@screenplay/core';
import { decryptDocument, encryptDocument } from '@screenplay/core/encryption';
import type { EncryptOptions } from '@screenplay/core/encryption';
import * as fdx from '@screenplay/core/fdx';
import * as fountain from '@screenplay/core/fountain';
import * as json from '@screenplay/core/json';
import { pdf } from '@screenplay/core/pdf';
import { codecContract } from '@screenplay/core/testing';
import * as yaml from '@screenplay/core/yaml';
import { codecOf } from './codec-of.js';

/** The program of the test page: every codec by its own subpath, and the cases of its contract by name. */
const rooms: Record<string, object> = { fadein, fdx, fountain, json, yaml };

async function runCase(format: string, sample: string, name: string): Promise<void> {
  const response = await fetch(`/samples/${format}/${sample}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const codec = codecOf(rooms[format] ?? {});
  const found = codecContract(codec, [{ name: sample, bytes }]).find((one) => one.name === name);
  if (!found) throw new Error(`the page knows no case ${name}`);
  await found.run();
}

/** The SHA-256 of a sample's PDF, in hexadecimal digits. */
async function printCase(format: string, sample: string, options: EncodeOptions): Promise<string> {
  const response = await fetch(`/samples/${format}/${sample}`);
  const decoded = await codecOf(rooms[format] ?? {}).decode?.(new Uint8Array(await response.arrayBuffer()));
  const encoded = decoded && (await pdf.encode?.(decoded.document, options));
  if (!encoded) throw new Error('nothing was printed');
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(encoded.bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The JSON text of a sample as a document, encrypted; once it was decrypted again and is what it was. */
async function encryptCase(format: string, sample: string, options: EncryptOptions): Promise<string> {
  const response = await fetch(`/samples/${format}/${sample}`);
  const decoded = await codecOf(rooms[format] ?? {}).decode?.(new Uint8Array(await response.arrayBuffer()));
  if (!decoded) throw new Error('nothing was read');
  const encrypted = await encryptDocument(decoded.document, options);
  const decrypted = await decryptDocument(encrypted, { key: options.key });
  if (JSON.stringify(decrypted) !== JSON.stringify(decoded.document)) throw new Error('it came out otherwise');
  return JSON.stringify(encrypted);
}

Object.assign(globalThis, { runCase, printCase, encryptCase });
