import type { DecryptOptions, EncryptOptions } from '@screenplay/core/encryption';
import { resolve } from 'node:path';
import { FailureError, UsageError } from '../failure.js';
import { readInput } from '../files/read-input.js';
import type { Io } from '../terminal/io.js';
import type { Messages } from '../terminal/messages.js';

const VARIABLE = 'SCREENPLAY_ENCRYPT_KEY';

/** Where the command line says that the key is. */
export interface KeySettings {
  keyFile: string | undefined;
  key: string | undefined;
}

export type EncryptSettings = KeySettings & Omit<EncryptOptions, 'key' | 'hash' | 'random' | 'jobId'>;
export type DecryptSettings = KeySettings & Omit<DecryptOptions, 'key'>;

/**
 * The same with the key: from the file, the command line or the environment. A line end at the end of the file is not
 * part of it.
 *
 * @throws UsageError when there is no key, or its file cannot be read
 */
export async function readKey<Settings extends KeySettings>(
  { keyFile, key, ...rest }: Settings,
  io: Io,
  messages: Messages,
): Promise<Omit<Settings, keyof KeySettings> & { key: string }> {
  if (keyFile !== undefined) return { ...rest, key: await readKeyFile(keyFile, io) };
  if (key !== undefined) {
    await messages.warning(`lists of processes show --key to everybody here: use --key-file or ${VARIABLE}`);
    return { ...rest, key };
  }
  const found = io.env[VARIABLE] ?? '';
  if (found === '') throw new UsageError('no key', `name a file that holds it with --key-file, or set ${VARIABLE}`);
  return { ...rest, key: found };
}

async function readKeyFile(shown: string, io: Io): Promise<string> {
  const path = resolve(io.cwd, shown);
  try {
    const bytes = await readInput({ shown, path, folder: '', size: 0, identity: undefined }, io);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(`the key file ${shown} ${error.failure.message}`);
    if (error instanceof TypeError) throw new UsageError(`the key file ${shown} is not text in UTF-8`);
    throw error;
  }
}
