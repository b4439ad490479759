import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { ScreenplayDocument } from '../../src/model/document.js';

/**
 * Encrypts as other programs do: titles too, but no bookmarks, sources, headers and footers; no check; no regard for the
 * bounds of the schema.
 */
export function encryptElsewhere(
  document: ScreenplayDocument,
  secret: string,
  encoding: 'hex' | 'base64',
): ScreenplayDocument {
  const key = createHash('sha256').update(secret).digest();
  const encrypt = (map: Record<string, string> | undefined): void => {
    for (const [lang, text] of Object.entries(map ?? {})) {
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-256-ctr', key, iv);
      (map as Record<string, string>)[lang] = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString(
        encoding,
      );
    }
  };
  const copy = structuredClone(document);
  const { cover, scenes } = copy.document;
  for (const map of [copy.title, copy.logline, cover.title, cover.extra]) encrypt(map);
  for (const character of copy.characters ?? []) encrypt(character.desc);
  for (const { heading, body } of scenes) {
    encrypt(heading.desc);
    for (const element of body) {
      if ('text' in element) encrypt(element.text);
      for (const note of element.notes ?? []) encrypt(note.text);
    }
  }
  copy.encrypt = { cipher: 'aes-256-ctr', hash: 'sha256', encoding };
  return copy;
}
