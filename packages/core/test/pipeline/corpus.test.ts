import { describe, expect, it } from 'vitest';
import { decode, detect, encode } from '../../src/index.js';
import { corpusFiles, NO_CORPUS } from '../corpus/files.js';

const files = corpusFiles('.fdx', '.fountain').map((file) => [file.name, file] as const);

describe.skipIf(NO_CORPUS !== undefined)(`real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
  it.each(files)('%s is known by its content, and comes back whole from JSON and YAML', async (name, { bytes }) => {
    const format = detect(bytes, { name });
    expect(detect(bytes)).toBe(format);
    const { document } = await decode(bytes, { name });
    for (const to of ['json', 'yaml'] as const) {
      const stored = await encode(document, { to });
      expect(detect(stored.bytes)).toBe(to);
      expect(await decode(stored.bytes)).toEqual({ document, warnings: [], from: to });
    }
  });
});
