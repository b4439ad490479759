import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is looked at of a payload. */
export interface Payload {
  event: string;
  delivery_id: string;
  job_id: string;
  document_id: string;
  attempt: number;
  completed_tasks?: string[];
}

/** A webhook request as it came. */
export interface Arrival {
  path: string;
  body: string;
  payload: Payload;
  headers: IncomingMessage['headers'];
  /** Whether the signature is that of the very bytes. */
  signed: boolean;
  /** With what it was answered; undefined when it was left hanging. */
  answered: number | undefined;
}

/** How a receiver treats what comes. */
export type Mood = 'well' | 'hanging' | 'failing';

/** Takes webhooks, as those who are told of jobs do, in good days and in bad ones. */
export class Receiver {
  /** In the order in which they came. */
  readonly arrivals: Arrival[] = [];
  mood: Mood = 'well';
  /** What the requests are signed with. */
  readonly secret = 'the-webhook-secret-of-these-tests';
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.listen();
    return receiver;
  }

  /** Host and port, as WEBHOOK_ALLOW_HOSTS wants them. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** Listens, on the port that it had before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    server.listen(this.#port, '127.0.0.1');
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Connections are refused from now on, and those that stand break. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
    } catch {
      // Its sender was ended in the middle of it: nobody was told anything.
      return;
    }
    const bytes = Buffer.concat(chunks);
    const { mood } = this;
    const answered = mood === 'hanging' ? undefined : mood === 'failing' ? 500 : 204;
    this.arrivals.push({
      path: request.url ?? '',
      body: bytes.toString(),
      payload: JSON.parse(bytes.toString()) as Payload,
      headers: request.headers,
      signed: this.#isSigned(bytes, String(request.headers['x-service-signature'])),
      answered,
    });
    if (answered !== undefined) response.writeHead(answered).end();
  }

  #isSigned(body: Uint8Array, signature: string): boolean {
    const wanted = Buffer.from(`sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`);
    const given = Buffer.from(signature);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  }
}
