import { describe, it } from 'vitest';
import { fdx } from '../../src/formats/fdx/index.js';
import { fountain } from '../../src/formats/fountain/index.js';
import type { Codec } from '../../src/ports/index.js';
import { codecContract } from '../../src/testing/codec-contract.js';
import { NO_CORPUS, corpusFiles } from './files.js';

const FORMATS: readonly (readonly [string, Codec, string])[] = [
  ['Fountain', fountain, '.fountain'],
  ['FDX', fdx, '.fdx'],
];

describe.skipIf(NO_CORPUS !== undefined)(
  `codecs keep their promises on real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`,
  () => {
    describe.each(FORMATS)('%s', (_, codec, extension) => {
      it.each(codecContract(codec, corpusFiles(extension)).map((promise) => [promise.name, promise] as const))(
        '%s',
        async (_name, promise) => {
          await promise.run();
        },
      );
    });
  },
);
