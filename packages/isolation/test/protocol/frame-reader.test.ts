import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../src/protocol/frame-reader.js';
import { encodePrefix } from '../../src/protocol/messages.js';

const HEAD = new TextEncoder().encode('{"kind":"ready"}');
const BODY = Uint8Array.from({ length: 40 }, (_, at) => at);
const reader = (): FrameReader => new FrameReader(100, (length) => new Uint8Array(length).fill(7));

function frame(head: Uint8Array, body: Uint8Array): Uint8Array {
  const prefix = encodePrefix({ head: head.length, body: body.length, place: 'behind', tray: false });
  return Uint8Array.of(...prefix, ...head, ...body);
}

describe('reading frames', () => {
  it.each([1, 2, 3, 7, 11, 12, 13, 29, 68, 1000])('puts them together from pieces of %i bytes', (size) => {
    const reading = reader();
    for (const body of [BODY, new Uint8Array(0), BODY]) {
      const bytes = frame(HEAD, body);
      for (let at = 0; at < bytes.length; at += size) {
        const found = reading.take(bytes.subarray(at, at + size));
        if (at + size < bytes.length) expect(found).toBeUndefined();
        else expect(found).toEqual({ head: HEAD, body });
      }
    }
  });

  it('fetches the body that lies in the tray', () => {
    const prefix = encodePrefix({ head: HEAD.length, body: 50, place: 'tray', tray: true });
    const found = reader().take(Uint8Array.of(...prefix, ...HEAD));
    expect(found).toEqual({ head: HEAD, body: new Uint8Array(50).fill(7) });
  });

  it('refuses what is no frame before it makes room for it', () => {
    const long = encodePrefix({ head: 2 ** 31, body: 0, place: 'behind', tray: false });
    expect(() => reader().take(long)).toThrow(RangeError);
    const large = encodePrefix({ head: 1, body: 101, place: 'behind', tray: false });
    expect(() => reader().take(large)).toThrow(RangeError);
    expect(() => reader().take(Uint8Array.of(...frame(HEAD, BODY), 0))).toThrow(RangeError);
  });
});
