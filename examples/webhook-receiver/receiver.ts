/**
 * Receives the webhooks of a screenplay service, and takes only what the service has signed:
 *
 *   WEBHOOK_SECRET=... node receiver.ts
 *
 * With `screenplay serve` on the same machine the secret is in .screenplay/webhook-secret, and
 * DEFAULT_WEBHOOK_URLS=http://127.0.0.1:9090/hook has every job told here.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { pathToFileURL } from 'node:url';

/** What the service tells; docs/webhooks.md has all of it. */
export interface JobEvent {
  event: 'job.queued' | 'job.started' | 'job.progress' | 'job.completed' | 'job.failed';
  /** The same each time that the service tries to tell this. */
  delivery_id: string;
  occurred_at: string;
  job_id: string;
  document_id: string;
  status: string;
  outputs: { task: string; keys: string[] }[];
  error: { code: string; message: string; task: string | null } | null;
}

/** Far more than any event takes. */
const MOST_BYTES = 1_048_576;
/** An event that is older was caught by somebody on its way, or the clocks differ. */
const OLDEST_MS = 24 * 3_600_000;

/** Whether these very bytes were signed with the secret; takes as long for a wrong signature as for a right one. */
export function isSigned(body: Uint8Array, signature: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * A server that hands each event on once. It answers only after `take` is done with it, so that the service tries again
 * when that fails.
 */
export function webhookReceiver(secret: string, take: (event: JobEvent) => Promise<void> | void): Server {
  // In a program of several processes this would be a table of a database.
  const taken = new Set<string>();
  return createServer((request, response) => {
    const answer = (status: number): void => void response.writeHead(status).end();
    receive(request, secret)
      .then(async (event) => {
        if (event === undefined) {
          answer(401);
          return;
        }
        if (Date.now() - Date.parse(event.occurred_at) > OLDEST_MS) {
          answer(410);
          return;
        }
        if (!taken.has(event.delivery_id)) await take(event);
        taken.add(event.delivery_id);
        answer(204);
      })
      .catch(() => answer(500));
  });
}

/** The event, or nothing when it is not from the service. */
async function receive(request: IncomingMessage, secret: string): Promise<JobEvent | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const signature = request.headers['x-service-signature'];
  // The bytes are checked before anything reads them.
  if (typeof signature !== 'string' || !isSigned(body, signature, secret)) return undefined;
  return JSON.parse(body.toString('utf8')) as JobEvent;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.env['WEBHOOK_SECRET']?.trim();
  if (!secret) throw new Error('WEBHOOK_SECRET is not set');
  const port = Number(process.env['PORT'] ?? 9090);
  webhookReceiver(secret, ({ event, job_id, error }) => {
    console.log(event, job_id, error ? `${error.code}: ${error.message}` : '');
  }).listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}/`));
}
