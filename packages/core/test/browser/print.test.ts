import type { EncodeOptions } from '@screenplay/core';
import { pdf } from '@screenplay/core/pdf';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, MISSING, openPage } from './chromium.js';
import type { OpenPage } from './chromium.js';
import { codecOf } from './codec-of.js';
import { rooms, samples } from './samples.js';

const scripts = (await samples()).filter(({ format }) => format === 'fdx' || format === 'fountain');
const OPTIONS: EncodeOptions = { watermark: 'Черновик', sceneNumbers: 'both', tintPages: true };

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('PDFs printed in Chromium', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  describe('PDFs printed in Chromium', () => {
    let open: OpenPage;

    beforeAll(async () => {
      if (CHROMIUM === undefined) throw new Error(MISSING);
      open = await openPage(
        CHROMIUM,
        new Map(scripts.map(({ format, name, bytes }) => [`/samples/${format}/${name}`, bytes])),
      );
    });
    afterAll(async () => {
      await open.close();
    });

    it.each(scripts.map(({ format, name, bytes }) => [`${format} ${name}`, { format, name, bytes }] as const))(
      '%s: the same bytes as in Node',
      async (_, { format, name, bytes }) => {
        const room = rooms[format as keyof typeof rooms];
        const decoded = await codecOf(room).decode?.(bytes);
        const encoded = decoded && (await pdf.encode(decoded.document, OPTIONS));
        const expected = createHash('sha256')
          .update(encoded?.bytes ?? '')
          .digest('hex');
        const call = `printCase(${[format, name, OPTIONS].map((part) => JSON.stringify(part)).join(', ')})`;
        expect(await open.page.evaluate(call)).toBe(expected);
      },
    );
  });
}
