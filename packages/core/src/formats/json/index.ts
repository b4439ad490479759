import { Warnings } from '../../errors/index.js';
import type { Codec } from '../../ports/index.js';
import { parseDocument } from '../../schema/index.js';
import { defineCodec } from '../codec.js';
import { parseJson } from './read/parse.js';
import { printJson } from './write/print.js';

export { jsonDescriptor } from './descriptor.js';

/** Reads and writes native documents as JSON text. */
export const json: Required<Codec> = defineCodec({
  async decode(source) {
    const warnings = new Warnings();
    const document = parseDocument(parseJson(source, warnings));
    return { document, warnings: warnings.list() };
  },

  async encode(document, options = {}) {
    return { bytes: printJson(document, options.indent), warnings: [] };
  },
});
