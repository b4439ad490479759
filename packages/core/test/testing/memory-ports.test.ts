import { describe, expect, it } from 'vitest';
import {
  jobStoreContract,
  MemoryJobStore,
  MemoryRuntime,
  MemoryStorage,
  MemoryWorkerRegistry,
  MemoryWorkQueue,
  storageContract,
  workerRegistryContract,
  workQueueContract,
} from '../../src/testing/index.js';

const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const nothing = (): Promise<void> => Promise.resolve();

describe('storage in memory', () => {
  const bench = { open: () => Promise.resolve(new MemoryStorage(new MemoryRuntime())) };
  it.each(storageContract(bench))('$name', ({ run }) => run());
});

describe('a queue in memory', () => {
  const start = () => {
    const runtime = new MemoryRuntime({ idle });
    const queue = new MemoryWorkQueue(runtime);
    return Promise.resolve({
      runtime,
      open: () => Promise.resolve(queue.connect()),
      cutOff: (open: unknown) => {
        (open as MemoryWorkQueue).lapse();
        (open as MemoryWorkQueue).notice();
        return nothing();
      },
      dispose: nothing,
    });
  };
  it.each(workQueueContract(start, { shared: true, durable: true, leaseMs: 1000 }))('$name', ({ run }) => run());
});

describe('a store of jobs in memory', () => {
  const start = ({ resultsTtlMs }: { resultsTtlMs: number }) => {
    const runtime = new MemoryRuntime({ idle });
    const store = new MemoryJobStore(runtime, { resultsTtlMs });
    return Promise.resolve({ runtime, open: () => Promise.resolve(store.connect()), dispose: nothing });
  };
  it.each(jobStoreContract(start, { shared: true, durable: true }))('$name', ({ run }) => run());
});

describe('a registry of workers in memory', () => {
  const start = () => {
    const runtime = new MemoryRuntime({ idle });
    const registry = new MemoryWorkerRegistry(runtime, 900);
    return Promise.resolve({ runtime, open: () => Promise.resolve(registry), dispose: nothing });
  };
  it.each(workerRegistryContract(start, { silenceMs: 900 }))('$name', ({ run }) => run());
});

describe('the runtime in memory', () => {
  it('wakes in order, and time goes on with it', async () => {
    const runtime = new MemoryRuntime({ now: '2026-05-05T10:00:00Z' });
    const woken: string[] = [];
    const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
      for (const nap of naps) {
        await runtime.sleep(nap);
        woken.push(`${name} ${runtime.elapsed()}`);
      }
    };
    void sleeper('a', 100, 250);
    void sleeper('b', 200, 100);
    await runtime.advance(320);
    expect(woken).toEqual(['a 100', 'b 200', 'b 300']);
    expect(runtime.now()).toBe('2026-05-05T10:00:00.320Z');
    await runtime.advance(30);
    expect(woken.at(-1)).toBe('a 350');
  });

  it('wakes who is told to stop, and lets the clock jump alone', async () => {
    const runtime = new MemoryRuntime();
    const stop = new AbortController();
    const nap = runtime.sleep(1e9, stop.signal);
    runtime.jump(-3_600_000);
    expect(runtime.now()).toBe('2025-12-31T23:00:00.000Z');
    expect(runtime.elapsed()).toBe(0);
    stop.abort();
    await nap;
    expect(runtime.elapsed()).toBe(0);
  });

  it('throws the same dice for the same seed', () => {
    const dice = (seed: number): Uint8Array => new MemoryRuntime({ seed }).random(40);
    expect(dice(5)).toEqual(dice(5));
    expect(dice(5)).not.toEqual(dice(6));
    expect(new Set(dice(5)).size).toBeGreaterThan(20);
  });
});
