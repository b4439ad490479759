import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { FailureError } from '../failure.js';
import { systemFailure } from '../files/system-failure.js';

/**
 * Makes the folder for what the service keeps, for its owner alone, or finds that it is there and may be written to.
 *
 * @throws FailureError
 */
export async function openDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const found = await stat(path);
    if (found.isDirectory()) await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FailureError(systemFailure(error, `DATA_DIR ${path} cannot be used`));
  }
}
