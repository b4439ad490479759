import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import type { S3StorageOptions } from '../src/index.js';

const { env } = process;
// The SDK of these tests announces on stderr which Node it will ask for some day, before the storage can keep it from that.
env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** Why tests that need a store are skipped; undefined where there is one. */
export const missing: string | undefined =
  env.TEST_S3_ENDPOINT === undefined ? '`npm test` starts an S3; TEST_S3_ENDPOINT can name one' : undefined;

/** The store that the tests were given. */
export function given(): S3StorageOptions {
  return {
    bucket: 'none',
    endpoint: env.TEST_S3_ENDPOINT,
    region: env.TEST_S3_REGION,
    credentials: {
      accessKeyId: env.TEST_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY ?? '',
    },
  };
}

/** The same with a new bucket. */
export async function withBucket(store: S3StorageOptions): Promise<S3StorageOptions> {
  const bucket = `screenplay-tests-${randomBytes(8).toString('hex')}`;
  const { accessKeyId = '', secretAccessKey = '' } = store.credentials ?? {};
  const client = new S3Client({
    endpoint: store.endpoint ?? '',
    region: store.region ?? 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { ...store, bucket };
}
