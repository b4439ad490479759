import { encryptDocument, ENCODINGS } from '@screenplay/core/encryption';
import type { EncryptOptions } from '@screenplay/core/encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, MISSING, openPage } from './chromium.js';
import type { OpenPage } from './chromium.js';
import { codecOf } from './codec-of.js';
import { rooms, samples } from './samples.js';

const [sample] = (await samples()).filter(({ format, bytes }) => format === 'fdx' && bytes.length > 2000);
const KEY = 'correct horse battery staple';

/** With a job's name nothing is random, so that both must write the same bytes. */
const CASES: EncryptOptions[] = [
  ...ENCODINGS.map((encoding) => ({ key: KEY, jobId: 'j_1', encoding })),
  { key: KEY, jobId: 'j_1', suite: 'aes-256-gcm' },
  { key: KEY, jobId: 'j_1', hash: 'sha512', encryptTitles: true },
];

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('encryption in Chromium', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  describe('encryption in Chromium', () => {
    let open: OpenPage;

    beforeAll(async () => {
      if (CHROMIUM === undefined || !sample) throw new Error(MISSING);
      open = await openPage(CHROMIUM, new Map([[`/samples/fdx/${sample.name}`, sample.bytes]]));
    });
    afterAll(async () => {
      await open.close();
    });

    it.each(CASES)('writes the bytes that it writes in Node: %o', async (options) => {
      const decoded = await codecOf(rooms.fdx).decode?.(sample!.bytes);
      const call = `encryptCase("fdx", ${JSON.stringify(sample?.name)}, ${JSON.stringify(options)})`;
      expect(await open.page.evaluate(call)).toBe(JSON.stringify(await encryptDocument(decoded!.document, options)));
    });

    it('has random bytes of its own', async () => {
      const call = `encryptCase("fdx", ${JSON.stringify(sample?.name)}, ${JSON.stringify({ key: KEY })})`;
      expect(await open.page.evaluate(call)).not.toBe(await open.page.evaluate(call));
    });
  });
}
