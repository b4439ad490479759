import { codecContract } from '@screenplay/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, MISSING, openPage } from './chromium.js';
import type { OpenPage } from './chromium.js';
import { codecOf } from './codec-of.js';
import { rooms, samples } from './samples.js';

const all = await samples();

if (CHROMIUM === undefined && process.env['CI'] === undefined) {
  describe('codecs in Chromium', () => {
    it.skip(MISSING, () => undefined);
  });
} else {
  describe('codecs in Chromium', () => {
    let open: OpenPage;

    beforeAll(async () => {
      if (CHROMIUM === undefined) throw new Error(MISSING);
      open = await openPage(
        CHROMIUM,
        new Map(all.map(({ format, name, bytes }) => [`/samples/${format}/${name}`, bytes])),
      );
    });
    afterAll(async () => {
      await open.close();
    });

    describe.each(Object.entries(rooms))('%s', (format, room) => {
      for (const { name: sample, bytes } of all.filter((one) => one.format === format)) {
        for (const { name } of codecContract(codecOf(room), [{ name: sample, bytes }])) {
          it(name, async () => {
            const call = `runCase(${[format, sample, name].map((part) => JSON.stringify(part)).join(', ')})`;
            await expect(open.page.evaluate(call)).resolves.toBeUndefined();
          });
        }
      }
    });
  });
}
