import type { JobRecord } from '@screenplay/core';
import { FailureError } from '../failure.js';
import type { Failure } from '../failure.js';

export interface PushAnswer {
  job_id: string;
  status: string;
}

/** Where the service is and what opens it. */
export interface ServiceAddress {
  url: string;
  token: string | undefined;
}

/** Milliseconds that one request may take. */
const TIMEOUT = 30_000;

const CODES: Readonly<Record<number, Failure['code']>> = {
  400: 'bad_option',
  401: 'denied',
  404: 'not_found',
  409: 'conflict',
  413: 'limit_exceeded',
  503: 'unavailable',
};

/** The service's endpoints for jobs, as far as the command line needs them. */
export class ServiceClient {
  readonly #address: ServiceAddress;

  constructor(address: ServiceAddress) {
    this.#address = address;
  }

  /** @throws FailureError with what the service says */
  push(request: object, idempotencyKey: string | undefined): Promise<PushAnswer> {
    return this.#call('/push', {
      method: 'POST',
      body: JSON.stringify(request),
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
    }) as Promise<PushAnswer>;
  }

  /** @throws FailureError with what the service says */
  record(jobId: string): Promise<JobRecord> {
    return this.#call(`/results/${encodeURIComponent(jobId)}`, {}) as Promise<JobRecord>;
  }

  async #call(
    path: string,
    { headers, ...request }: RequestInit & { headers?: Record<string, string> },
  ): Promise<unknown> {
    const { url, token } = this.#address;
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${url.endsWith('/') ? url.slice(0, -1) : url}${path}`, {
        ...request,
        headers: { ...headers, ...authorization },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      body = await response.json();
    } catch {
      throw new FailureError({
        code: 'unavailable',
        message: `there is no service at ${url}: start one with \`screenplay serve\`, or name another with --url`,
      });
    }
    if (response.ok) return body;
    throw new FailureError(failureOfAnswer(response.status, body));
  }
}

function failureOfAnswer(status: number, body: unknown): Failure {
  const said = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : `status ${status}`;
  const advice = status === 401 ? '; set ACCESS_TOKEN, or name a file that holds it with --token-file' : '';
  return { code: CODES[status] ?? 'unavailable', message: `the service refused: ${said}${advice}` };
}
