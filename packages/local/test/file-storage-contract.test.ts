import { storageContract } from '@screenplay/core/testing';
import { afterEach, describe, it } from 'vitest';
import { FileStorage } from '../src/index.js';
import { testFolder } from './bench.js';
import type { TestFolder } from './bench.js';

let folder: TestFolder | undefined;
afterEach(() => folder?.remove());

describe.each(['exact', 'folding'] as const)('storage in files with %s names', (naming) => {
  const cases = storageContract({
    open: () => {
      folder = testFolder();
      return FileStorage.open(folder.path, { naming });
    },
  });
  it.each(cases)('$name', ({ run }) => run(), 60_000);
});
