import { Redis } from 'ioredis';
import { ScreenplayError } from '@screenplay/core';
import type { Runtime } from '@screenplay/core';
import { answerInWords, isRefusal, mayPass, messageOf, withoutSecrets } from './failures.js';

export type Log = Runtime['log'];

export interface ConnectionOptions {
  /** `redis://` or `rediss://` (TLS), with user, password and database where they are needed. */
  url: string;
  /** Milliseconds for which a call waits for a Redis that is away, before it fails. */
  patienceMs: number;
  log: Log;
}

/** How long a call waits. */
export interface CallLimits {
  /** Milliseconds before it fails. */
  patienceMs: number;
  /** Milliseconds that Redis must have been away for it to fail at once; default: it always waits. */
  outageMs?: number | undefined;
  /** Whether it makes the connection anew, and is sent again, when half of its time brings no answer; default true. */
  renews?: boolean | undefined;
}

/** A Lua script that Redis runs in one go: its first argument is its one key, the others are what it works with. */
export type Script = (key: string, ...args: (string | number)[]) => Promise<unknown>;

/** Milliseconds after which a connection is given up on which nothing comes while an answer is due. */
const SILENCE = 15_000;
/** First pause before a call is tried again; each is twice as long, up to a second. */
const FIRST_PAUSE = 50;

/**
 * A connection to one Redis, which everything here shares. It comes back by itself; calls wait for that for a while, are
 * tried again where their connection broke under them, and then fail with `unavailable`. So whatever is called must be
 * safe to repeat.
 */
export class Connection {
  /** Host and port, for messages. */
  readonly place: string;
  readonly client: Redis;
  readonly #limits: CallLimits;
  readonly #log: Log;
  #trouble: Error | undefined;
  /** Since when there is no connection, on the clock that never goes back. */
  #awaySince: number | undefined;
  #users = 0;
  #closed = false;

