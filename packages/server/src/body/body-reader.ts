import { ScreenplayError } from '@screenplay/core';
import type { Readable, Transform } from 'node:stream';
import type { Exchange } from '../app/exchange.js';
import { HttpError } from '../errors/http-error.js';
import { BodyMemory } from './body-memory.js';
import { ByteCollector } from './byte-collector.js';
import { inflaterFor } from './content-coding.js';
import type { HeldBytes } from './held-bytes.js';

/** What packing may add to bytes that cannot be packed: a body of exactly the limit may arrive a little longer. */
const packedLimit = (limit: number): number => limit + (limit >>> 8) + 65_536;

/**
 * Counts so many bytes more as held, for as long as the body is.
 *
 * @throws HttpError `busy`
 */
export type Hold = (count: number) => void;

/** Reads bodies into memory, never to a disk, within their limits. */
export class BodyReader {
  readonly #held: HeldBytes;
  readonly #idleMs: number;
  readonly #memory = new BodyMemory();

  /** @param idleMs how long a client may take between two pieces */
  constructor(held: HeldBytes, idleMs: number) {
    this.#held = held;
    this.#idleMs = idleMs;
  }

  /**
   * Reads the body, inflates it where it says that it is packed, and holds it until `use` is done with it.
   *
   * @param limit most bytes that it may have, framing included, after inflating
   * @throws HttpError `limit_exceeded` (413), `unsupported_media_type`, `bad_request`, `request_timeout`, `busy`
   * @throws ScreenplayError `cancelled` when the client goes away
   */
  async hold<T>(exchange: Exchange, limit: number, use: (body: Uint8Array, hold: Hold) => Promise<T>): Promise<T> {
    let taken = 0;
    const take = (count: number): boolean => {
      const room = this.#held.take(count);
      if (room) taken += count;
      return room;
    };
    try {
      const collector = await this.#read(exchange, limit, take);
      const body = collector.bytes();
      exchange.state.bytesIn = body.length;
      const result = await use(body, (count) => {
        if (!take(count)) throw tooMuch();
      });
      // After a failure somebody may still be looking at it.
      collector.release();
      return result;
    } finally {
      this.#held.give(taken);
    }
  }

  #collector(expected: number | undefined): ByteCollector {
    return new ByteCollector(this.#memory, expected);
  }

  async #read({ req, res }: Exchange, limit: number, take: (count: number) => boolean): Promise<ByteCollector> {
    const inflater = inflaterFor(req.headers['content-encoding']);
    const length = req.headers['content-length'];
    const declared = length === undefined ? undefined : Number(length);
    if (declared === undefined && req.headers['transfer-encoding'] === undefined) return this.#collector(0);
    const arriving = inflater ? packedLimit(limit) : limit;
    if (declared !== undefined && declared > arriving) throw tooLarge(limit);
    if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();

    return new Promise((resolve, reject) => {
      const collector = this.#collector(inflater ? undefined : declared);
      const source: Readable = inflater ?? req;
      let arrived = 0;
      let length = 0;
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        req.off('data', onArrival).off('close', onGone).off('error', onGone);
        source.off('data', onData).off('end', onEnd);
        if (inflater) abandon(req, inflater);
        end();
      };
      const fail = (error: Error): void => settle(() => reject(error));
      const timer = setTimeout(() => fail(stalled()), this.#idleMs);
      const onArrival = (piece: Buffer): void => {
        timer.refresh();
        arrived += piece.length;
        if (arrived > arriving) fail(tooLarge(limit));
      };
      const onData = (piece: Buffer): void => {
        length += piece.length;
        if (length > limit) {
          fail(tooLarge(limit));
          return;
        }
        if (take(piece.length)) collector.add(piece);
        else fail(tooMuch());
      };
      const onEnd = (): void => settle(() => resolve(collector));
      const onGone = (): void => {
        // A body that is there as a whole closes too, perhaps before it is inflated.
        if (!req.complete) fail(new ScreenplayError('cancelled', 'The client went away while it sent the body'));
      };
      req.on('data', onArrival).once('close', onGone).once('error', onGone);
      source.on('data', onData).once('end', onEnd);
      if (inflater) {
        inflater.once('error', () =>
          fail(new HttpError('bad_request', 'The body is not what its Content-Encoding says')),
        );
        req.pipe(inflater);
      }
    });
  }
}

function abandon(req: Readable, inflater: Transform): void {
  req.unpipe(inflater);
  // What it still says is of no interest, and must not go unheard.
  inflater.on('error', () => undefined);
  inflater.destroy();
}

function tooLarge(limit: number): HttpError {
  const megabytes = Math.floor(limit / 1_048_576);
  const size = megabytes > 0 ? `${megabytes} MB (${limit.toLocaleString('en')} bytes)` : `${limit} bytes`;
  return new HttpError('limit_exceeded', `The body has more than ${size}, unpacked and with its framing`, {
    status: 413,
    details: { limit: 'bodyBytes', max: limit },
  });
}

function tooMuch(): HttpError {
  const seconds = 5;
  return new HttpError('busy', `Too many files are on their way already: try again in ${seconds} seconds`, {
    details: { retry_after: seconds },
  });
}

function stalled(): HttpError {
  return new HttpError('request_timeout', 'The body stopped arriving');
}
