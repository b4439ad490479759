import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';

/**
 * The connections of a server and the answers that they still have to carry. Node's own `close` counts a connection as
 * idle once its answer is written, and cuts off what the system has not taken of it yet.
 */
export class Connections {
  readonly #server: Server;
  /** How many answers of each are not sent yet. */
  readonly #open = new Map<Socket, number>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, 0);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** An answer that is owed from now on. */
  add(socket: Socket, answer: ServerResponse): void {
    this.#count(socket, 1);
    answer.once('close', () => {
      this.#count(socket, -1);
      if (this.#closing) endIdle(socket, this.#open.get(socket));
    });
  }

  /** Takes no further ones, ends each as soon as it owes nothing, and all of them after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    for (const [socket, owed] of this.#open) endIdle(socket, owed);
    const end = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(end);
  }

  #count(socket: Socket, change: number): void {
    const owed = this.#open.get(socket);
    if (owed !== undefined) this.#open.set(socket, owed + change);
  }
}

function endIdle(socket: Socket, owed: number | undefined): void {
  if (owed === 0) socket.destroySoon();
}
