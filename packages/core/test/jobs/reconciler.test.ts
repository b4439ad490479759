import { afterEach, describe, expect, it } from 'vitest';
import { Reconciler } from '../../src/pipeline/jobs/index.js';
import { MemoryWorkQueue } from '../../src/testing/index.js';
import { Deployment } from './deployment.js';
import { FaultyProcess } from './faulty-process.js';
import { QuickConverter } from './quick-converter.js';

let reconciler: Reconciler | undefined;

afterEach(async () => {
  await reconciler?.stop();
});

/** A deployment whose queues have lost all that the store has. */
async function forgetful(jobs: number): Promise<{ deployment: Deployment; process: FaultyProcess; ids: string[] }> {
  const deployment = new Deployment({ converter: new QuickConverter() });
  const ids: string[] = [];
  for (let n = 0; n < jobs; n++) ids.push(await deployment.push({ output_key: `o/${n}` }));
  const process = new FaultyProcess(deployment);
  process.ports.jobs = new MemoryWorkQueue(deployment.runtime);
  process.ports.lanes = new MemoryWorkQueue(deployment.runtime);
  return { deployment, process, ids };
}

describe('the reconciler', () => {
  it('brings back all that the queues have lost, the oldest first, at its start', async () => {
    const { deployment, process, ids } = await forgetful(25);
    reconciler = new Reconciler(process.ports, { batch: 4 });
    reconciler.start();
    await deployment.runtime.sleep(100);
    expect(await process.ports.jobs.depth()).toBe(25);
    expect(await process.ports.lanes.depth()).toBe(25);
    const lease = await process.ports.jobs.take(new AbortController().signal);
    expect(lease?.id).toBe(ids[0]);
  });

  it('then looks at some at a time, and comes around', async () => {
    const { deployment, process, ids } = await forgetful(10);
    reconciler = new Reconciler(process.ports, { batch: 4, everyMs: 1000 });
    reconciler.start();
    await deployment.runtime.sleep(500);
    const { signal } = new AbortController();
    for (const id of ids) {
      const lease = await process.ports.jobs.take(signal);
      expect(lease?.id).toBe(id);
      await lease?.done();
    }
    const depths: number[] = [];
    for (let look = 0; look < 5; look++) {
      await deployment.runtime.sleep(1000);
      depths.push(await process.ports.jobs.depth());
    }
    expect(depths).toEqual([4, 8, 10, 10, 10]);
  });

  it('leaves alone what has ended and what has been told', async () => {
    const { deployment, process, ids } = await forgetful(3);
    await deployment.service.cancel(ids[1] ?? '');
    deployment.sender();
    await deployment.told();
    await deployment.stop();
    reconciler = new Reconciler(process.ports);
    reconciler.start();
    await deployment.runtime.sleep(100);
    expect([await process.ports.jobs.depth(), await process.ports.lanes.depth()]).toEqual([2, 0]);
  });

  it('begins anew after trouble with the store', async () => {
    const { deployment, process } = await forgetful(9);
    process.fault = ({ name, times }) =>
      name === 'store.unfinished' && times >= 1 && times < 4 ? 'fail before' : undefined;
    reconciler = new Reconciler(process.ports, { batch: 4, everyMs: 1000 });
    reconciler.start();
    await deployment.runtime.sleep(500);
    expect(await process.ports.jobs.depth()).toBe(4);
    await deployment.runtime.sleep(3000);
    expect([await process.ports.jobs.depth(), await process.ports.lanes.depth()]).toEqual([9, 9]);
  });

  it('does not wait to be stopped', async () => {
    const { deployment, process } = await forgetful(1);
    const idle = new Reconciler(process.ports);
    idle.start();
    await deployment.runtime.sleep(100);
    const start = deployment.runtime.elapsed();
    await idle.stop();
    expect(deployment.runtime.elapsed()).toBe(start);
  });
});
