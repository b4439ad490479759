import { fromDocument } from '../../conventions/manuscript/from-document.js';
import { toDocument } from '../../conventions/manuscript/to-document.js';
import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { decodeText, encodeText } from '../../syntax/text.js';
import { defineCodec } from '../codec.js';
import { FountainLifter } from './read/lift.js';
import { visitFountain } from './read/parse.js';
import { lowerFountain } from './write/lower.js';
import { printFountain } from './write/print.js';

export { fountainDescriptor } from './descriptor.js';

const UNCLOSED = 'The /* is never closed and was read as text: write */ where the hidden part ends';

/** Reads and writes Fountain 1.1. Any text is a script; what is no other element is action. */
export const fountain: Codec = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const { text, guessed } = decodeText(source);
    if (guessed !== undefined) warnings.add('encoding_guessed', guessed);
    const lifter = new FountainLifter();
    visitFountain(text, {
      title: (fields) => lifter.title(fields),
      element: (element) => lifter.element(element),
      unclosed: (line) => warnings.add('guessed', UNCLOSED, { line }),
    });
    const document = toDocument(lifter.finish(), { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const manuscript = fromDocument(document, { lang, warnings });
    const text = printFountain(lowerFountain(manuscript, warnings));
    return { bytes: encodeText(text), warnings: warnings.list() };
  },
});
