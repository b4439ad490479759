import { storageContract } from '@screenplay/core/testing';
import { describe, it } from 'vitest';
import { S3Storage } from '../src/index.js';
import { given, missing, withBucket } from './private-store.js';

describe.skipIf(missing)(`storage on S3${missing === undefined ? '' : ` (${missing})`}`, () => {
  const cases = storageContract({
    open: async () => new S3Storage(await withBucket(given())),
    openMissing: async () => new S3Storage({ ...given(), bucket: 'screenplay-tests-that-is-not-there' }),
  });
  it.each(cases)('$name', ({ run }) => run(), 60_000);

  const below = storageContract({
    open: async () => new S3Storage({ ...(await withBucket(given())), prefix: 'below/here-' }),
  }).filter(({ name }) => name.includes('list') || name.includes('reads'));
  it.each(below)('below a prefix: $name', ({ run }) => run(), 60_000);
});
