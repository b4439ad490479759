import type { Encrypt, Meta } from '../model/document.js';
import { Message } from './message.js';
import { SETTINGS } from './settings.js';
import type { Bytes } from './web-crypto.js';

/** The purpose of the key under which the check is an HMAC-SHA-256. */
export const CHECK_PURPOSE = 'screenplay/check/v1';

/** What is declared for an element instead of what the document declares. */
export interface Override {
  /** JSON Pointer of the element. */
  pointer: string;
  encrypt: Encrypt;
}

export interface SealedValue {
  pointer: string;
  /** What the value stands for: iv and ciphertext. */
  sealed: Bytes;
}

/**
 * What the check of an encrypted document is made over: its cipher, hash and encoding; those of the elements that
 * declare their own; the settings beside the check; the number of values, and each value behind its pointer. All that
 * makes a list is sorted by pointer or key; see {@link Message} for how parts are told apart.
 */
export function checkMessage(encrypt: Encrypt, overrides: readonly Override[], values: readonly SealedValue[]): Bytes {
  const message = new Message();
  declare(message, encrypt);
  message.count(overrides.length);
  for (const override of sorted(overrides, ({ pointer }) => pointer)) {
    message.part(override.pointer);
    declare(message, override.encrypt);
  }
  const settings = sorted(settingsOf(encrypt.meta), ([key]) => key);
  message.count(settings.length);
  for (const [key, setting] of settings) message.part(key).part(setting);
  message.count(values.length);
  for (const { pointer, sealed } of sorted(values, (value) => value.pointer)) message.part(pointer).part(sealed);
  return message.bytes();
}

function declare(message: Message, { cipher, hash, encoding }: Encrypt): void {
  message.part(cipher).part(hash).part(encoding);
}

/** Entries of other programs may change without harm. */
function settingsOf(meta: Meta = {}): [key: string, setting: string][] {
  return Object.entries(meta).filter(([key]) => key.startsWith('screenplay.') && key !== SETTINGS.check);
}

/** By code units, which for pointers and keys is by bytes: they are ASCII. */
function sorted<T>(items: readonly T[], by: (item: T) => string): T[] {
  return [...items].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
}
