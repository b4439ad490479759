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
import { convertEverywhere } from './convert-everywhere.js';
import { readPdf } from './read-pdf.js';

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
  const encoded = decoded && (await pdf.encode(decoded.document, options));
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

/** What the root makes of the file that the file input holds. */
async function pickedCase(): Promise<string> {
  const [file] = (document.querySelector('#file') as HTMLInputElement).files ?? [];
  if (!file) throw new Error('no file was picked');
  return convertEverywhere(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** What of the browser is needed for a worker; the tests are compiled without the DOM. */
interface PageWorker {
  onmessage: ((event: { data: string }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  postMessage(message: Uint8Array): void;
  terminate(): void;
}

/** What is read of a PDF on the page's own thread, or on a worker's. */
async function readCase(name: string, thread: 'page' | 'worker'): Promise<string> {
  const response = await fetch(`/samples/pdf/${name}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (thread === 'page') return readPdf(bytes);
  const { Worker } = globalThis as unknown as { Worker: new (path: string, options: { type: 'module' }) => PageWorker };
  const worker = new Worker('/pdf-worker.js', { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        resolve(data);
      };
      worker.onerror = ({ message }) => {
        reject(new Error(message));
      };
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}

Object.assign(globalThis, { pickedCase, readCase, runCase, printCase, encryptCase });
