import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';

export { fadeinDescriptor } from './descriptor.js';

/**
 * Reads Fade In files and bare Open Screenplay Format, and writes Fade In files. Who only reads does not load the writer,
 * and the other way round.
 */
export const fadein: Required<Codec> = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const [id, { readFadeIn }] = await Promise.all([sourceId(source), import('./read/read-fadein.js')]);
    const document = await readFadeIn(source, { sourceId: id, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const { writeFadeIn } = await import('./write/write-fadein.js');
    return { bytes: await writeFadeIn(document, { lang, warnings }), warnings: warnings.list() };
  },
});
