import { once } from 'node:events';
import { runMain } from './progress.mjs';
import { PrivateS3 } from './s3.mjs';

/**
 * A private S3 for all who can reach this machine or container, until it is told to end: `S3_PORT`, `S3_ACCESS_KEY_ID` and
 * `S3_SECRET_ACCESS_KEY` say where and for whom. It keeps everything in memory: for tests and for trying things out.
 */
async function serve() {
  const { S3_PORT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  if (!S3_PORT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    console.error('S3_PORT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set');
    return 2;
  }
  const s3 = await PrivateS3.start({
    host: '0.0.0.0',
    port: Number(S3_PORT),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
  console.log(`S3 at port ${s3.port}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await s3.stop();
  return 0;
}

await runMain(serve);
