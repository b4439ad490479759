import { fromDocument } from '../../conventions/manuscript/from-document.js';
import { toDocument } from '../../conventions/manuscript/to-document.js';
import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { defineCodec } from '../codec.js';
import { liftFadeIn } from './read/lift.js';
import { parseFadeIn } from './read/parse.js';
import { lowerFadeIn } from './write/lower.js';
import { printFadeIn } from './write/print.js';

export { fadeinDescriptor } from './descriptor.js';

/** Reads Fade In files and bare Open Screenplay Format, and writes Fade In files. */
export const fadein: Codec = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const manuscript = liftFadeIn(parseFadeIn(source, warnings), warnings);
    const document = toDocument(manuscript, { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const manuscript = fromDocument(document, { lang, warnings });
    return { bytes: printFadeIn(lowerFadeIn(manuscript, warnings), warnings), warnings: warnings.list() };
  },
});
