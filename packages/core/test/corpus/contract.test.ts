import { describe, it } from 'vitest';
import { fadein } from '../../src/formats/fadein/index.js';
import { fdx } from '../../src/formats/fdx/index.js';
import { fountain } from '../../src/formats/fountain/index.js';
import type { Codec } from '../../src/ports/index.js';
import { codecContract } from '../../src/testing/codec-contract.js';
import { NO_CORPUS, corpusFiles } from './files.js';

const FORMATS: readonly (readonly [string, Codec, readonly string[]])[] = [
  ['Fountain', fountain, ['.fountain']],
  ['FDX', fdx, ['.fdx']],
  ['Fade In', fadein, ['.fadein', '.xml']],
];

describe.skipIf(NO_CORPUS !== undefined)(
  `codecs keep their promises on real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`,
  () => {
    describe.each(FORMATS)('%s', (_, codec, extensions) => {
      it.each(codecContract(codec, corpusFiles(...extensions)).map((promise) => [promise.name, promise] as const))(
        '%s',
        async (_name, promise) => {
          await promise.run();
        },
      );
    });
  },
);
