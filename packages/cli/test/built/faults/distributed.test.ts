import { S3Storage } from '@screenplay/storage-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PrivateRedis } from '../../../../../scripts/redis.mjs';
import { PrivateS3 } from '../../../../../scripts/s3.mjs';
import { checkWave, countsText } from './check-wave.js';
import { Deployment } from './deployment.js';
import { mixedOrders } from './orders.js';
import type { Program, Role } from './program.js';
import { befallReceiver } from './receiver-trouble.js';
import { Reference } from './reference.js';
import { expectNowhere, newSecret } from './secrets.js';
import { JOBS, untilTrue } from './until.js';
import { Wave } from './wave.js';

const MINUTES = 60_000;
/** What a pause must outlast, so that others take a worker's jobs. */
const LEASE = '4s';
const BUCKET = 'faults';

const missing = [
  PrivateRedis.available() ? [] : ['redis-server'],
  PrivateS3.available() ? [] : ["Ceph's radosgw"],
].flat();
const why = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(' and no ')} on this machine to stop)`;

describe.skipIf(why !== '')(`two servers and three workers on Redis and S3${why}`, { timeout: 20 * MINUTES }, () => {
  const secret = newSecret();
  const waves: Wave[] = [];
  let redis: PrivateRedis;
  let s3: PrivateS3;
  let deployment: Deployment;
  let reference: Reference;

  beforeAll(async () => {
    // Uncompressed, so that what is in it can be searched.
    [redis, s3] = await Promise.all([PrivateRedis.start({ flags: ['--rdbcompression', 'no'] }), PrivateS3.start()]);
    await s3.makeBucket(BUCKET);
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    reference = new Reference();
    deployment = await Deployment.open({
      env: {
        HOST: '127.0.0.1',
        REDIS_URL: redis.url,
        JOB_SECRET: 'the-job-secret-of-these-tests',
        JOB_LEASE: LEASE,
        S3_BUCKET: BUCKET,
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_FORCE_PATH_STYLE: 'true',
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      storage: async () =>
        new S3Storage({ bucket: BUCKET, endpoint, region, credentials: { accessKeyId, secretAccessKey } }),
    });
    await Promise.all([startServer(), startServer(), startWorker(), startWorker(), startWorker()]);
  }, 5 * MINUTES);
  afterAll(async () => {
    await deployment.close();
    await reference.close();
    await redis.stop();
    await s3.stop();
  });
  // Whatever became of a test, the next one finds all as it should be.
  afterEach(async () => {
    redis.resume();
    s3.resume();
    if (!redis.server) await redis.restart();
    if (!s3.gateway) await s3.restart();
    while (deployment.running('serve').length < 2) await startServer();
    while (deployment.running('worker').length < 3) await startWorker();
  });

  const startServer = (): Promise<Program> => deployment.start('serve', ['--no-workers']);
  const startWorker = (): Promise<Program> => deployment.start('worker');

  async function newWave(name: string, count = JOBS): Promise<Wave> {
    const wave = new Wave(name, deployment, await mixedOrders(count, secret));
    waves.push(wave);
    return wave;
  }

  /** Waits for the end of a wave, checks what came of it and tells the counts. */
  async function check(wave: Wave, what: string): Promise<void> {
    await wave.untilTold();
    process.stdout.write(`${countsText(what, await checkWave(wave, reference))}\n`);
  }

  function programOf(worker: string | null): Program {
    const program = deployment.running('worker').find((one) => one.has(worker));
    if (!program) throw new Error(`no running worker is ${String(worker)}`);
    return program;
  }

  it('kill -9 of a worker in mid-task', async () => {
    const wave = await newWave('killed-worker');
    const pushed = wave.push();
    const { job_id, worker } = await wave.untilBusy();
    await programOf(worker).kill();
    await pushed;
    await check(wave, 'a worker killed');
    expect((await deployment.record(job_id)).attempt).toBeGreaterThan(1);
  });

  it('SIGSTOP of a worker for longer than its lock, then SIGCONT', async () => {
    const wave = await newWave('paused-worker');
    const pushed = wave.push();
    const { job_id, worker } = await wave.untilBusy();
    const paused = programOf(worker);
    paused.pause();
    await pushed;
    await untilTrue(
      'another worker has done its job',
      async () => (await deployment.record(job_id)).finished_at !== null,
    );
    const finished = await deployment.record(job_id);
    expect(finished.attempt).toBeGreaterThan(1);
    expect(paused.has(finished.worker)).toBe(false);
    paused.resume();
    await untilTrue('it has noticed', () => paused.logged('Work on a job ended before it', job_id));
    await check(wave, 'a worker paused');
    expect(await deployment.record(job_id)).toEqual(finished);
    // It works on.
    expect(paused.running).toBe(true);
  });

  it('kill -9 of Redis, which comes back with its log', async () => {
    const wave = await newWave('killed-redis');
    const pushed = wave.push();
    await wave.untilEnded(JOBS / 5);
    await redis.kill();
    const [server] = deployment.running('serve');
    await untilTrue('a server has noticed', async () => (await deployment.askOf(server!, '/health')).status === 503);
    await redis.restart();
    await pushed;
    await check(wave, 'Redis killed');
  });

  it('the gateway of the store stopped for 10 s: it hangs, then refuses', async () => {
    const wave = await newWave('stopped-gateway');
    const pushed = wave.push();
    await wave.untilEnded(JOBS / 5);
    s3.pause();
    await sleep(5000);
    await s3.kill();
    await sleep(5000);
    await s3.restart();
    await pushed;
    await check(wave, 'the gateway stopped');
    // Trouble with the store costs no attempt.
    expect((await wave.records()).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  it('a receiver that hangs, refuses and fails, and recovers within the time of the retries', async () => {
    const wave = await newWave('troubled-receiver');
    await befallReceiver(wave, deployment);
    await check(wave, 'the receiver in trouble');
  });

  it('SIGTERM rolling over all servers and workers, three times', async () => {
    const wave = await newWave('rolling');
    const pushed = wave.push();
    const roll = async (role: Role, start: () => Promise<Program>): Promise<void> => {
      for (let round = 1; round <= 3; round++) {
        for (const program of deployment.running(role)) {
          const code = program.stop();
          await start();
          expect(await code).toBe(0);
        }
      }
    };
    await Promise.all([roll('serve', startServer), roll('worker', startWorker)]);
    await pushed;
    await check(wave, 'rolling restarts');
    // Jobs are handed back, which costs no attempt.
    expect((await wave.records()).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  it('nothing comes late of any of them', async () => {
    for (const wave of waves) await checkWave(wave, reference);
  });

  it('the key that jobs encrypt with is nowhere at rest', async () => {
    // Jobs that wait, with their keys; nobody takes them yet.
    for (const worker of deployment.running('worker')) await worker.stop();
    const wave = await newWave('waiting', 10);
    await wave.push();
    await expectNowhere(secret, deployment, redis);
    await startWorker();
    await wave.untilTold();
    await checkWave(wave, reference);
    await expectNowhere(secret, deployment, redis);
  });
});
