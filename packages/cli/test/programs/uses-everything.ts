/**
 * A program as users write them, with something of every subpath of every package: it prints what it found as one JSON
 * text. The tests compile and run it against the packages as they are published.
 */
import {
  convert,
  decode,
  encode,
  formats,
  InProcessConverter,
  pages,
  schema as rootSchema,
  ScreenplayError,
  validate,
} from '@screenplay/core';
import type { Codec, FormatName, ScreenplayDocument } from '@screenplay/core';
import { decryptDocument, encryptDocument } from '@screenplay/core/encryption';
import { fadein } from '@screenplay/core/fadein';
import { fdx } from '@screenplay/core/fdx';
import { formats as formatList } from '@screenplay/core/formats';
import { fountain } from '@screenplay/core/fountain';
import { taskCatalogue } from '@screenplay/core/jobs';
import { json } from '@screenplay/core/json';
import { pdf } from '@screenplay/core/pdf';
import { schema } from '@screenplay/core/schema';
import { fullDocument, MemoryRuntime } from '@screenplay/core/testing';
import { yaml } from '@screenplay/core/yaml';
import { ConverterPool } from '@screenplay/isolation';
import { FileStorage, openLocal } from '@screenplay/local';
import { openRedis } from '@screenplay/queue-redis';
import { createLog, createServer } from '@screenplay/server';
import { S3Storage } from '@screenplay/storage-s3';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = `Title: The Lamp
Author: Ann Lee

INT. LIGHTHOUSE - NIGHT #1#

The lamp *turns*. Nobody is there.

MARA (O.S.)
(softly)
Who left the door open?

EXT. SHORE - DAY #2#

TOM
Me.
`;

const CODECS: Readonly<Record<FormatName, Codec>> = { fountain, fdx, fadein, pdf, json, yaml };

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';

const source = new TextEncoder().encode(SOURCE);

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function headingsOf({ document }: ScreenplayDocument): string[] {
  return document.scenes.map(({ heading: { context, setting, time } }) => `${context}. ${setting} - ${time}`);
}

/** The code of the error that the work throws. */
async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ScreenplayError) return error.code;
    throw error;
  }
  throw new Error('it did not fail');
}

/** Every format's own codec: what it writes, and what it makes of that again. */
async function throughCodecs(document: ScreenplayDocument): Promise<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const [name, codec] of Object.entries(CODECS)) {
    const written = await codec.encode?.(document);
    const read = written && (await codec.decode?.(written.bytes));
    if (!read) throw new Error(`${name} does not go both ways`);
    facts[name] = [digest(written.bytes), headingsOf(read.document)];
  }
  return facts;
}

/** The same by the root, which finds the codec by itself. */
async function throughRoot(document: ScreenplayDocument): Promise<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const { name } of formats()) {
    const { bytes } = await encode(document, { to: name });
    const { bytes: again } = await convert(bytes, { to: 'fountain' });
    facts[name] = [digest(bytes), digest(again)];
  }
  return facts;
}

async function withPool(): Promise<unknown> {
  const pool = new ConverterPool({ size: 1 });
  const { bytes, facts } = await pool.run('convert', source, { name: 'lamp.fountain', to: 'fdx' });
  const fault = await codeOf(() => pool.run('convert', new Uint8Array(), { from: 'pdf' }));
  await pool.close(1000);
  return [digest(bytes), facts, fault];
}

async function withServer(): Promise<unknown> {
  const server = createServer({
    converter: new InProcessConverter(),
    log: createLog({ level: 'silent' }),
    version: '1.2.3',
    tokens: [],
    requireToken: 'protected',
    corsOrigin: ['*'],
    setup: () => [],
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const statuses = await Promise.all(
    ['/', '/formats', '/docs', '/push'].map(async (path) => (await fetch(url + path)).status),
  );
  await server.close();
  return statuses;
}

async function withStorages(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'screenplay-user-'));
  try {
    const files = await FileStorage.open(join(folder, 'files'));
    await files.write('in/lamp.fountain', source);
    const { objects } = await files.list({ prefix: 'in/' });
    await files.close();
    const local = await openLocal({ folder, resultsTtlMs: 60_000, runtime: new MemoryRuntime() });
    await local.close();
    const endpoint = `http://${NOWHERE}`;
    const credentials = { accessKeyId: 'id', secretAccessKey: 'key' };
    const s3 = new S3Storage({ bucket: 'scripts', endpoint, credentials, attempts: 1 });
    const away = await codeOf(() => s3.check());
    await s3.close();
    const redis = { url: `redis://${NOWHERE}`, resultsTtlMs: 60_000, patienceMs: 200, log: () => undefined };
    return [objects.map(({ key, size }) => [key, size]), away, await codeOf(() => openRedis(redis))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const { document, warnings } = await decode(source, { name: 'lamp.fountain' });
  const encrypted = await encryptDocument(document, { key: 'correct horse', jobId: 'j_1' });
  const decrypted = await decryptDocument(encrypted, { key: 'correct horse' });
  const facts = {
    headings: headingsOf(document),
    warnings: warnings.length,
    valid: [validate(document).valid, validate({}).valid, validate(fullDocument()).valid],
    pages: (await pages(document)).pages,
    encrypted: [JSON.stringify(encrypted).includes('Nobody'), JSON.stringify(decrypted) === JSON.stringify(document)],
    sameSchema: rootSchema === schema,
    formats: formatList().map(({ name }) => name),
    tasks: taskCatalogue().length,
    codecs: await throughCodecs(document),
    root: await throughRoot(document),
    pool: await withPool(),
    server: await withServer(),
    storages: await withStorages(),
  };
  console.log(JSON.stringify(facts));
}

void main();
