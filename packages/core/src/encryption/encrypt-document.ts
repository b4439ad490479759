import { ScreenplayError } from '../errors/index.js';
import type { Encoding, Encrypt, Meta, ScreenplayDocument } from '../model/document.js';
import type { Runtime } from '../ports/index.js';
import { parseDocument } from '../schema/index.js';
import { encodeText, wellFormed } from '../syntax/text.js';
import { CHECK_PURPOSE, checkMessage } from './check.js';
import type { Override } from './check.js';
import { chooseEncodings } from './choose-encodings.js';
import { CIPHERS, ivLength, overhead, Sealer } from './ciphers.js';
import type { Cipher } from './ciphers.js';
import { coded } from './coded.js';
import { NEW_COST, SALT_BYTES, SCRYPT, writeCost } from './cost.js';
import { encryptedScopes } from './declared.js';
import { encode, ENCODINGS } from './encodings.js';
import { inBatches } from './in-batches.js';
import { derivedIvs, derivedSalt, randomBytes } from './ivs.js';
import type { MakeIv } from './ivs.js';
import { deriveKey, newSecret, purposeKey } from './keys.js';
import { analysisText, coveredValues } from './places.js';
import { BEFORE_NULL, SETTINGS, TITLES_ENCRYPTED } from './settings.js';
import { platformRandom } from './web-crypto.js';
import type { Bytes } from './web-crypto.js';

/** The hashes that make a key of a secret in one pass. */
export const HASHES = ['sha256', 'sha384', 'sha512'] as const;
export type Hash = (typeof HASHES)[number];

export interface EncryptOptions {
  /** The secret, 10 characters at least. */
  key: string;
  /** How ciphertext is written; default: the first of hex, base64 and Ascii85 in which every value fits. */
  encoding?: Encoding | undefined;
  /** Whether names by language (titles of the script, its cover and its colours) are encrypted too; default no. */
  encryptTitles?: boolean | undefined;
  /**
   * `aes-256-ctr`, which other programs read, unless named; `aes-256-gcm` derives its key with scrypt, so that guessing
   * secrets is dear, and authenticates each value by itself.
   */
  suite?: Cipher | undefined;
  /** The hash that makes the key of `aes-256-ctr`; default `sha256`. */
  hash?: Hash | undefined;
  /** Source of random bytes, the runtime port's; default: the platform's own. */
  random?: Runtime['random'] | undefined;
  /** Instead of randomness, for work that may be done twice: the same job gives the same bytes. */
  jobId?: string | undefined;
  /** Whether to leave out `analysis`, which repeats the script; else a document in which it does is refused. */
  dropAnalysis?: boolean | undefined;
}

/**
 * An encrypted copy of a document, valid by the same schema. What is encrypted and what stays readable is in
 * docs/encryption.md: the words of the script are, its structure, names and headings are not.
 *
 * @throws ScreenplayError `weak_key`; `encrypted_document` when it is encrypted already; `invalid_document`;
 *   `limit_exceeded`, with the place, for a text so long that its ciphertext would break the schema's bounds; `bad_option`,
 *   also for a document whose `analysis` has texts, unless it is to be dropped; `unavailable` without WebCrypto
 * @example
 * const encrypted = await encryptDocument(document, { key: 'correct horse battery staple' });
 */
export function encryptDocument(document: ScreenplayDocument, options: EncryptOptions): Promise<ScreenplayDocument> {
  return coded(async () => {
    checkOptions(options);
    const secret = newSecret(options.key);
    const copy = structuredClone(parseDocument(document));
    if (encryptedScopes(copy).length > 0) {
      throw new ScreenplayError('encrypted_document', 'The document is encrypted already: decrypt it first');
    }
    settleAnalysis(copy, options.dropAnalysis === true);

    const cipher = options.suite ?? CIPHERS[0];
    const meta = await settingsFor(copy, cipher, options);
    const hash = cipher === 'aes-256-gcm' ? SCRYPT : (options.hash ?? HASHES[0]);
    const key = await deriveKey(secret, hash, meta);
    await encryptValues(copy, { cipher, hash, meta, key, options });
    return copy;
  });
}

