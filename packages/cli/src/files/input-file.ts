import type { Failure } from '../failure.js';

/** One thing to read. */
export interface InputFile {
  /** As the user knows it: the path as given, or `standard input`. */
  shown: string;
  /** Absolute; undefined for standard input. */
  path: string | undefined;
  /** The folders between a folder that was given and this file, `''` for a file that was given by itself. */
  folder: string;
  /** Bytes; 0 when that is not known before reading. */
  size: number;
  /** Device and inode: the same for two names of one file. */
  identity: string | undefined;
  /** Why it cannot even be tried. */
  failure?: Failure;
}

export const STDIN_SHOWN = 'standard input';
