import { ScreenplayError } from '@screenplay/core';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { S3Storage } from '../src/index.js';
import type { S3StorageOptions } from '../src/index.js';

/** What stores answer that a private gateway cannot be brought to answer. */
let server: Server | undefined;
let storage: S3Storage | undefined;
let requests: { message: IncomingMessage; body: Buffer }[] = [];

type Answer = (response: ServerResponse, message: IncomingMessage) => void;

async function storeThat(answer: Answer, options: Partial<S3StorageOptions> = {}): Promise<S3Storage> {
  requests = [];
  const listening = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      requests.push({ message, body: Buffer.concat(chunks) });
      answer(response, message);
    });
  }).listen(0, '127.0.0.1');
  server = listening;
  await once(listening, 'listening');
  storage = new S3Storage({
    bucket: 'scripts',
    endpoint: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    attempts: 2,
    ...options,
  });
  return storage;
}

afterEach(async () => {
  await storage?.close();
  server?.closeAllConnections();
  server?.close();
});

const HEADERS = { 'content-type': 'application/xml' };

function says(status: number, code: string, more = '', headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { ...HEADERS, ...headers });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>some text</Message>${more}</Error>`);
  };
}

async function failure(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

describe('what a store says', () => {
  const region = { 'x-amz-bucket-region': 'eu-west-1' };
  it.each<[string, Answer, Partial<ScreenplayError>, RegExp, number]>([
    [
      'another region',
      says(301, 'PermanentRedirect', '', region),
      { code: 'denied', retryable: false },
      /: it is in eu-west-1; set the region$/,
      1,
    ],
    [
      'another region in the signature',
      says(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>'),
      { code: 'denied', retryable: false },
      /: it is in eu-west-1; set the region$/,
      1,
    ],
    [
      'a wrong clock',
      says(403, 'RequestTimeTooSkewed'),
      { code: 'denied', retryable: true },
      /clock of this machine is wrong/,
      1,
    ],
    ['expired credentials', says(400, 'ExpiredToken'), { code: 'denied', retryable: true }, /have expired$/, 1],
    [
      'too many requests',
      says(503, 'SlowDown'),
      { code: 'unavailable', retryable: true },
      /cannot answer now \(503 SlowDown\)$/,
      2,
    ],
    [
      'trouble of its own',
      says(500, 'InternalError'),
      { code: 'unavailable', retryable: true },
      /cannot answer now \(500 InternalError\)$/,
      2,
    ],
    [
      'an archived object',
      says(403, 'InvalidObjectState'),
      { code: 'denied', retryable: false },
      /^a\/key in the bucket scripts is archived/,
      1,
    ],
    [
      'a missing object',
      says(404, 'NoSuchKey'),
      { code: 'not_found', retryable: false },
      /^there is no object a\/key in the bucket scripts$/,
      1,
    ],
    [
      'a missing bucket',
      says(404, 'NoSuchBucket'),
      { code: 'not_found', retryable: false },
      /^there is no bucket scripts at 127\.0\.0\.1:\d+$/,
      1,
    ],
    ['a key that is too long', says(400, 'KeyTooLongError'), { code: 'bad_option', retryable: false }, /too long/, 1],
    [
      'nothing but a status',
      (response) => void response.writeHead(403).end(),
      { code: 'denied', retryable: false },
      /is denied/,
      1,
    ],
    [
      'what no S3 says',
      (response) => void response.writeHead(405, HEADERS).end('<html>No</html>'),
      { code: 'unavailable', retryable: false },
      /is it an S3/,
      1,
    ],
  ])('is understood: %s', async (_name, answer, facts, message, times) => {
    const error = await failure((await storeThat(answer)).open('a/key'));
    expect(error).toMatchObject(facts);
    expect(error.message).toMatch(message);
    expect(requests.length).toBe(times);
  });

  it('is tried again when it passes', async () => {
    let answers = 0;
    const store = await storeThat((response, message) => {
      if (answers++ === 0) {
        says(503, 'SlowDown')(response, message);
        return;
      }
      response.writeHead(200, { 'content-length': '3' }).end('abc');
    });
    const { size, body } = await store.open('a');
    expect(size).toBe(3);
    const chunks = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('abc');
  });

  it('helps over a wrong clock of this machine', async () => {
    const later = new Date(Date.now() + 7_200_000);
    let answers = 0;
    const store = await storeThat((response, message) => {
      if (answers++ === 0) {
        says(403, 'RequestTimeTooSkewed', '', { date: later.toUTCString() })(response, message);
        return;
      }
      response.writeHead(200, { 'content-length': '0' }).end();
    });
    expect((await store.open('a')).size).toBe(0);
    const day = later.toISOString().slice(0, 13).replaceAll('-', '');
    expect(requests[1]?.message.headers['x-amz-date']).toMatch(new RegExp(`^${day}`));
  });

  it('is not taken for the object when it ends too early', async () => {
    const store = await storeThat((response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(Buffer.alloc(50_000), () => response.destroy());
    });
    const { body } = await store.open('a');
    const reading = (async () => {
      for await (const chunk of body) expect(chunk.length).toBeGreaterThan(0);
    })();
    expect(await failure(reading)).toMatchObject({ code: 'unavailable', retryable: true });
  });

  it('may come slowly as long as it comes', async () => {
    const store = await storeThat(
      (response) => {
        response.writeHead(200, { 'content-length': '8' });
        let left = 8;
        const timer = setInterval(() => {
          response.write('x');
          if (--left === 0) {
            clearInterval(timer);
            response.end();
          }
        }, 100);
      },
      { idleTimeoutMs: 400 },
    );
    let length = 0;
    for await (const chunk of (await store.open('a')).body) length += chunk.length;
    expect(length).toBe(8);
  });
});

describe('what a store is sent', () => {
  it('is one write with the digest of its bytes, and no newer checksum', async () => {
    const store = await storeThat((response) => void response.writeHead(200, { etag: '"e"' }).end());
    const bytes = new Uint8Array(300_000).fill(7);
    await store.write('a key', bytes, { contentType: 'application/json' });
    expect(requests.length).toBe(1);
    const [{ message, body }] = requests as [(typeof requests)[number]];
    expect([message.method, message.url?.split('?')[0]]).toEqual(['PUT', '/scripts/a%20key']);
    expect(message.headers['content-md5']).toBe(createHash('md5').update(bytes).digest('base64'));
    expect(message.headers['content-type']).toBe('application/json');
    expect(Object.keys(message.headers).filter((name) => name.includes('checksum'))).toEqual([]);
    expect(body.equals(bytes)).toBe(true);
  });

  it('goes over connections that stay open', async () => {
    const sockets = new Set<unknown>();
    const store = await storeThat((response, message) => {
      sockets.add(message.socket);
      response.writeHead(200, { etag: '"e"' }).end();
    });
    for (let n = 0; n < 5; n++) await store.write(`key ${n}`, new Uint8Array(1000));
    expect(sockets.size).toBe(1);
  });

  it('never goes out without credentials', async () => {
    const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'];
    const before = { ...process.env };
    for (const name of names) delete process.env[name];
    Object.assign(process.env, {
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SHARED_CREDENTIALS_FILE: '/none',
      AWS_CONFIG_FILE: '/none',
    });
    try {
      const store = await storeThat(says(200, 'Never'), { credentials: undefined });
      expect(await failure(store.check())).toMatchObject({
        code: 'denied',
        message: 'there are no credentials for the bucket scripts: neither given nor found where the SDK looks',
      });
      const nowhere = new S3Storage({ bucket: 'scripts', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
      delete process.env['AWS_REGION'];
      expect(await failure(nowhere.check())).toMatchObject({ code: 'bad_option' });
      await nowhere.close();
    } finally {
      process.env = before;
    }
    expect(requests).toEqual([]);
  });

  it('goes to an address', () => {
    const open = () => new S3Storage({ bucket: 'scripts', endpoint: 'not an address' });
    expect(open).toThrow(expect.objectContaining({ code: 'bad_option' }));
  });
});