  private constructor({ url, patienceMs, log }: ConnectionOptions) {
    this.place = placeOf(url);
    this.#limits = { patienceMs };
    this.#log = log;
    this.client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 5000,
      keepAlive: 10_000,
      // Also for what the client asks by itself on a new connection. Longer than BullMQ waits for something to do.
      socketTimeout: SILENCE,
      // Waiting and repeating is done here, where it ends: what ioredis holds back for later would be done after its
      // caller was told that it failed. With 0, not null, commands whose connection broke are rejected at once.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * times, 1000) + Math.floor(Math.random() * 50),
      // After a failover, the connection leads to what is a replica now.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    this.client.on('error', (error: Error) => this.#noteTrouble(error));
    this.client.on('close', () => {
      this.#awaySince ??= performance.now();
      this.#noteTrouble(new Error('the connection was closed'));
    });
    this.client.on('ready', () => this.#noteReady());
  }

  /** @throws ScreenplayError `bad_option`, `denied` or `unavailable` */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options);
    try {
      connection.client.connect().catch(() => undefined);
      await connection.#untilReady(performance.now() + options.patienceMs, Infinity, true);
      return connection;
    } catch (error) {
      connection.#end();
      throw connection.#failure('be reached', error);
    }
  }

  /** Does what it is told, again where that may help. @throws ScreenplayError `unavailable` */
  async run<T>(what: string, call: () => Promise<T>, limits = this.#limits): Promise<T> {
    const { patienceMs, outageMs = Infinity, renews = true } = limits;
    const deadline = performance.now() + patienceMs;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, 1000)) {
      await this.#untilReady(deadline, outageMs, false).catch((error: unknown) => {
        throw this.#failure(what, error);
      });
      const left = Math.max(1, deadline - performance.now());
      try {
        return await this.#answer(call(), renews ? Math.min(patienceMs / 2, left) : left, renews);
      } catch (error) {
        if (this.#closed || !mayPass(error) || performance.now() + pause >= deadline) throw this.#failure(what, error);
        await sleep(pause);
      }
    }
  }

  /** Registers a script under a name. */
  define(name: string, lua: string): Script {
    this.client.defineCommand(name, { numberOfKeys: 1, lua });
    return (key, ...args) => {
      const command: unknown = Reflect.get(this.client, name);
      if (typeof command !== 'function') throw new TypeError(`there is no script ${name}`);
      return Reflect.apply(command, this.client, [key, ...args]) as Promise<unknown>;
    };
  }

  /** Counts who uses it: when the last one has let go, it is closed. Answers how to let go. */
  share(): () => Promise<void> {
    this.#users++;
    let held = true;
    return async () => {
      if (!held) return;
      held = false;
      if (--this.#users === 0) await this.close();
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Its answer comes after those to all before it.
    if (this.client.status === 'ready') await this.#answer(this.client.quit(), 1000, false).catch(() => undefined);
    this.#end();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Waits until the connection stands, for ever unless it is closed. */
  async untilBack(): Promise<void> {
    while (!this.#closed && this.client.status !== 'ready') await sleep(100);
  }

  #end(): void {
    this.#closed = true;
    this.client.disconnect();
  }

  async #untilReady(deadline: number, outageMs: number, first: boolean): Promise<void> {
    while (this.client.status !== 'ready') {
      if (this.#closed || this.client.status === 'end') throw new Error('the connection has been closed');
      // Nobody changes a password within seconds.
      if (first && this.#trouble && isRefusal(this.#trouble)) throw this.#trouble;
      const end = Math.min(deadline, (this.#awaySince ?? Infinity) + outageMs);
      if (performance.now() >= end) throw this.#trouble ?? new Error('no connection in time');
      await sleep(Math.min(20, Math.max(1, end - performance.now())));
    }
  }

  /** The answer, or an error when it is late: then the connection is taken for dead and made `anew`, or is left to others. */
  async #answer<T>(answer: Promise<T>, ms: number, anew: boolean): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let look: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_, reject) => {
      const giveUp = (): void => {
        if (anew && !this.#closed && this.client.status === 'ready') {
          this.#awaySince ??= performance.now();
          this.client.disconnect(true);
        }
        reject(new Error(`no answer within ${Math.round(ms)} ms`));
      };
      // After a stop of this process the answer may be here and only not have been read.
      timer = setTimeout(() => (look = setImmediate(giveUp)), ms);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
      clearImmediate(look);
    }
  }

  #noteTrouble(error: Error): void {
    if (this.#closed) return;
    // What comes first tells most: a refused connection is closed too.
    if (!this.#trouble) {
      const reason = withoutSecrets(messageOf(error));
      this.#log('warn', `Redis at ${this.place} is away: ${reason}`, { redis: this.place });
    }
    if (!this.#trouble || isRefusal(error)) this.#trouble = error;
  }

  #noteReady(): void {
    if (this.#trouble) this.#log('info', `Redis at ${this.place} is back`, { redis: this.place });
    this.#trouble = undefined;
    this.#awaySince = undefined;
  }

  #failure(what: string, error: unknown): ScreenplayError {
    if (error instanceof ScreenplayError) return error;
    const reason = withoutSecrets(messageOf(error));
    const code = isRefusal(error) ? 'denied' : 'unavailable';
    const words = answerInWords(error);
    if (words !== undefined && !this.#closed) {
      this.#log('warn', `Redis at ${this.place} did not ${what}: ${reason}`, { redis: this.place });
    }
    // Errors of Redis carry the command with all that was in it, the password too: their message is all that goes on.
    return new ScreenplayError(code, `Redis at ${this.place} cannot ${what}: ${words ?? reason}`, {
      cause: new Error(reason),
    });
  }
}

/** @throws ScreenplayError `bad_option`, without the URL: it may hold a password */
function placeOf(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new ScreenplayError('bad_option', 'the URL of Redis cannot be read; it looks like redis://host:6379');
  }
  if (!/^rediss?:\/\//i.test(url)) {
    throw new ScreenplayError('bad_option', 'the URL of Redis begins with redis:// or, for TLS, rediss://');
  }
  return `${parsed.hostname || 'localhost'}:${parsed.port || '6379'}`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
