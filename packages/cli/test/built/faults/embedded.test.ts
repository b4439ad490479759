import { FileStorage } from '@screenplay/local';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWave, countsText } from './check-wave.js';
import { Deployment } from './deployment.js';
import { mixedOrders } from './orders.js';
import type { Program } from './program.js';
import { befallReceiver } from './receiver-trouble.js';
import { Reference } from './reference.js';
import { expectNowhere, newSecret } from './secrets.js';
import { JOBS } from './until.js';
import { Wave } from './wave.js';

const MINUTES = 60_000;
/** How often the service is killed, and how often told to stop, in the middle of its work. */
const ROUNDS = 3;

describe('one machine with no other server', { timeout: 20 * MINUTES }, () => {
  const secret = newSecret();
  const waves: Wave[] = [];
  let deployment: Deployment;
  let reference: Reference;
  let service: Program;

  beforeAll(async () => {
    reference = new Reference();
    deployment = await Deployment.open({
      env: {},
      storage: (folder) => FileStorage.open(join(folder, '.screenplay/storage')),
    });
    service = await deployment.start('serve');
  }, MINUTES);
  afterAll(async () => {
    await deployment.close();
    await reference.close();
  });

  async function newWave(name: string, count = JOBS): Promise<Wave> {
    const wave = new Wave(name, deployment, await mixedOrders(count, secret));
    waves.push(wave);
    return wave;
  }

  async function check(wave: Wave, what: string): Promise<void> {
    await wave.untilTold();
    process.stdout.write(`embedded, ${countsText(what, await checkWave(wave, reference))}\n`);
  }

  it('kill -9 of the only process, started again, three times', async () => {
    const wave = await newWave('killed');
    const pushed = wave.push();
    for (let round = 1; round <= ROUNDS; round++) {
      await wave.untilBusy();
      await service.kill();
      service = await deployment.start('serve');
    }
    await pushed;
    await check(wave, 'the service killed');
    expect((await wave.records()).some(({ attempt }) => attempt > 1)).toBe(true);
  });

  it('SIGTERM in the middle of its work, started again, three times', async () => {
    const wave = await newWave('stopped');
    const pushed = wave.push();
    for (let round = 1; round <= ROUNDS; round++) {
      await wave.untilBusy();
      expect(await service.stop()).toBe(0);
      service = await deployment.start('serve');
    }
    await pushed;
    await check(wave, 'the service stopped');
    expect((await wave.records()).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  it('a receiver that hangs, refuses and fails, and recovers within the time of the retries', async () => {
    const wave = await newWave('troubled-receiver');
    await befallReceiver(wave, deployment);
    await check(wave, 'the receiver in trouble');
  });

  it('a job that takes the service with it each time fails after the attempts that it has', async () => {
    await service.stop();
    const few = ['--job-max-attempts', String(ROUNDS)];
    service = await deployment.start('serve', few);
    const wave = new Wave('deadly', deployment, await mixedOrders(1, secret));
    await wave.push();
    for (let round = 1; round <= ROUNDS; round++) {
      await wave.untilBusy(round);
      await service.kill();
      service = await deployment.start('serve', few);
    }
    await wave.untilTold();
    const [record] = await wave.records();
    expect(record).toMatchObject({ status: 'failed', attempt: ROUNDS, error: { code: 'worker_lost' } });
    const ends = wave.arrivals.filter(({ payload }) => /completed|failed/.test(payload.event));
    expect(new Set(ends.map(({ path, payload }) => `${path} ${payload.event}`)).size).toBe(2);
    expect(new Set(ends.map(({ payload }) => payload.delivery_id)).size).toBe(2);
  });

  it('nothing comes late of any of them', async () => {
    for (const wave of waves) await checkWave(wave, reference);
  });

  it('the key that jobs encrypt with is nowhere at rest', async () => {
    await service.stop();
    service = await deployment.start('serve', ['--no-workers']);
    const wave = await newWave('waiting', 10);
    await wave.push();
    await expectNowhere(secret, deployment);
    await service.stop();
    service = await deployment.start('serve');
    await wave.untilTold();
    await checkWave(wave, reference);
    await expectNowhere(secret, deployment);
  });
});
