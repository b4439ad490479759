import { ScreenplayError } from '@screenplay/core';
import type { ErrorCode, OperationName, Operations, Outcome } from '@screenplay/core';
import type { Exchange } from '../app/exchange.js';
import type { Service } from '../app/service.js';
import { ofScreenplay } from '../errors/error-reply.js';
import type { Failure } from '../routes/route.js';
import { answerRoom } from './answer-room.js';
import { whileConnected } from './cancellation.js';

/** What every operation may fail with, whatever the document. */
export const CONVERTER_FAILURES: readonly Failure[] = ['limit_exceeded', 'busy', 'unavailable', 'timeout'];

/**
 * Has an operation done for a client, as long as the client waits for it.
 *
 * @param statuses of codes that are answered with another status here
 */
export async function runOperation<Name extends OperationName>(
  service: Service,
  exchange: Exchange,
  work: { operation: Name; source: Uint8Array; options: Operations[Name]['options'] },
  statuses: Partial<Record<ErrorCode, number>> = {},
): Promise<Outcome<Name>> {
  const {
    options: { converter },
    metrics,
  } = service;
  const start = performance.now();
  let outcome: 'ok' | ErrorCode = 'ok';
  try {
    const room = answerRoom(service, exchange);
    return await whileConnected(exchange, (signal) =>
      converter.run(work.operation, work.source, work.options, { signal, client: exchange.ip, room }),
    );
  } catch (error) {
    outcome = error instanceof ScreenplayError ? error.code : 'internal';
    const status = statuses[outcome];
    throw error instanceof ScreenplayError && status !== undefined ? ofScreenplay(error, outcome, status) : error;
  } finally {
    metrics.operationEnds(work.operation, outcome, (performance.now() - start) / 1000);
  }
}

/** Bytes as Node's servers send them, without a copy. */
export function sendable(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
