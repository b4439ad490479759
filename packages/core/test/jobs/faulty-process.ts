import { ScreenplayError } from '../../src/index.js';
import type { Lease } from '../../src/index.js';
import type { MemoryWorkQueue } from '../../src/testing/index.js';
import type { Deployment, ProcessPorts } from './deployment.js';

/** A call of a port: `store.replace`, `jobs.take`, `lease.done`, `runtime.sleep`. */
export interface PortCall {
  name: string;
  /** Counts from 0, over all ports of the process. */
  index: number;
  /** Counts from 0, over the calls of this name. */
  times: number;
}

/**
 * What happens to a call: the process dies before or after it, so that nobody hears of it; or it fails, without or with
 * its effect.
 */
export type Fault = 'die before' | 'die after' | 'fail before' | 'fail after' | undefined;

/** A process of a deployment that can go wrong. What it calls on its ports is noted. */
export class FaultyProcess {
  readonly ports: ProcessPorts;
  readonly calls: string[] = [];
  fault: (call: PortCall) => Fault = () => undefined;
  dead = false;
  readonly #queues: MemoryWorkQueue[];
  readonly #times = new Map<string, number>();

  constructor(deployment: Deployment) {
    const jobs = deployment.jobs.connect();
    const lanes = deployment.lanes.connect();
    const ports = deployment.ports(jobs, lanes);
    this.#queues = [jobs, lanes];
    const wrapped = Object.entries(ports).map(([name, port]) => [name, this.#wrap(name, port as object)]);
    this.ports = Object.fromEntries(wrapped) as ProcessPorts;
  }

  /** The process is no more: what it had leased comes again, and it does nothing any more. */
  die(): void {
    this.dead = true;
    for (const queue of this.#queues) queue.lapse();
  }

  /** The process stands still until its leases have lapsed, and goes on then. */
  pause(): void {
    for (const queue of this.#queues) queue.lapse();
  }

  /** It hears that its leases have lapsed. */
  notice(): void {
    for (const queue of this.#queues) queue.notice();
  }

  /** How often something was called. */
  timesOf(name: string): number {
    return this.#times.get(name) ?? 0;
  }

  #wrap(port: string, target: object): object {
    return new Proxy(target, {
      get: (_, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: unknown[]) => unknown;
        const name = `${port}.${String(property)}`;
        if (/^runtime\.(?!sleep)|\.close$/.test(name)) return method;
        return (...args: unknown[]) => this.#call(name, () => Promise.resolve(method(...args)));
      },
    });
  }

  async #call(name: string, work: () => Promise<unknown>): Promise<unknown> {
    if (this.dead) return never();
    const times = this.timesOf(name);
    this.#times.set(name, times + 1);
    const fault = this.fault({ name, index: this.calls.length, times });
    this.calls.push(name);
    if (fault === 'die before') return this.#died();
    const fails = !name.startsWith('runtime.');
    if (fault === 'fail before' && fails) throw down(name);
    const result = await work();
    if (fault === 'die after') return this.#died();
    // What a dead process was given meanwhile comes again, too.
    if (this.#gone()) return this.#died();
    if (fault === 'fail after' && fails) {
      // A lease that nobody heard of lapses.
      if (isLease(result)) for (const queue of this.#queues) queue.lapse();
      throw down(name);
    }
    return isLease(result) ? this.#wrapLease(result) : result;
  }

  #wrapLease(lease: Lease): Lease {
    return {
      id: lease.id,
      lost: lease.lost,
      done: () => this.#call('lease.done', () => lease.done()) as Promise<void>,
      giveBack: (delay) => this.#call('lease.giveBack', () => lease.giveBack(delay)) as Promise<void>,
    };
  }

  /** It may have died in another call meanwhile. */
  #gone(): boolean {
    return this.dead;
  }

  #died(): Promise<never> {
    this.die();
    return never();
  }
}

function isLease(value: unknown): value is Lease {
  return typeof value === 'object' && value !== null && 'giveBack' in value;
}

export function down(name = 'the store'): ScreenplayError {
  return new ScreenplayError('unavailable', `There is no answer from ${name}`);
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
