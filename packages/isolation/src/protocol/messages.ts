import type { ErrorCode, Operations, OperationName, Position, Warning } from '@screenplay/core';

/**
 * What the two ends say to each other over a pair of sockets. A frame is two lengths (32 bits, little-endian), a head
 * and a body. Heads of requests are structured clones, for options may hold bytes (fonts); heads of answers are JSON,
 * for a child that a hostile file got hold of must find nothing to break in its parent.
 */

/** The socket of requests and answers, in the child. */
export const CHANNEL_FD = 3;
/** The socket that ends when the parent does; a byte on it asks for the memory that the process takes. */
export const LIFELINE_FD = 4;

/** Bytes of the two lengths. */
export const PREFIX = 8;

export interface Request {
  operation: string;
  options: unknown;
}

/** What became of a request. */
export type Answer =
  | { kind: 'done'; warnings: Warning[]; facts: Operations[OperationName]['facts'] }
  | { kind: 'failed'; failure: Failure }
  /** An allocation was refused. */
  | { kind: 'exhausted' };

/** First the child says that it is ready, then it answers one request after the other. */
export type Message = { kind: 'ready' } | Answer;

/** A coded error as plain data. */
export interface Failure {
  code: ErrorCode;
  /** Without the place, which `at` gives. */
  message: string;
  at?: Position;
  details?: Readonly<Record<string, unknown>>;
  retryable: boolean;
  /** Of defects: the name of what was thrown and where. Never its message, which may quote the script. */
  trace?: string;
}

/** The two lengths of a frame. */
export function encodePrefix(head: number, body: number): Uint8Array {
  const prefix = new DataView(new ArrayBuffer(PREFIX));
  prefix.setUint32(0, head, true);
  prefix.setUint32(4, body, true);
  return new Uint8Array(prefix.buffer);
}

export function decodePrefix(bytes: Uint8Array): { head: number; body: number } {
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, PREFIX);
  return { head: prefix.getUint32(0, true), body: prefix.getUint32(4, true) };
}
