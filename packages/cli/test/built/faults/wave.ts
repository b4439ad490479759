import type { JobRecord } from '@screenplay/core';
import { TOLD_OF_ALL } from './host.js';
import type { Host } from './host.js';
import type { Order } from './orders.js';
import type { Arrival } from './receiver.js';
import { until, untilTrue } from './until.js';

/** Pushes under way at a time. */
const AT_ONCE = 4;

/** A job of a wave: what was ordered, and what it is called everywhere. */
export interface Ordered {
  order: Order;
  documentId: string;
  inputKey: string;
  outputKey: string;
  /** Paths of the receiver that are told of it. */
  paths: readonly string[];
}

/** Jobs that are pushed together, and that a fault befalls. */
export class Wave {
  readonly name: string;
  readonly host: Host;
  readonly ordered: readonly Ordered[];
  /** Ids by document, as far as they were pushed. */
  readonly ids = new Map<string, string>();
  readonly #from: number;

  constructor(name: string, host: Host, orders: readonly Order[]) {
    this.name = name;
    this.host = host;
    this.#from = host.receiver.arrivals.length;
    this.ordered = orders.map((order, at) => {
      const documentId = `${name}-${String(at).padStart(4, '0')}`;
      return {
        order,
        documentId,
        inputKey: `in/${order.script.name}`,
        outputKey: `out/${name}/${documentId}`,
        // Every other job has a receiver of its own, too.
        paths: [TOLD_OF_ALL, ...(at % 2 === 0 ? [`/own/${documentId}`] : [])],
      };
    });
  }

  /** Puts the inputs into the storage and pushes the jobs, whatever happens to the servers meanwhile. */
  async push(): Promise<void> {
    const { storage } = this.host;
    const inputs = new Map(this.ordered.map(({ inputKey, order }) => [inputKey, order.script.bytes]));
    for (const [key, bytes] of inputs) await storage.write(key, bytes);
    const left = [...this.ordered];
    const pushAll = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) await this.#pushOne(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, pushAll));
  }

  async #pushOne({ order, documentId, inputKey, outputKey, paths }: Ordered): Promise<void> {
    const own = paths.find((path) => path !== TOLD_OF_ALL);
    const request = {
      input_key: inputKey,
      output_key: outputKey,
      document_id: documentId,
      tasks: order.tasks,
      vars: order.vars,
      ...(own === undefined ? {} : { webhook: this.host.receiver.url(own) }),
    };
    this.ids.set(documentId, await this.host.push(request, documentId));
  }

  /** The webhook requests that tell of it. */
  get arrivals(): Arrival[] {
    const { arrivals } = this.host.receiver;
    return arrivals.slice(this.#from).filter(({ payload }) => this.#has(payload));
  }

  /** How many of its jobs have ended, by what the receiver of all jobs was told. */
  get ended(): number {
    return this.#ends((path) => path === TOLD_OF_ALL).size;
  }

  /** Waits until so many have ended. */
  async untilEnded(count: number): Promise<void> {
    await untilTrue(
      `${count} jobs of ${this.name} have ended`,
      () => this.ended >= count,
      () => this.#state(),
    );
  }

  /** Waits until the results say that all have ended, whoever was told of it. */
  async untilFinished(): Promise<void> {
    await untilTrue(
      `all jobs of ${this.name} are finished`,
      async () => (await this.#open()).length === 0,
      () => this.#state(),
    );
  }

  /** Waits until every receiver was told of the end of every job. */
  async untilTold(): Promise<void> {
    const wanted = this.ordered.reduce((sum, { paths }) => sum + paths.length, 0);
    await untilTrue(
      `all receivers were told of ${this.name}`,
      () => this.#ends().size >= wanted,
      () => this.#state(),
    );
  }

  /** The records of its jobs. */
  async records(): Promise<JobRecord[]> {
    return (await this.host.results()).filter((record) => this.#has(record));
  }

  /**
   * Waits until a worker is at a long job of this wave, and has done little of it.
   *
   * @param attempt of the job; default: any
   */
  async untilBusy(attempt?: number): Promise<JobRecord> {
    const long = this.ordered.filter(({ order }) => order.script.name.startsWith('long'));
    return until(
      `a long job of ${this.name} is under way`,
      async () => {
        for (const { documentId } of long) {
          const id = this.ids.get(documentId);
          if (id === undefined) continue;
          const record = await this.host.record(id);
          if (attempt !== undefined && record.attempt !== attempt) continue;
          if (record.status === 'running' && record.completed_tasks.length <= 1) return record;
        }
        return undefined;
      },
      () => this.#state(),
    );
  }

  /** Job and path of each end that a receiver acknowledged. */
  #ends(counts: (path: string) => boolean = () => true): Set<string> {
    const ends = new Set<string>();
    for (const { path, payload, answered } of this.arrivals) {
      const { event, document_id } = payload;
      if (answered !== 204 || (event !== 'job.completed' && event !== 'job.failed')) continue;
      if (counts(path)) ends.add(`${document_id} ${path}`);
    }
    return ends;
  }

  async #state(): Promise<unknown> {
    return { pushed: this.ids.size, ended: this.ended, open: await this.#open() };
  }

  async #open(): Promise<JobRecord[]> {
    const open = [...(await this.host.results('queued')), ...(await this.host.results('running'))];
    return open.filter((record) => this.#has(record));
  }

  #has({ document_id }: { document_id: string }): boolean {
    return document_id.startsWith(`${this.name}-`);
  }
}