interface Work {
  cipher: Cipher;
  hash: string;
  meta: Meta;
  key: Bytes;
  options: EncryptOptions;
}

async function encryptValues(copy: ScreenplayDocument, { cipher, hash, meta, key, options }: Work): Promise<void> {
  const values = coveredValues(copy, options.encryptTitles === true).map((value) => {
    if (wellFormed(value.text) !== value.text) {
      const message = 'The text has half characters (lone surrogates), which have no bytes';
      throw new ScreenplayError('invalid_document', message, { at: { pointer: value.pointer } });
    }
    const plain = encodeText(value.text);
    return { ...value, plain, size: plain.length + overhead(cipher) };
  });
  const encodings = chooseEncodings(values, options.encoding);

  const sealer = await Sealer.with(cipher, key);
  const makeIv = await ivsFor(key, options);
  const sealed = await inBatches(values, async ({ pointer, plain }) => {
    return { pointer, sealed: await sealer.seal(plain, await makeIv(ivLength(cipher), pointer, plain), pointer) };
  });
  values.forEach(({ holder, key: name, element }, at) => {
    const encoding = (element && encodings.elements.get(element)) ?? encodings.root;
    holder[name] = encode(sealed[at]?.sealed ?? new Uint8Array(), encoding);
  });

  const overrides: Override[] = [];
  for (const [element, encoding] of encodings.elements) {
    const encrypt: Encrypt = { cipher, hash, encoding };
    element.record['encrypt'] = encrypt;
    overrides.push({ pointer: element.pointer, encrypt });
  }
  const encrypt: Encrypt = { cipher, hash, encoding: encodings.root, meta };
  const check = await (await purposeKey(key, CHECK_PURPOSE)).sign(checkMessage(encrypt, overrides, sealed));
  meta[SETTINGS.check] = encode(check, 'hex');
  copy.encrypt = encrypt;
}

function checkOptions({ encoding, suite, hash, random, jobId }: EncryptOptions): void {
  oneOf('encoding', encoding, ENCODINGS);
  oneOf('suite', suite, CIPHERS);
  oneOf('hash', hash, HASHES);
  if (hash !== undefined && suite === 'aes-256-gcm') {
    throw new ScreenplayError('bad_option', '`hash` is for the default suite: this one derives its key with scrypt');
  }
  if (random !== undefined && jobId !== undefined) {
    throw new ScreenplayError('bad_option', 'With `jobId` nothing is random: leave out `random`');
  }
  if (jobId === '') throw new ScreenplayError('bad_option', '`jobId` must not be empty');
}

function oneOf(option: string, value: string | undefined, choice: readonly string[]): void {
  if (value === undefined || choice.includes(value)) return;
  throw new ScreenplayError('bad_option', `\`${option}\` must be one of ${choice.join(', ')}`);
}

/** @throws ScreenplayError `bad_option` when the texts of `analysis` would give the script away */
function settleAnalysis(copy: ScreenplayDocument, drop: boolean): void {
  if (drop) {
    delete copy.analysis;
    return;
  }
  const pointer = analysisText(copy.analysis);
  if (pointer === undefined) return;
  const message =
    'The analysis in the document repeats its texts and would stay readable: have it dropped, or leave it out';
  throw new ScreenplayError('bad_option', message, { at: { pointer } });
}

/** What `encrypt.meta` says beside the check. */
async function settingsFor(copy: ScreenplayDocument, cipher: Cipher, options: EncryptOptions): Promise<Meta> {
  const meta: Meta = {};
  if (copy.encrypt === null) meta[SETTINGS.before] = BEFORE_NULL;
  if (options.encryptTitles === true) meta[SETTINGS.titles] = TITLES_ENCRYPTED;
  if (cipher !== 'aes-256-gcm') return meta;
  const { jobId, random = platformRandom } = options;
  const salt = jobId === undefined ? randomBytes(random, SALT_BYTES) : await derivedSalt(jobId, SALT_BYTES);
  return { ...meta, ...writeCost({ ...NEW_COST, salt }) };
}

async function ivsFor(key: Bytes, { jobId, random = platformRandom }: EncryptOptions): Promise<MakeIv> {
  return jobId === undefined ? (length) => randomBytes(random, length) : derivedIvs(key, jobId);
}
