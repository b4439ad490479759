import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, DEFAULT_HOOK, Deployment, OWN_HOOK, realPause } from './deployment.js';
import { FaultyProcess } from './faulty-process.js';
import type { Fault } from './faulty-process.js';
import { expectWholeStory } from './history.js';
import { QuickConverter } from './quick-converter.js';

const CHAINS = [
  ['convert-fountain-to-screenplay'],
  ['convert-fountain-to-screenplay', 'export-to-fdx', 'export-to-pdf', 'zip-output'],
  ['convert-fountain-to-screenplay', 'encrypt-screenplay', 'validate-screenplay'],
];

interface JobPlan {
  chain: number;
  ownHook: boolean;
  /** Milliseconds after which it is cancelled. */
  cancelAfter: number | undefined;
}

interface ProcessPlan {
  /** At which of its calls it dies, and whether before or after it; and when it pauses. */
  diesAt: number | undefined;
  after: boolean;
  pausesAt: number | undefined;
  /** Of a hundred calls so many fail, half of them with effect. */
  failures: number;
  startsAfter: number;
}

interface Plan {
  seed: number;
  jobs: JobPlan[];
  processes: ProcessPlan[];
  /** Of a hundred notifications so many fail. */
  deaf: number;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  jobs: fc.array(
    fc.record({
      chain: fc.nat({ max: CHAINS.length - 1 }),
      ownHook: fc.boolean(),
      cancelAfter: fc.option(fc.nat({ max: 20_000 }), { nil: undefined, freq: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  processes: fc.array(
    fc.record({
      diesAt: fc.option(fc.nat({ max: 200 }), { nil: undefined, freq: 2 }),
      after: fc.boolean(),
      pausesAt: fc.option(fc.nat({ max: 200 }), { nil: undefined, freq: 3 }),
      failures: fc.constantFrom(0, 0, 3, 15),
      startsAfter: fc.nat({ max: 5000 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  deaf: fc.constantFrom(0, 10, 30),
});

/** A world in which everything that a plan says goes wrong, and one process that does not comes at the end. */
async function play(plan: Plan): Promise<{ deployment: Deployment; ids: string[] }> {
  const converter = new QuickConverter();
  const deployment = new Deployment({
    converter,
    seed: plan.seed,
    worker: { slots: 2, patience: { tries: 4, firstMs: 200, longestMs: 1000 } },
    // Whatever a receiver misses is told again until it is heard.
    sender: { slots: 3, maxRetry: 100, minWaitMs: 100, maxWaitMs: 1000 },
  });
  const { runtime } = deployment;
  const dice = (): number => (runtime.random(1)[0] ?? 0) / 2.56;
  converter.before = (_operation, signal) => runtime.sleep(dice() * 10, signal);
  deployment.receivers.answer = async () => {
    await runtime.sleep(dice());
    return { statusCode: dice() < plan.deaf ? 503 : 200 };
  };
  await deployment.input.write('in/ferry.fountain', bytesOf('INT. FERRY - NIGHT\n'));

  const ids: string[] = [];
  for (const { chain, ownHook, cancelAfter } of plan.jobs) {
    const id = await deployment.push({
      tasks: CHAINS[chain],
      ...(ownHook ? { webhook: OWN_HOOK } : {}),
      vars: { encrypt_key: 'a long enough secret' },
      output_key: `out/${ids.length}`,
    });
    ids.push(id);
    if (cancelAfter !== undefined) {
      void runtime.sleep(cancelAfter).then(() => deployment.service.cancel(id).catch(() => undefined));
    }
  }
  await Promise.all(
    plan.processes.map(async ({ startsAfter, ...faults }) => {
      await runtime.sleep(startsAfter);
      const process = new FaultyProcess(deployment);
      process.fault = ({ index }): Fault => {
        if (index === faults.diesAt) return faults.after ? 'die after' : 'die before';
        if (index === faults.pausesAt) {
          process.pause();
          void runtime.sleep(dice() * 30).then(() => process.notice());
        }
        if (dice() >= faults.failures) return undefined;
        return dice() < 50 ? 'fail before' : 'fail after';
      };
      deployment.worker(process.ports);
      deployment.sender(process.ports);
      deployment.reconciler(process.ports);
    }),
  );
  await runtime.sleep(20_000);
  deployment.worker();
  deployment.sender();
  deployment.reconciler();
  for (const id of ids) await deployment.ended(id);
  await deployment.told();
  return { deployment, ids };
}

describe('whatever goes wrong, in whatever order', () => {
  it('each job ends once, and everybody is told all of it in order', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { deployment, ids } = await play(plan);
        for (const [at, id] of ids.entries()) {
          const record = await deployment.record(id);
          const { ownHook = false } = plan.jobs[at] ?? {};
          expect(record.attempt).toBeLessThanOrEqual(3);
          if (record.status === 'failed') expect(['cancelled', 'worker_lost']).toContain(record.error?.code);
          else expect(record).toMatchObject({ status: 'success', completed_tasks: record.tasks, error: null });
          for (const { keys } of record.outputs) {
            for (const key of keys) expect(deployment.output.peek(key)).toBeDefined();
          }
          expectWholeStory(deployment.receivers.told, DEFAULT_HOOK, record);
          if (ownHook) expectWholeStory(deployment.receivers.told, OWN_HOOK, record);
          const stored = await deployment.store.get(id);
          expect([stored?.job.sealed, stored?.job.vars]).toEqual([null, {}]);
        }
        const own = deployment.receivers.at(OWN_HOOK).map((payload) => payload['job_id']);
        const asked = ids.filter((_, at) => plan.jobs[at]?.ownHook);
        expect([...new Set(own)].sort()).toEqual(asked.sort());
        await deployment.stop();
        await realPause();
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
