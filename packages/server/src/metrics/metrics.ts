import type { ErrorCode, OperationName } from '@screenplay/core';
import type { HeldBytes } from '../body/held-bytes.js';
import type { ServerOptions } from '../server-options.js';
import { followConverter } from './converter-metrics.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from './prometheus.js';

/** Seconds: from what answers from memory to what takes its whole time-out. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the service counts, in Prometheus' terms. Labels are words of ours only, never of a client's. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('http_requests_total', 'Requests answered.', ['method', 'route', 'status']);
  readonly #durations = this.#histogram('http_request_duration_seconds', 'From the head of a request to the end.', [
    'method',
    'route',
  ]);
  readonly #received = this.#counter('http_received_bytes_total', 'Bytes of bodies, inflated.', ['route']);
  readonly #sent = this.#counter('http_sent_bytes_total', 'Bytes of answers, without heads.', ['route']);
  readonly #inFlight = new Gauge({
    name: 'screenplay_http_requests_in_flight',
    help: 'Requests being answered.',
    registers: [this.#registry],
  });
  readonly #operations = this.#counter('operations_total', 'Operations on documents, by what came of them.', [
    'operation',
    'outcome',
  ]);
  readonly #operationDurations = this.#histogram(
    'operation_duration_seconds',
    'Operations on documents, time in the waiting room included.',
    ['operation'],
  );

  constructor(held: HeldBytes, { converterStats, deployment }: ServerOptions) {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('http_held_body_bytes', 'Bytes of bodies in memory.', () => held.held);
    if (converterStats) followConverter(this.#registry, converterStats);
    if (deployment) {
      this.#gauge('jobs_pending', 'Jobs that wait, in the whole deployment.', () => deployment().queue.pending);
      this.#gauge('job_workers', 'Workers of the whole deployment.', () => deployment().queue.workers);
    }
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  requestBegins(): void {
    this.#inFlight.inc();
  }

  requestEnds(request: {
    method: string;
    route: string;
    status: number;
    seconds: number;
    bytesIn: number;
    bytesOut: number;
  }): void {
    const { method, route, status, seconds, bytesIn, bytesOut } = request;
    this.#inFlight.dec();
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
    if (bytesIn > 0) this.#received.inc({ route }, bytesIn);
    if (bytesOut > 0) this.#sent.inc({ route }, bytesOut);
  }

  operationEnds(operation: OperationName, outcome: 'ok' | ErrorCode, seconds: number): void {
    this.#operations.inc({ operation, outcome });
    this.#operationDurations.observe({ operation }, seconds);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `screenplay_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({
      name: `screenplay_${name}`,
      help,
      labelNames,
      buckets: BUCKETS,
      registers: [this.#registry],
    });
  }

  #gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name: `screenplay_${name}`,
      help,
      registers: [this.#registry],
      collect() {
        this.set(value());
      },
    });
  }
}
