import type { Uuid } from './document.js';

/**
 * The identity of a source: the first 128 bits of the SHA-256 of its bytes. Every id that a source does not bring
 * along derives from it, so the same bytes always give the same document.
 */
export interface SourceId {
  /** The document's own id, an RFC 9562 version 8 UUID. */
  uuid: Uuid;
  /** The same 128 bits as four 32-bit words, the seed of {@link deriveId}. */
  words: readonly [number, number, number, number];
}

/** What an id stands for. Part of the derivation: two nodes of different kinds at one place have different ids. */
export const ID_KINDS = {
  author: 1,
  contributor: 2,
  character: 3,
  scene: 4,
  element: 5,
  note: 6,
  bookmark: 7,
  revision: 8,
  'element-revision': 9,
  source: 10,
} as const;
export type IdKind = keyof typeof ID_KINDS;

/** SHA-256 of `bytes` as a {@link SourceId}. Uses WebCrypto where there is one (not on plain-http pages). */
export async function sourceId(bytes: Uint8Array): Promise<SourceId> {
  return fromDigest(await sha256(bytes));
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = (
    globalThis as { crypto?: { subtle?: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> } } }
  ).crypto?.subtle;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256: digest } = await import('./sha256.js');
  return digest(bytes);
}

function fromDigest(digest: Uint8Array): SourceId {
  const view = new DataView(digest.buffer, digest.byteOffset, 16);
  const words = [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)] as const;
  return { uuid: formatUuid(words[0], words[1], words[2], words[3]), words };
}

/** The seed that belongs to an existing document id, for nodes added to a document that has no source at hand. */
export function sourceIdOf(uuid: Uuid): SourceId {
  const hex = uuid.replaceAll('-', '');
  const word = (at: number): number => Number.parseInt(hex.slice(at, at + 8), 16) >>> 0 || 0;
  return { uuid, words: [word(0), word(8), word(16), word(24)] };
}

/**
 * A version 8 UUID for the node of `kind` at `index` (and `sub`, for what hangs on that node). A fast 128-bit mix in
 * the manner of MurmurHash3's block and finaliser steps: thousands of digests would dominate a conversion.
 */
export function deriveId(source: SourceId, kind: IdKind, index: number, sub = 0): Uuid {
  const words = source.words;
  let a = words[0] ^ Math.imul(ID_KINDS[kind] + 1, 0x9e3779b1);
  let b = words[1] ^ Math.imul(index + 1, 0x85ebca6b);
  let c = words[2] ^ Math.imul(sub + 1, 0xc2b2ae35);
  let d = words[3] ^ index;
  for (let round = 0; round < 3; round++) {
    a = Math.imul(a ^ (d >>> 15), 0x2c1b3c6d) + b;
    b = Math.imul(b ^ (a >>> 13), 0x297a2d39) + c;
    c = Math.imul(c ^ (b >>> 16), 0x85ebca6b) + d;
    d = Math.imul(d ^ (c >>> 13), 0xc2b2ae35) + a;
  }
  return formatUuid(a, b, c, d);
}

const HEX = [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102] as const;

function hex(nibble: number): number {
  return HEX[nibble & 15] as number;
}

// One flat string from char codes: concatenating hex pieces takes three times as long.
function formatUuid(a: number, b: number, c: number, d: number): Uuid {
  return String.fromCharCode(
    hex(a >>> 28),
    hex(a >>> 24),
    hex(a >>> 20),
    hex(a >>> 16),
    hex(a >>> 12),
    hex(a >>> 8),
    hex(a >>> 4),
    hex(a),
    45,
    hex(b >>> 28),
    hex(b >>> 24),
    hex(b >>> 20),
    hex(b >>> 16),
    45,
    56,
    hex(b >>> 8),
    hex(b >>> 4),
    hex(b),
    45,
    hex(8 | ((c >>> 28) & 3)),
    hex(c >>> 24),
    hex(c >>> 20),
    hex(c >>> 16),
    45,
    hex(c >>> 12),
    hex(c >>> 8),
    hex(c >>> 4),
    hex(c),
    hex(d >>> 28),
    hex(d >>> 24),
    hex(d >>> 20),
    hex(d >>> 16),
    hex(d >>> 12),
    hex(d >>> 8),
    hex(d >>> 4),
    hex(d),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `text` has the form of a UUID (8-4-4-4-12 hexadecimal digits). */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID.test(text);
}
