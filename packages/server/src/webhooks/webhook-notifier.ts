import { ScreenplayError } from '@screenplay/core';
import type { Notification, NotificationAnswer, Notifier } from '@screenplay/core';
import { AddressRefused } from './guarded-lookup.js';
import { HttpClient } from './http-client.js';
import type { PostAnswer } from './http-client.js';
import { retryAfterMs } from './retry-after.js';
import { signatureOf } from './signature.js';

export interface WebhookNotifierOptions {
  /** Signs every request. */
  secret: string;
  /** Milliseconds that one request may take as a whole. Default 15 s. */
  timeoutMs?: number | undefined;
  /** Host names or addresses that may be private, with their port or for every port. */
  allowHosts?: readonly string[] | undefined;
  /** Whether jobs may name private addresses. Default no. */
  allowPrivate?: boolean | undefined;
  /** What the requests call this program. */
  userAgent?: string | undefined;
}

const TIMEOUT = 15_000;

/**
 * Sends webhooks by HTTP. A request that a job asked for goes to public addresses only, judged by the address that is
 * connected to: nobody reaches into the network that the service runs in.
 *
 * @example
 * const notifier = new WebhookNotifier({ secret });
 * await notifier.send({ url, trusted: false, body, event: 'job.completed', deliveryId });
 */
export class WebhookNotifier implements Notifier {
  readonly #secret: string;
  readonly #timeoutMs: number;
  readonly #allowHosts: ReadonlySet<string>;
  readonly #allowPrivate: boolean;
  readonly #userAgent: string;
  readonly #client: HttpClient;

  constructor({ secret, timeoutMs = TIMEOUT, allowHosts, allowPrivate, userAgent }: WebhookNotifierOptions) {
    this.#secret = secret;
    this.#timeoutMs = timeoutMs;
    this.#allowHosts = new Set(allowHosts?.map((host) => host.toLowerCase()));
    this.#allowPrivate = allowPrivate ?? false;
    this.#userAgent = userAgent ?? 'screenplay';
    this.#client = new HttpClient(timeoutMs);
  }

  async send(notification: Notification, signal?: AbortSignal): Promise<NotificationAnswer> {
    const url = new URL(notification.url);
    const tooLong = AbortSignal.timeout(this.#timeoutMs);
    try {
      const answer = await this.#client.post({
        url,
        headers: this.#headers(notification),
        body: notification.body,
        anyAddress: notification.trusted || this.#allowPrivate || this.#isAllowed(url),
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      });
      return answerOf(answer);
    } catch (error) {
      if (signal?.aborted) throw new ScreenplayError('cancelled', 'The webhook request was cancelled');
      throw this.#failureOf(error, tooLong.aborted);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #isAllowed({ hostname, host }: URL): boolean {
    return this.#allowHosts.has(hostname) || this.#allowHosts.has(host);
  }

  #headers({ body, event, deliveryId }: Notification): Record<string, string> {
    return {
      'content-type': 'application/json',
      'user-agent': this.#userAgent,
      'x-service-signature': signatureOf(body, this.#secret),
      'x-service-event': event,
      'x-service-delivery': deliveryId,
    };
  }

  /** Says what happened, and nothing of the URL, whose path may be a secret. */
  #failureOf(error: unknown, tooLong: boolean): ScreenplayError {
    const cause = rootOf(error);
    if (cause instanceof AddressRefused) {
      const message = `${cause.message}: the operator may allow it by WEBHOOK_ALLOW_HOSTS`;
      return new ScreenplayError('denied', message, { retryable: false });
    }
    const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (tooLong || code.endsWith('_TIMEOUT')) {
      return new ScreenplayError('timeout', `The receiver did not answer within ${this.#timeoutMs} ms`, { cause });
    }
    return new ScreenplayError('unavailable', `The receiver could not be reached${code === '' ? '' : ` (${code})`}`, {
      cause,
    });
  }
}

function answerOf({ statusCode, retryAfter }: PostAnswer): NotificationAnswer {
  const wait = retryAfterMs(retryAfter, Date.now());
  return { statusCode, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

/** The first cause of an error; of the tries to reach several addresses, that of the first one. */
function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5; depth++) {
    if (root instanceof AggregateError && root.errors.length > 0) root = root.errors[0];
    else if (root instanceof Error && root.cause !== undefined) root = root.cause;
    else break;
  }
  return root;
}
