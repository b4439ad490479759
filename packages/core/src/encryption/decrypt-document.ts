import { ScreenplayError } from '../errors/index.js';
import type { ScreenplayDocument } from '../model/document.js';
import { parseDocument } from '../schema/index.js';
import { CHECK_PURPOSE, checkMessage } from './check.js';
import { cipherNamed, overhead } from './ciphers.js';
import { coded } from './coded.js';
import { encryptedScopes } from './declared.js';
import type { EncryptedScope } from './declared.js';
import { decodeExact, decodeForeign, decodeLikely } from './encodings.js';
import { inBatches } from './in-batches.js';
import { isRecord } from './is-record.js';
import { knownSecret, purposeKey } from './keys.js';
import { Opener } from './opener.js';
import type { SealedValue } from './opener.js';
import { analysisText, coveredValues } from './places.js';
import type { Value } from './places.js';
import { BEFORE_NULL, SETTINGS, TITLES_ENCRYPTED } from './settings.js';
import type { Bytes } from './web-crypto.js';

export interface DecryptOptions {
  /** The secret that it was encrypted with. */
  key: string;
  /**
   * Whether to read documents without a check, as other programs write them. Nothing then tells a document that was
   * changed; and what other programs leave readable, titles among it, is decrypted if it has the form of ciphertext. A
   * check that is there counts in any case.
   */
  allowUnchecked?: boolean | undefined;
}

/**
 * The document that was encrypted, to the last byte of its JSON text. Nothing comes out unless every encrypted value is
 * as it was and where it was; what was left readable may have been edited.
 *
 * @throws ScreenplayError `wrong_key` for another key, and for encrypted values that were changed since; `weak_key` for
 *   what cannot have been a key; `unauthenticated_document` when it has no check, or texts that its check does not cover;
 *   `wrong_format` when it is not encrypted; `invalid_document`; `limit_exceeded` when deriving its key would cost too
 *   much; `unavailable` without WebCrypto
 * @example
 * const document = await decryptDocument(encrypted, { key: 'correct horse battery staple' });
 */
export function decryptDocument(document: ScreenplayDocument, options: DecryptOptions): Promise<ScreenplayDocument> {
  return coded(async () => {
    const secret = knownSecret(options.key);
    const { copy, scopes, unchecked } = inspect(document, options.allowUnchecked === true);
    const opener = new Opener(secret, scopes.get('')?.encrypt.meta);
    const values = unchecked ? foreignValues(copy, scopes) : await checkedValues(copy, scopes, opener);
    const texts = await inBatches(values, (value) => opener.open(value));
    values.forEach(({ holder, key }, at) => (holder[key] = texts[at] ?? ''));
    for (const { record, encrypt } of scopes.values()) {
      if (record === copy && encrypt.meta?.[SETTINGS.before] === BEFORE_NULL) record['encrypt'] = null;
      else delete record['encrypt'];
    }
    return parseDocument(copy);
  });
}

type Scopes = ReadonlyMap<string, EncryptedScope>;

interface Inspected {
  copy: Record<string, unknown>;
  /** By pointer; the document's own is the first. */
  scopes: Scopes;
  unchecked: boolean;
}

/** A copy to work on, once it is clear that it may be tried. */
function inspect(document: unknown, allowUnchecked: boolean): Inspected {
  // What others encrypted may break the bounds of the schema until it is decrypted.
  if (!allowUnchecked || hasCheck(document)) parseDocument(document);
  const copy = clone(document);
  const scopes = new Map(encryptedScopes(copy).map((scope) => [scope.pointer, scope]));
  if (scopes.size === 0) {
    parseDocument(document);
    throw new ScreenplayError('wrong_format', 'The document is not encrypted');
  }
  const unchecked = !hasCheck(copy);
  if (unchecked && !allowUnchecked) {
    const message =
      'The document has no check, so nothing tells whether it is as it was encrypted: allow that if you trust it';
    throw new ScreenplayError('unauthenticated_document', message);
  }
  return { copy, scopes, unchecked };
}

function hasCheck(document: unknown): boolean {
  const encrypt = isRecord(document) ? document['encrypt'] : undefined;
  const meta = isRecord(encrypt) ? encrypt['meta'] : undefined;
  return isRecord(meta) && Object.hasOwn(meta, SETTINGS.check);
}

/** @throws ScreenplayError `invalid_document` for what no JSON text gives */
function clone(document: unknown): Record<string, unknown> {
  try {
    return structuredClone(document) as Record<string, unknown>;
  } catch (cause) {
    throw new ScreenplayError('invalid_document', 'The document holds what no document can', { cause });
  }
}

/**
 * The values of a document with a check, which are right.
 *
 * @throws ScreenplayError `wrong_key`, `invalid_document`, `unauthenticated_document`
 */
async function checkedValues(copy: Record<string, unknown>, scopes: Scopes, opener: Opener): Promise<SealedValue[]> {
  const root = scopes.get('');
  if (!root) return [];
  const pointer = analysisText(copy['analysis']);
  if (pointer !== undefined) {
    throw new ScreenplayError('unauthenticated_document', 'This text was added after the document was encrypted', {
      at: { pointer },
    });
  }
  const meta = root.encrypt.meta ?? {};
  const values = coveredValues(copy, meta[SETTINGS.titles] === TITLES_ENCRYPTED).map((value) => {
    const scope = scopeOf(value, scopes) ?? root;
    return sealedValue(value, scope, decodeExact(value.text, scope.encrypt.encoding)) ?? notCiphertext(value, scope);
  });
  const check = decodeExact(meta[SETTINGS.check] ?? '', 'hex') ?? new Uint8Array();
  const elements = [...scopes.values()].filter((scope) => scope !== root);
  const hmac = await purposeKey(await opener.key(root), CHECK_PURPOSE);
  if (await hmac.verify(check, checkMessage(root.encrypt, elements, values))) return values;
  const message = 'The key is wrong, or the document was changed after it was encrypted';
  throw new ScreenplayError('wrong_key', message);
}

/**
 * The values of another program's document. Texts must be ciphertext; what such programs leave readable may be.
 *
 * @throws ScreenplayError `invalid_document`
 */
function foreignValues(copy: Record<string, unknown>, scopes: Scopes): SealedValue[] {
  const values: SealedValue[] = [];
  for (const value of coveredValues(copy, true)) {
    const scope = scopeOf(value, scopes);
    if (!scope) continue;
    const sure = value.kind === 'text';
    const bytes = (sure ? decodeForeign : decodeLikely)(value.text, scope.encrypt.encoding);
    const sealed = sealedValue(value, scope, bytes);
    if (sealed) values.push(sealed);
    else if (sure) notCiphertext(value, scope);
  }
  return values;
}

/** By what a value is encrypted: its element's own declaration, else the document's, which may have none. */
function scopeOf({ element }: Value, scopes: Scopes): EncryptedScope | undefined {
  return (element && scopes.get(element.pointer)) ?? scopes.get('');
}

function sealedValue(value: Value, scope: EncryptedScope, sealed: Bytes | undefined): SealedValue | undefined {
  const least = overhead(cipherNamed(scope.encrypt.cipher, `${scope.pointer}/encrypt`));
  return sealed && sealed.length >= least ? { ...value, scope, sealed } : undefined;
}

function notCiphertext({ pointer }: Value, { encrypt }: EncryptedScope): never {
  const message = `This is no ciphertext in ${encrypt.encoding}, which the document declares`;
  throw new ScreenplayError('invalid_document', message, { at: { pointer } });
}
