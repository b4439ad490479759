import { readFile } from 'node:fs/promises';
import { FailureError } from '../failure.js';
import type { Io } from '../terminal/io.js';
import { readStdin } from '../terminal/io.js';
import type { InputFile } from './input-file.js';
import { systemFailure } from './system-failure.js';

/** @throws FailureError when there is no such file, or the system refuses it */
export async function readInput(file: InputFile, io: Io): Promise<Uint8Array> {
  if (file.failure) throw new FailureError(file.failure);
  try {
    return file.path === undefined ? await readStdin(io) : await readFile(file.path);
  } catch (error) {
    throw new FailureError(systemFailure(error, 'cannot be read'));
  }
}
