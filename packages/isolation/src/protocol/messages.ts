import type { ErrorCode, OperationName, Operations, Position, Warning } from '@screenplay/core';

/*
 * What the two ends say to each other. A frame is a prefix, a head and a body. Heads of requests are structured clones,
 * for options may hold bytes (fonts); heads of answers are JSON, for a child that a hostile file got hold of must find
 * nothing to break in its parent. A body comes after its head, or lies in the tray.
 */

/** The socket of requests and answers, in the child. */
export const CHANNEL_FD = 3;
/** The socket that ends when the parent does; a byte on it asks for the memory that the process takes. */
export const LIFELINE_FD = 4;
/**
 * The tray: a nameless file in memory that both ends hold and where one lays a body for the other. It takes one step
 * where a socket takes twenty, after each of which the child would have to wait for a core again.
 */
export const TRAY_FD = 5;
/** The largest body that is laid there; each child's tray grows as large as its largest body was. */
export const TRAY_BYTES = 4 * 1_048_576;

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

/** What a frame begins with. */
export interface Prefix {
  /** Bytes of the head. */
  head: number;
  /** Bytes of the body. */
  body: number;
  /** Where the body is. */
  place: 'behind' | 'tray';
  /** In requests: whether there is a tray for the answer. */
  tray: boolean;
}

/** Bytes of a prefix: three numbers of 32 bits, little-endian. */
export const PREFIX = 12;
const IN_TRAY = 1;
const HAS_TRAY = 2;

export function encodePrefix({ head, body, place, tray }: Prefix): Uint8Array {
  const view = new DataView(new ArrayBuffer(PREFIX));
  view.setUint32(0, head, true);
  view.setUint32(4, body, true);
  view.setUint32(8, (place === 'tray' ? IN_TRAY : 0) | (tray ? HAS_TRAY : 0), true);
  return new Uint8Array(view.buffer);
}

export function decodePrefix(bytes: Uint8Array): Prefix {
  const view = new DataView(bytes.buffer, bytes.byteOffset, PREFIX);
  const flags = view.getUint32(8, true);
  return {
    head: view.getUint32(0, true),
    body: view.getUint32(4, true),
    place: (flags & IN_TRAY) !== 0 ? 'tray' : 'behind',
    tray: (flags & HAS_TRAY) !== 0,
  };
}
