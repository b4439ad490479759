import { openManuscript } from '../../conventions/manuscript/open-manuscript.js';
import { Warnings } from '../../errors/index.js';
import { sourceId } from '../../model/ids.js';
import type { Codec } from '../../ports/index.js';
import { encodeText, plainUtf8 } from '../../syntax/utf8.js';
import { defineCodec } from '../codec.js';
import { readFountain } from './read/read-fountain.js';
import { writeFountain } from './write/write-fountain.js';

export { fountainDescriptor } from './descriptor.js';

/** Reads and writes Fountain 1.1. Any text is a script; what is no other element is action. */
export const fountain: Required<Codec> = defineCodec({
  async decode(source, { lang, now } = {}) {
    const warnings = new Warnings();
    const identity = sourceId(source);
    const text = plainUtf8(source) ?? (await guessText(source, warnings));
    const document = await readFountain(text, { sourceId: await identity, lang, now, warnings });
    return { document, warnings: warnings.list() };
  },

  async encode(document, { lang } = {}) {
    const warnings = new Warnings();
    const manuscript = await openManuscript(document, { lang, warnings });
    return { bytes: encodeText(await writeFountain(manuscript, warnings)), warnings: warnings.list() };
  },
});

async function guessText(source: Uint8Array, warnings: Warnings): Promise<string> {
  const { decodeText } = await import('../../syntax/text.js');
  const { text, guessed } = decodeText(source);
  if (guessed !== undefined) warnings.add('encoding_guessed', guessed);
  return text;
}
