import type { DecryptSettings, EncryptSettings, KeySettings } from '../batch/key-settings.js';
import { UsageError } from '../failure.js';
import type { Invocation, OptionSpec } from './command.js';
import { camelCase, optionFlags } from './option-flags.js';
import { choiceOption, flagOption, textOption } from './option-values.js';

/** The encodings and suites that core has; named here so that help needs nothing of core. */
const ENCODINGS = ['hex', 'base16', 'base32', 'base64', 'ascii85'] as const;
const SUITES = ['aes-256-ctr', 'aes-256-gcm'] as const;

const KEY_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--key-file <file>',
    description: 'a file that holds the key; without it, the key is in SCREENPLAY_ENCRYPT_KEY',
    takes: 'file',
  },
  { flags: '--key <text>', description: 'the key itself; lists of processes show it', takes: 'free' },
];

export const ENCRYPT_OPTIONS: readonly OptionSpec[] = [
  ...KEY_OPTIONS,
  {
    flags: '--encoding <name>',
    description: 'how ciphertext is written; the first of hex, base64 and ascii85 that fits unless named',
    takes: ENCODINGS,
  },
  {
    flags: '--suite <name>',
    description: 'aes-256-ctr, which other programs read, or aes-256-gcm with a key that is dear to guess',
    takes: SUITES,
  },
  { flags: '--encrypt-titles', description: 'encrypt the titles too' },
  { flags: '--drop-analysis', description: 'leave out an analysis that repeats the script' },
];

export const DECRYPT_OPTIONS: readonly OptionSpec[] = [
  ...KEY_OPTIONS,
  {
    flags: '--allow-unchecked',
    description: 'read documents of other programs, in which nothing tells whether they were changed',
  },
];

const grouped = (options: readonly OptionSpec[]): readonly OptionSpec[] =>
  options.map((option) => ({ ...option, group: 'Encryption' }));

/** For `convert`, which encrypts only when it is told to. */
export const CONVERT_ENCRYPTED: readonly OptionSpec[] = grouped([
  { flags: '--encrypt', description: 'encrypt the document that is written' },
  ...ENCRYPT_OPTIONS,
]);

/** For `export`, which decrypts only when it is told to. */
export const EXPORT_DECRYPTED: readonly OptionSpec[] = grouped([
  { flags: '--decrypt', description: 'decrypt the document before it is written' },
  ...DECRYPT_OPTIONS,
]);

/**
 * How to encrypt, as the command line says it.
 *
 * @throws UsageError
 */
export function encryptSettings(options: Invocation['options']): EncryptSettings {
  return {
    ...keySettings(options),
    encoding: choiceOption(options, 'encoding', ENCODINGS),
    suite: choiceOption(options, 'suite', SUITES),
    encryptTitles: flagOption(options, 'encryptTitles'),
    dropAnalysis: flagOption(options, 'dropAnalysis'),
  };
}

/** @throws UsageError */
export function decryptSettings(options: Invocation['options']): DecryptSettings {
  return { ...keySettings(options), allowUnchecked: flagOption(options, 'allowUnchecked') };
}

function keySettings(options: Invocation['options']): KeySettings {
  const keyFile = textOption(options, 'keyFile');
  const key = textOption(options, 'key');
  if (keyFile !== undefined && key !== undefined) {
    throw new UsageError('--key-file and --key are both given', 'leave one of them out');
  }
  return { keyFile, key };
}

/**
 * Whether what a switch turns on is asked for; without the switch, no option of its group may be given.
 *
 * @throws UsageError
 */
export function isTurnedOn(name: string, group: readonly OptionSpec[], options: Invocation['options']): boolean {
  if (flagOption(options, name)) return true;
  const idle = group.map((option) => optionFlags(option).long).find((long) => options[camelCase(long)] !== undefined);
  if (idle === undefined) return false;
  throw new UsageError(`${idle} is given, and --${name} is not`, `say --${name}, or leave it out`);
}
