import { ScreenplayError } from '../errors/index.js';
import type { Encrypt } from '../model/document.js';
import { ENCODINGS } from './encodings.js';
import { isRecord } from './is-record.js';

/** A part of a document that says how it is encrypted. */
export interface EncryptedScope {
  /** JSON Pointer of the document (`""`) or the element. */
  pointer: string;
  record: Record<string, unknown>;
  encrypt: Encrypt;
}

/**
 * What a document declares about encryption: of itself first, then of its elements. The document may be anything.
 *
 * @throws ScreenplayError `invalid_document` for a declaration that is none
 */
export function encryptedScopes(document: unknown): EncryptedScope[] {
  const scopes: EncryptedScope[] = [];
  const add = (record: unknown, pointer: string): void => {
    if (!isRecord(record) || (record['encrypt'] ?? null) === null) return;
    scopes.push({ pointer, record, encrypt: declared(record['encrypt'], `${pointer}/encrypt`) });
  };
  add(document, '');
  const script = isRecord(document) ? document['document'] : undefined;
  listOf(script, 'scenes').forEach((scene, at) => {
    listOf(scene, 'body').forEach((element, place) => add(element, `/document/scenes/${at}/body/${place}`));
  });
  return scopes;
}

function declared(value: unknown, pointer: string): Encrypt {
  if (isRecord(value)) {
    const { cipher, hash, meta = {} } = value;
    const encoding = ENCODINGS.find((known) => known === value['encoding']);
    if (typeof cipher === 'string' && typeof hash === 'string' && encoding !== undefined && isRecord(meta)) {
      return { cipher, hash, encoding, meta: meta as Record<string, string> };
    }
  }
  throw new ScreenplayError('invalid_document', 'This does not say by what cipher, hash and encoding it is encrypted', {
    at: { pointer },
  });
}

function listOf(record: unknown, property: string): unknown[] {
  const list = isRecord(record) ? record[property] : undefined;
  return Array.isArray(list) ? list : [];
}
