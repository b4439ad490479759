import type { Runtime } from '@screenplay/core';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The world as it is. */
export const realRuntime: Runtime = {
  now: () => new Date().toISOString(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake, { once: true });
    }),
  random: (length) => randomBytes(length),
  log: () => undefined,
};

export interface TestFolder {
  path: string;
  remove: () => void;
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'screenplay-local-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
