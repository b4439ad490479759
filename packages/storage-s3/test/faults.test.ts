import { ScreenplayError } from '@screenplay/core';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrivateS3 } from '../../../scripts/s3.mjs';
import { S3Storage } from '../src/index.js';
import type { S3StorageOptions } from '../src/index.js';
import { withBucket } from './private-store.js';

const missing = PrivateS3.available() ? undefined : 'Ceph (the packages radosgw, ceph-mon and ceph-osd) is not here';

const MB = 1_048_576;

async function failure(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  return length;
}

describe.skipIf(missing)(`a gateway in trouble${missing === undefined ? '' : ` (${missing})`}`, () => {
  let s3: PrivateS3;
  let store: S3StorageOptions;
  let storage: S3Storage;

  beforeAll(async () => {
    s3 = await PrivateS3.start();
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    store = await withBucket({ bucket: '', endpoint, region, credentials: { accessKeyId, secretAccessKey } });
    storage = new S3Storage({ ...store, idleTimeoutMs: 1000 });
    await storage.write('large', new Uint8Array(48 * MB));
    await storage.write('small', new Uint8Array(10));
  }, 120_000);
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });

  it('that is stopped is unavailable, and available again when it is back', async () => {
    await s3.kill();
    const works = [storage.check(), storage.open('small'), storage.write('new', new Uint8Array(3)), storage.list()];
    for (const error of await Promise.all(works.map(failure))) {
      expect(error).toMatchObject({ code: 'unavailable', retryable: true });
      expect(error.message).toBe(`127.0.0.1:${s3.port} cannot be reached (ECONNREFUSED)`);
    }
    await s3.restart();
    await storage.check();
    expect(await drain((await storage.open('small')).body)).toBe(10);
    await storage.write('new', new Uint8Array(3));
    expect((await failure(storage.open('nothing'))).details).toMatchObject({ missing: 'object' });
  }, 60_000);

  it('that comes back while a call is tried again is waited for', async () => {
    const patient = new S3Storage({ ...store, attempts: 10 });
    await s3.kill();
    const writing = patient.write('patience', new Uint8Array(1000));
    await sleep(200);
    await s3.restart();
    await writing;
    expect(await drain((await patient.open('patience')).body)).toBe(1000);
    await patient.close();
  }, 60_000);

  it('that is killed in the middle of a read breaks the read', async () => {
    const { body } = await storage.open('large');
    const error = await failure(
      (async () => {
        let length = 0;
        for await (const chunk of body) {
          length += chunk.length;
          if (length === chunk.length) await s3.kill();
        }
      })(),
    );
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
    await s3.restart();
    expect(await drain((await storage.open('large')).body)).toBe(48 * MB);
  }, 60_000);

  it('that falls silent is given up in time, in the middle of a read too', async () => {
    const { body } = await storage.open('large');
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    s3.pause();
    try {
      const start = performance.now();
      const reading = await failure(
        (async () => {
          while ((await iterator.next()).done !== true);
        })(),
      );
      expect(reading).toMatchObject({ code: 'unavailable', retryable: true });
      const opening = await failure(storage.open('small'));
      expect(opening.message).toBe(`127.0.0.1:${s3.port} did not answer in time`);
      const brief = new S3Storage({ ...store, totalTimeoutMs: 500 });
      expect((await failure(brief.write('late', new Uint8Array(10)))).message).toBe(opening.message);
      await brief.close();
      expect(performance.now() - start).toBeLessThan(20_000);
    } finally {
      s3.resume();
    }
    await storage.check();
    // It had the whole request when it fell silent, or it had nothing.
    const late = await storage.open('late').then(
      ({ body: bytes }) => drain(bytes),
      (error: unknown) => error,
    );
    if (late !== 10) expect(late).toMatchObject({ code: 'not_found' });
  }, 60_000);

  it('ends what waits for it when the caller wants no more', async () => {
    s3.pause();
    try {
      const controller = new AbortController();
      const works = [
        storage.open('small', controller.signal),
        storage.check(controller.signal),
        storage.write('unwanted', new Uint8Array(10), { signal: controller.signal }),
      ];
      const failures = Promise.all(works.map(failure));
      await sleep(100);
      controller.abort();
      for (const error of await failures) expect(error.code).toBe('cancelled');
    } finally {
      s3.resume();
    }
  }, 60_000);

  it('does not let in who has no rights, or who is not who they say', async () => {
    const { secretAccessKey } = s3;
    const stranger = await s3.stranger();
    const cases: [S3StorageOptions['credentials'], RegExp][] = [
      [stranger, /^access to (?:(?:small|new) in )?the bucket \S+ is denied \(AccessDenied\)/],
      [
        { accessKeyId: s3.accessKeyId, secretAccessKey: 'wrong-secret-0123456789' },
        /does not accept the credentials \(SignatureDoesNotMatch\)/,
      ],
      [{ accessKeyId: 'nobody', secretAccessKey }, /does not accept the credentials \(InvalidAccessKeyId\)/],
    ];
    for (const [credentials, message] of cases) {
      const denied = new S3Storage({ ...store, credentials });
      const works = [denied.check(), denied.open('small'), denied.list(), denied.write('new', new Uint8Array(3))];
      for (const error of await Promise.all(works.map(failure))) {
        expect(error).toMatchObject({ code: 'denied', retryable: false });
        expect(error.message).toMatch(message);
        const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
        for (const secret of [credentials?.secretAccessKey, credentials?.accessKeyId, 'Signature='])
          expect(shown).not.toContain(secret);
      }
      await denied.close();
    }
  }, 60_000);

  it('is told from an address where nothing answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const options = { ...store, endpoint: `http://127.0.0.1:${port}`, idleTimeoutMs: 300, attempts: 2 };
    const lost = new S3Storage(options);
    expect((await failure(lost.check())).message).toBe(`127.0.0.1:${port} did not answer in time`);
    await lost.close();
    silent.close();
    const nowhere = new S3Storage({ ...store, endpoint: 'http://no-such-host.invalid:1', attempts: 1 });
    expect(await failure(nowhere.check())).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^no-such-host\.invalid:1 cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)$/),
    });
    await nowhere.close();
  }, 60_000);
});
