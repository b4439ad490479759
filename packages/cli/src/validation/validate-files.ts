import type { ErrorCode, FormatName, Validation } from '@screenplay/core';
import { resolve } from 'node:path';
import type { ExitCode } from '../exit-codes.js';
import { EXIT, exitCodeOfBatch } from '../exit-codes.js';
import { failureOf } from '../failure.js';
import { findInputs } from '../files/find-inputs.js';
import type { InputFile } from '../files/input-file.js';
import { readInput } from '../files/read-input.js';
import { writeWhole } from '../files/write-whole.js';
import type { KnownFormats } from '../known-formats.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { Verbosity } from '../terminal/messages.js';
import { Messages } from '../terminal/messages.js';
import { checkFile } from './check-file.js';
import { resultAsJson, resultAsText } from './result-text.js';

export interface ValidationSettings extends Verbosity {
  inputs: readonly string[];
  formats: KnownFormats;
  from: FormatName | undefined;
  /** A file; undefined for standard output. */
  output: string | undefined;
  /** Whether a document that is not valid counts as a failure. */
  strict: boolean;
  references: boolean;
  json: boolean;
}

/** The work of `validate`: every input is looked at, whatever is wrong with the others. */
export async function validateFiles(settings: ValidationSettings, io: Io): Promise<ExitCode> {
  const messages = new Messages(io, settings);
  const extensions = settings.formats.extensionsOf(
    settings.from === undefined ? settings.formats.natives() : [settings.from],
  );
  const { files } = await findInputs(settings.inputs, { cwd: io.cwd, extensions });
  const failed: ErrorCode[] = [];
  let text = '';
  for (const file of files) {
    try {
      const result = await checkFile(await readInput(file, io), file, settings);
      if (!result.valid && settings.strict) failed.push('invalid_document');
      const part = describe(file, result, settings);
      if (settings.output === undefined) await writeTo(io.stdout, part);
      else text += part;
    } catch (error) {
      const failure = failureOf(error);
      failed.push(failure.code);
      await messages.failure(failure, file.shown);
    }
  }
  if (settings.output !== undefined) await writeWhole(resolve(io.cwd, settings.output), text, settings.output);
  return failed.length === 0 ? EXIT.done : exitCodeOfBatch(files.length, failed);
}

function describe(file: InputFile, result: Validation, settings: ValidationSettings): string {
  if (settings.json) return resultAsJson(file, result);
  return settings.quiet && settings.output === undefined ? '' : resultAsText(file, result);
}
