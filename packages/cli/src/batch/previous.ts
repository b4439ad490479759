import type { ScreenplayDocument } from '@screenplay/core';
import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { FailureError, failureOf, UsageError } from '../failure.js';
import { readInput } from '../files/read-input.js';
import type { Io } from '../terminal/io.js';
import type { ConversionSettings } from './conversion-settings.js';
import type { Plan } from './plan.js';
import type { LoadPrevious } from './run-tasks.js';

/**
 * How tasks come by the earlier version whose ids they keep: it is the one file that was named; in a batch, the file
 * of the same name in the folder that was named, and a script that is new has none.
 *
 * @throws UsageError when a batch is given one file for all, or one input a folder
 */
export async function previousLoader(settings: ConversionSettings, plan: Plan, io: Io): Promise<LoadPrevious> {
  const { previous } = settings;
  if (previous === undefined) return () => Promise.resolve(undefined);
  const kind = await kindOf(resolve(io.cwd, previous));
  if (plan.batch && kind !== 'folder') {
    throw new UsageError(
      'a batch needs --previous to be a folder',
      'one with a JSON document for each input, such as the output of the last run',
    );
  }
  if (!plan.batch && kind === 'folder')
    throw new UsageError(`${previous} is a folder`, 'name the earlier version of this one input');
  return async (task) => {
    if (task.previous === undefined) return undefined;
    if (plan.batch && (await kindOf(task.previous)) === 'nothing') return undefined;
    return readPrevious(task.previous, settings, io);
  };
}

type Kind = 'nothing' | 'file' | 'folder';

async function kindOf(path: string): Promise<Kind> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'nothing';
  }
}

/** Any file that converts will do: an earlier draft gets the ids that converting it gave. */
async function readPrevious(path: string, settings: ConversionSettings, io: Io): Promise<ScreenplayDocument> {
  const shown = relative(io.cwd, path);
  try {
    const bytes = await readInput({ shown, path, folder: '', size: 0, identity: undefined }, io);
    const { decode } = await import('@screenplay/core');
    const { document } = await decode(bytes, { name: basename(path), lang: settings.lang });
    return document;
  } catch (error) {
    const failure = failureOf(error);
    throw new FailureError({ ...failure, message: `the earlier version ${shown}: ${failure.message}` });
  }
}
