import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../src/scheduling/fingerprint.js';
import { kindOf } from '../../src/scheduling/kind.js';
import { RecentMap } from '../../src/scheduling/recent-map.js';

describe('what a job looks like', () => {
  it('is its operation and formats, by the best that is known of them', () => {
    expect(kindOf('convert', { name: 'Draft 3.FDX', to: 'fountain' })).toBe('convert fdx fountain');
    expect(kindOf('convert', { from: 'fountain', name: 'draft.fdx' })).toBe('convert fountain ');
    expect(kindOf('validate', { mimeType: 'application/json' })).toBe('validate json ');
  });

  it('is none of the words that strangers invent', () => {
    expect(kindOf('convert', { name: 'a.x81', from: 7, mimeType: {}, to: 'nothing' })).toBe('convert any ');
  });
});

describe('the fingerprint of a file', () => {
  it('is the same for the same bytes, and another for others', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256);
    expect(fingerprintOf(bytes.slice())).toBe(fingerprintOf(bytes));
    expect(fingerprintOf(bytes.subarray(1))).not.toBe(fingerprintOf(bytes));
    for (const at of [0, 99_999]) {
      const other = bytes.slice();
      other[at] = (other[at] ?? 0) ^ 1;
      expect(fingerprintOf(other)).not.toBe(fingerprintOf(bytes));
    }
    const small = Array.from({ length: 500 }, (_, at) => fingerprintOf(new TextEncoder().encode(`INT. ROOM ${at}`)));
    expect(new Set(small).size).toBe(500);
    expect(fingerprintOf(new Uint8Array(0))).toBe(fingerprintOf(new Uint8Array(0)));
  });
});

describe('a map of recent entries', () => {
  it('forgets those set longest ago', () => {
    const map = new RecentMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
  });
});
