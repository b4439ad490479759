import { ScreenplayError } from '../errors/index.js';

/**
 * Runs a piece of work so that nothing but coded errors comes out of it.
 *
 * @throws ScreenplayError `internal`, with the cause, for any other error
 */
export async function coded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ScreenplayError) throw cause;
    throw new ScreenplayError('internal', 'This is a bug in the encryption, not in your document: please report it', {
      cause,
    });
  }
}
