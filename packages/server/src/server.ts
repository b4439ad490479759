import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app/create-app.js';
import type { Service } from './app/service.js';
import { BodyMemory } from './body/body-memory.js';
import { BodyReader } from './body/body-reader.js';
import { HeldBytes } from './body/held-bytes.js';
import { answerConnectionError } from './connection-errors.js';
import { Connections } from './connections.js';
import { Metrics } from './metrics/metrics.js';
import type { BodyLimits, ServerOptions, Timeouts } from './server-options.js';

export interface ListenOptions {
  /** Address or name to listen on. */
  host: string;
  /** 0 takes any that is free. */
  port: number;
}

/** The service on a socket. */
export interface ScreenplayServer {
  /** @throws Error of the system when the address cannot be had */
  listen(options: ListenOptions): Promise<{ url: string; port: number }>;
  /**
   * Takes no further connections, lets what runs end within `graceMs` (default 0) and closes the rest. The converter is
   * the caller's to close, afterwards.
   */
  close(graceMs?: number): Promise<void>;
}

const MB = 1_048_576;

const LIMITS: BodyLimits = { convert: 50 * MB, export: 50 * MB, validate: 10 * MB, held: 512 * MB };

const TIMEOUTS: Timeouts = { headers: 15_000, request: 300_000, idle: 30_000, keepAlive: 65_000 };

/** Bytes of the native document of a long script. */
const ANSWER_SIZE = 2 * MB;

/** Bytes of a head: far more than ours need, secrets and ids included. */
const LONGEST_HEAD = 16_384;

/** Milliseconds for which the rest of a body is awaited once its request is answered; then the connection ends. */
const LINGER = 5000;

/**
 * The service; it listens once it is told where.
 *
 * @example
 * const server = createServer({ converter, log, version, tokens, requireToken: 'protected', corsOrigin: ['*'], setup });
 * const { url } = await server.listen({ host: '127.0.0.1', port: 8080 });
 * await server.close(30_000);
 */
export function createServer(options: ServerOptions): ScreenplayServer {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const service = makeService(options, timeouts);
  const handle = createApp(service).callback();
  const server = createHttpServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: Math.min(5000, Math.ceil(timeouts.headers / 2)),
    maxHeaderSize: LONGEST_HEAD,
    requireHostHeader: false,
  });
  const connections = new Connections(server);
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    connections.add(req.socket, res);
    watch(req, res, timeouts.idle, connections);
    void handle(req, res);
  };
  server.on('request', serve);
  // Whoever asks before sending is told to go on once the body is wanted.
  server.on('checkContinue', serve);
  // What else somebody may expect is not ours to meet or to refuse (RFC 9110, 10.1.1).
  server.on('checkExpectation', serve);
  server.on('clientError', answerConnectionError);
  // Such as a connection that cannot be accepted for want of file descriptors; the next one may be.
  server.on('error', (error) => options.log.log('error', 'socket failed', { error }));
  return {
    listen: (where) => listen(server, where),
    close: (graceMs = 0) => connections.close(graceMs),
  };
}

function makeService(options: ServerOptions, { idle }: Timeouts): Service {
  const limits = { ...LIMITS, ...options.limits };
  const held = new HeldBytes(limits.held);
  const start = performance.now();
  return {
    options,
    limits,
    bodies: new BodyReader(held, idle),
    answers: new BodyMemory(ANSWER_SIZE),
    metrics: new Metrics(held, options),
    uptime: () => (performance.now() - start) / 1000,
  };
}

/** Bounds what a client can keep open around its answer. */
function watch(req: IncomingMessage, res: ServerResponse, idleMs: number, connections: Connections): void {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => ServerResponse;
  res.writeHead = (...head: unknown[]) => {
    if (connections.closing) res.setHeader('Connection', 'close');
    // From now on the client only has to read.
    req.socket.setTimeout(idleMs);
    return writeHead(...head);
  };
  res.once('finish', () => {
    if (req.complete) return;
    req.resume();
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, LINGER).unref();
  });
}

function listen(server: Server, { host, port }: ListenOptions): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const { port: bound } = server.address() as AddressInfo;
      resolve({ url: `http://${inUrl(host)}:${bound}`, port: bound });
    });
  });
}

/** A host as a URL has it; a wildcard stands for this machine. */
function inUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
