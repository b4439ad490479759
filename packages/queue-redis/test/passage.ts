import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A way to a server that can be blocked, as by a network that loses every packet, and broken. */
export class Passage {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #blocked = false;

  private constructor(port: number, host: string) {
    this.#server = createServer((near) => {
      const far = connect(port, host);
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      for (const [one, other] of [pair, [far, near] as const]) {
        one.setNoDelay(true);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#pairs.delete(pair);
          other.destroy();
        });
        if (!this.#blocked) one.pipe(other);
      }
    });
  }

  static async to(url: string): Promise<Passage> {
    const { hostname, port } = new URL(url);
    const passage = new Passage(Number(port || 6379), hostname);
    passage.#server.listen(0, '127.0.0.1');
    await once(passage.#server, 'listening');
    return passage;
  }

  /** The URL of the server, by this way. */
  urlOf(url: string): string {
    const by = new URL(url);
    by.hostname = '127.0.0.1';
    by.port = String((this.#server.address() as AddressInfo).port);
    return by.href;
  }

  /** Nothing passes any more; connections stay. */
  block(): void {
    this.#blocked = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.pause();
      far.pause();
    }
  }

  /** What was held back passes, and all that follows. */
  unblock(): void {
    this.#blocked = false;
    for (const [near, far] of this.#pairs) {
      near.pipe(far);
      far.pipe(near);
    }
  }

  /** New connections pass; those that are there stay as they are, as when a router has forgotten them. */
  passNew(): void {
    this.#blocked = false;
  }

  /** Breaks all connections; new ones can be made. */
  break(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  async close(): Promise<void> {
    this.break();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
