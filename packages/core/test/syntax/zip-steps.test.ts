import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crc32, openZip } from '../../src/syntax/zip.js';
import { packZipInSteps } from '../../src/syntax/zip-steps.js';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const noise = (length: number): Uint8Array => {
  let state = 7;
  return Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16);
};
const FILES = [
  { name: 'json/Łódź “3”.json', bytes: text('{"a": 1}'.repeat(100_000)) },
  { name: 'pdf/noise.pdf', bytes: noise(700_000) },
  { name: 'empty', bytes: new Uint8Array() },
  { name: '7', bytes: text('7') },
  { name: '__proto__', bytes: text('proto') },
];
const now = (): Promise<void> => Promise.resolve();

describe('an archive that is packed in steps', () => {
  it('opens as it was packed, in the same order', async () => {
    const archive = openZip(await packZipInSteps(FILES, now));
    expect(archive.entries.map(({ name }) => name)).toEqual(FILES.map(({ name }) => name));
    for (const { name, bytes } of FILES) expect(archive.read(name)).toEqual(bytes);
    expect(openZip(await packZipInSteps([], now)).entries).toEqual([]);
  });

  it('is the same each time, whatever comes between the steps', async () => {
    const slowly = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    expect(await packZipInSteps(FILES, slowly)).toEqual(await packZipInSteps(FILES, now));
  });

  it('takes steps, any of which may end it', async () => {
    let steps = 0;
    await packZipInSteps(FILES, async () => {
      steps++;
    });
    expect(steps).toBeGreaterThan(8);
    const end = (): Promise<void> => Promise.reject(new Error('enough'));
    await expect(packZipInSteps(FILES, end)).rejects.toThrow('enough');
  });

  it('stores what does not get smaller', async () => {
    const packed = await packZipInSteps([{ name: 'n', bytes: noise(1000) }], now);
    expect(packed.length).toBe(1000 + 30 + 1 + 46 + 1 + 22);
  });

  it.skipIf(!hasPython())('opens in other programs (this one wants Python)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'screenplay-zip-'));
    try {
      const file = join(folder, 'a.zip');
      writeFileSync(file, await packZipInSteps(FILES, now));
      const program = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [(i.filename, i.file_size, i.date_time) for i in z.infolist()])`;
      const seen = execFileSync('python3', ['-X', 'utf8', '-c', program, file], { encoding: 'utf8' });
      const facts = FILES.map(({ name, bytes }) => `('${name}', ${bytes.length}, (1980, 1, 1, 12, 0, 0))`);
      expect(seen.trim()).toBe(`None [${facts.join(', ')}]`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a checksum', () => {
  it('goes on from the one before', () => {
    const bytes = text('123456789');
    expect(crc32(bytes)).toBe(0xcbf43926);
    expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(0xcbf43926);
  });
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
