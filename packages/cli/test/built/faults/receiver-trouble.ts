import { expect } from 'vitest';
import type { Deployment } from './deployment.js';
import { untilTrue } from './until.js';
import type { Wave } from './wave.js';

/** How many requests are to meet each kind of trouble. */
const MANY = 6;

/** Pushes a wave whose receiver hangs, then refuses connections, then fails, and recovers when all jobs have ended. */
export async function befallReceiver(wave: Wave, deployment: Deployment): Promise<void> {
  const { receiver } = wave.host;
  const seen = (counts: (answered: number | undefined) => boolean): number =>
    wave.arrivals.filter(({ answered }) => counts(answered)).length;

  receiver.mood = 'hanging';
  const pushed = wave.push();
  await untilTrue('requests hang', () => seen((answered) => answered === undefined) >= MANY);
  await receiver.close();
  await untilTrue('requests are refused', async () => (await refusals(deployment)) >= MANY);
  receiver.mood = 'failing';
  await receiver.listen();
  await untilTrue('requests fail', () => seen((answered) => answered === 500) >= MANY);
  await pushed;
  // A failing receiver delays no job.
  await wave.untilFinished();
  expect(seen((answered) => answered === 204)).toBe(0);
  receiver.mood = 'well';
}

/** Tries of the newest deliveries that met nobody. */
async function refusals(deployment: Deployment): Promise<number> {
  const answer = await deployment.ask('/webhooks');
  const { deliveries } = (await answer.json()) as { deliveries: { attempts: { error: string | null }[] }[] };
  const errors = deliveries.flatMap(({ attempts }) => attempts.map(({ error }) => error ?? ''));
  return errors.filter((error) => error.includes('ECONNREFUSED')).length;
}
