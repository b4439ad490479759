import type { Converter, ErrorCode } from '@screenplay/core';
import type { JobsOptions } from './jobs-options.js';
import type { ServerLog } from './log/server-log.js';

/** What a server is made of. It reads no settings and opens nothing but its socket: all of that is handed in. */
export interface ServerOptions {
  converter: Converter;
  log: ServerLog;
  /** Of the service, as `GET /` tells it. */
  version: string;
  /** Any of them opens the protected endpoints; with none nothing does. */
  tokens: readonly string[];
  /** Which endpoints want a token: the protected ones, or all but `/health`. */
  requireToken: 'protected' | 'all';
  /** Origins whose pages may call the service; `*` for any. */
  corsOrigin: readonly string[];
  /**
   * How many proxies stand before the server that each add the address they were asked from to `X-Forwarded-For`; who asks is
   * then told by the last addresses there. Default 0: by the connection, whatever the header says.
   */
  trustProxy?: number | undefined;
  limits?: Partial<BodyLimits> | undefined;
  timeouts?: Partial<Timeouts> | undefined;
  /** What `GET /setup` shows; secrets left out. */
  setup(): readonly SettingInForce[];
  /** What stands behind the service. Answers at once, from what was last heard. Default: nothing does. */
  deployment?: (() => DeploymentState) | undefined;
  /** Default: no jobs, and their endpoints answer 501. */
  jobs?: JobsOptions | undefined;
  /** What the converter does, for metrics. */
  converterStats?: (() => ConverterStats) | undefined;
}

/** The most bytes that a body may have, framing included, after inflating. */
export interface BodyLimits {
  /** Default 50 MB. */
  convert: number;
  /** Default 50 MB. */
  export: number;
  /** Default 10 MB. */
  validate: number;
  /** Bytes of all bodies that the server holds at a time; beyond them it is `busy`. Default 512 MB. */
  held: number;
}

/** Milliseconds that clients may take. */
export interface Timeouts {
  /** Until the head of a request is there. Default 15 s. */
  headers: number;
  /** Until a request is there as a whole. Default 5 min. */
  request: number;
  /** Between two pieces of a request or an answer. Default 30 s. */
  idle: number;
  /** Between two requests on a connection. Default 65 s, longer than what proxies keep. */
  keepAlive: number;
}

/** One setting as `GET /setup` shows it. */
export interface SettingInForce {
  name: string;
  /** `set` or `unset` for a secret; null for what is not set. */
  value: string | number | boolean | readonly string[] | null;
  source: string;
}

export interface DeploymentState {
  queue: QueueState;
  /** Each service by its name: `ok`, or what is wrong with it. */
  services: Readonly<Record<string, ServiceState>>;
}

export interface QueueState {
  /** Jobs that wait, in the whole deployment. */
  pending: number;
  /** Workers of the whole deployment. */
  workers: number;
}

export type ServiceState = 'ok' | ErrorCode;

/** What a converter does now and has done; lanes, phases and reasons are its own words. */
export interface ConverterStats {
  running: Readonly<Record<string, number>>;
  waiting: Readonly<Record<string, number>>;
  processes: readonly { lane: string; phase: string; resident: number }[];
  done: number;
  refused: number;
  stopped: Readonly<Record<string, number>>;
  postponed: number;
  started: number;
}
