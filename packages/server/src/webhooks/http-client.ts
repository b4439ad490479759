import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Dispatcher } from 'undici';
import { AddressRefused, guardedLookup } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';

/** One POST, and of its answer what is needed: the rest is dropped. */
export interface Post {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether any address may be connected to. */
  anyAddress: boolean;
  signal: AbortSignal;
}

export interface PostAnswer {
  statusCode: number;
  retryAfter: string | undefined;
}

/** By lower-case name. */
type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What is read of an answer before its connection is dropped: less is the price of using the connection again. */
const MOST_ANSWER = 16_384;
/** More than there are senders: a request that waits for a connection loses time that its receiver should have. */
const CONNECTIONS_PER_ORIGIN = 64;
const KEEP_ALIVE = 10_000;

/**
 * The time of a request was over before it could be sent: this process was paused meanwhile, or too many wait for the same
 * receiver. What should have been told then, another process may have told, and be past it.
 */
class TooLateToSend extends Error {
  readonly code = 'SENDING_TIMEOUT';
}

/** An HTTP client that connects to public addresses only, unless a request says otherwise. It follows no redirects. */
export class HttpClient {
  readonly #any: Agent;
  readonly #public: Agent;
  readonly #timeoutMs: number;

  /** @param timeoutMs Milliseconds that connecting, and each wait for the receiver, may take. */
  constructor(timeoutMs: number) {
    this.#any = agentOf(buildConnector({ timeout: timeoutMs }), timeoutMs);
    this.#public = agentOf(publicConnector(timeoutMs), timeoutMs);
    this.#timeoutMs = timeoutMs;
  }

  post({ url, headers, body, anyAddress, signal }: Post): Promise<PostAnswer> {
    const agent = anyAddress ? this.#any : this.#public;
    return new Promise((resolve, reject) => {
      const options = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, ...authorization(url) },
        body,
      } as const;
      agent.dispatch(options, new PostHandler(performance.now() + this.#timeoutMs, signal, resolve, reject));
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#any.destroy(), this.#public.destroy()]);
  }
}

/** Follows one request until its answer is known, and drops the rest. */
class PostHandler implements Dispatcher.DispatchHandler {
  readonly #sendUntil: number;
  readonly #signal: AbortSignal;
  readonly #resolve: (answer: PostAnswer) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #answer: PostAnswer | undefined;
  #read = 0;

  constructor(
    sendUntil: number,
    signal: AbortSignal,
    resolve: (answer: PostAnswer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#sendUntil = sendUntil;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    if (signal.aborted) this.#stop();
    else signal.addEventListener('abort', this.#stop, { once: true });
  }

  /** A connection is there: what is not stopped now is sent. Timers may not have run since a pause, the clock has. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) this.#stop();
    else if (performance.now() > this.#sendUntil) controller.abort(new TooLateToSend('It was too late to send'));
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: ResponseHeaders): void {
    const retryAfter = headers['retry-after'];
    this.#answer = { statusCode, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#read += chunk.length;
    if (this.#read > MOST_ANSWER) controller.abort(new Error('The answer is longer than anybody reads'));
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  readonly #stop = (): void => {
    const reason: unknown = this.#signal.reason;
    const error = reason instanceof Error ? reason : new Error('The request was stopped');
    this.#controller?.abort(error);
    // One that waits for a connection is not told.
    this.#end(error);
  };

  /** The head of an answer is all that is wanted, whatever became of the rest. */
  #end(error: Error | undefined): void {
    this.#signal.removeEventListener('abort', this.#stop);
    if (this.#answer) this.#resolve(this.#answer);
    else this.#reject(error ?? new Error('The answer has no head'));
  }
}

function agentOf(connect: buildConnector.connector, timeoutMs: number): Agent {
  return new Agent({
    connect,
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE,
    maxHeaderSize: MOST_ANSWER,
  });
}

/** Host names go through a guarded look-up, which addresses in the place of names never reach: those are checked here. */
function publicConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublicAddress(host)) callback(new AddressRefused(), null);
    else connect(options, callback);
  };
}

/** User and password of a URL, as Basic credentials. */
function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}
