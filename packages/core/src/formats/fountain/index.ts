import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';

export { fountainDescriptor } from './descriptor.js';

/**
 * Reads and writes Fountain 1.1. Any text is a script; what is no other element is action. Who only reads does not load
 * the writer, and the other way round.
 */
export const fountain: Required<Codec> = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const [id, { readFountain }] = await Promise.all([sourceId(source), import('./read/read-fountain.js')]);
    const document = await readFountain(source, { sourceId: id, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const { writeFountain } = await import('./write/write-fountain.js');
    return { bytes: await writeFountain(document, { lang, warnings }), warnings: warnings.list() };
  },
});
