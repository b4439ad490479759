import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';

export { fdxDescriptor } from './descriptor.js';

/** Reads and writes Final Draft files. Who only reads does not load the writer, and the other way round. */
export const fdx: Required<Codec> = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const [id, { readFdx }] = await Promise.all([sourceId(source), import('./read/read-fdx.js')]);
    const document = await readFdx(source, { sourceId: id, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const { writeFdx } = await import('./write/write-fdx.js');
    return { bytes: await writeFdx(document, { lang, warnings }), warnings: warnings.list() };
  },
});
