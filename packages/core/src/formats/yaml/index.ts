import { Warnings } from '../../errors/index.js';
import type { Codec } from '../../ports/index.js';
import { parseDocument } from '../../schema/index.js';
import { encodeText } from '../../syntax/text.js';
import { defineCodec } from '../codec.js';
import { parseYaml } from './read/parse.js';
import { printYaml } from './write/print.js';

export { yamlDescriptor } from './descriptor.js';

/** Reads and writes native documents as YAML. */
export const yaml: Required<Codec> = defineCodec({
  async decode(source) {
    const warnings = new Warnings();
    const document = parseDocument(parseYaml(source, warnings));
    return { document, warnings: warnings.list() };
  },

  async encode(document) {
    return { bytes: encodeText(printYaml(document)), warnings: [] };
  },
});
