import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PrivateRedis } from '../../../../../scripts/redis.mjs';
import type { Deployment } from './deployment.js';
import { dumpRedis } from './dump-redis.js';
import { memoryOf } from './process-memory.js';
import { bytesOf } from './reference.js';

/** Endpoints that tell of jobs or of the service. */
const ENDPOINTS = [
  '/results?limit=500',
  '/tail?lines=1000',
  '/metrics',
  '/webhooks',
  '/workers',
  '/setup',
  '/health',
  '/storage?bucket=output&limit=1000',
];

/** Of these, each of the places that can tell of a job holds one. */
const WITNESSES = ['waiting-0000', '"job_id":"j_', '"key":"in/'];

/** A secret that is found again wherever it shows. */
export function newSecret(): string {
  return `canary/${randomBytes(15).toString('base64')}`;
}

/** Looks for a secret, in all its spellings, wherever the deployment keeps or tells anything. */
export async function expectNowhere(secret: string, deployment: Deployment, redis?: PrivateRedis): Promise<void> {
  const places = await placesOf(deployment, redis);
  // Who looks must be able to see: what these places do hold is found there.
  for (const kind of [
    'processes',
    '/results',
    '/storage',
    '/tail',
    'webhook',
    ...(redis ? ['Redis', 'log of Redis'] : ['file']),
  ]) {
    const seen = places.some(
      ({ name, bytes }) => name.startsWith(kind) && WITNESSES.some((one) => bytes.includes(one)),
    );
    expect(seen, `${kind} can be looked through`).toBe(true);
  }
  const spellings = spellingsOf(secret);
  const found = places.filter(({ bytes }) => spellings.some((spelling) => bytes.includes(spelling)));
  expect(found.map(({ name }) => name)).toEqual([]);
}

interface Place {
  name: string;
  bytes: Buffer;
}

async function placesOf(deployment: Deployment, redis: PrivateRedis | undefined): Promise<Place[]> {
  const places: Place[] = [{ name: 'processes', bytes: Buffer.from(deployment.output) }];
  for (const server of deployment.running('serve')) {
    for (const path of ENDPOINTS) {
      const answer = await deployment.askOf(server, path);
      expect(answer.status, path).toBe(200);
      places.push({ name: path, bytes: Buffer.from(await answer.arrayBuffer()) });
    }
  }
  for (const { path, body, headers } of deployment.receiver.arrivals) {
    places.push({ name: `webhook ${path}`, bytes: Buffer.from(body + JSON.stringify(headers)) });
  }
  for await (const key of keysOf(deployment)) {
    places.push({ name: `object ${key}`, bytes: Buffer.from(await bytesOf(deployment.storage, key)) });
  }
  for (const path of await filesBelow(deployment.folder)) {
    places.push({ name: `file ${path}`, bytes: await readFile(path) });
  }
  if (redis) {
    places.push({ name: 'Redis', bytes: await dumpRedis(redis.port) });
    places.push({ name: 'memory of Redis', bytes: await memoryOf(redis.server?.pid ?? 0) });
    for (const path of await filesBelow(redis.folder.path)) {
      places.push({ name: `log of Redis: ${path}`, bytes: await readFile(path) });
    }
  }
  return places;
}

async function* keysOf({ storage }: Deployment): AsyncGenerator<string> {
  for (let cursor: string | undefined; ; ) {
    const page = await storage.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    for (const { key } of page.objects) yield key;
    if (page.cursor === undefined) return;
    cursor = page.cursor;
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** As it is, as it stands in JSON, URLs and shells, and as the bytes of a longer text in Base64, wherever it begins there. */
function spellingsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Without the ends, which depend on what stands beside it.
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });
  const texts = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return texts.map((text) => Buffer.from(text));
}
