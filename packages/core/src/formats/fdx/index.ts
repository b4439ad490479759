import { fromDocument } from '../../conventions/manuscript/from-document.js';
import { toDocument } from '../../conventions/manuscript/to-document.js';
import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';
import { liftFdx } from './read/lift.js';
import { parseFdx } from './read/parse.js';
import { lowerFdx } from './write/lower.js';
import { needsPages, withPages } from './write/pages.js';
import { printFdx } from './write/print.js';

export { fdxDescriptor } from './descriptor.js';

/** Reads and writes Final Draft files. */
export const fdx: Codec = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const manuscript = liftFdx(parseFdx(source, warnings), warnings);
    const document = toDocument(manuscript, { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const script = fromDocument(document, { lang, warnings });
    const manuscript = needsPages(script) ? withPages(script) : script;
    return { bytes: printFdx(lowerFdx(manuscript, warnings), warnings), warnings: warnings.list() };
  },
});
