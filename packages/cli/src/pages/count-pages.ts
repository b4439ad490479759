import type { ErrorCode, FormatName, PrintOptions, ReadPages } from '@screenplay/core';
import { basename, resolve } from 'node:path';
import type { ExitCode } from '../exit-codes.js';
import { exitCodeOfBatch } from '../exit-codes.js';
import { failureOf } from '../failure.js';
import { findInputs } from '../files/find-inputs.js';
import type { InputFile } from '../files/input-file.js';
import { readInput } from '../files/read-input.js';
import { writeWhole } from '../files/write-whole.js';
import type { KnownFormats } from '../known-formats.js';
import { loadPaint } from '../terminal/colors.js';
import { describeWarnings } from '../terminal/describe-warnings.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { Verbosity } from '../terminal/messages.js';
import { Messages } from '../terminal/messages.js';
import type { TableLook } from './pages-text.js';
import { pagesAsJson, pagesAsText } from './pages-text.js';

export interface PagesSettings extends Verbosity, Pick<PrintOptions, 'paper' | 'sceneNumbers'> {
  inputs: readonly string[];
  formats: KnownFormats;
  /** The inputs' format, when it was named. */
  from: FormatName | undefined;
  lang: string | undefined;
  /** A file; undefined for standard output. */
  output: string | undefined;
  json: boolean;
}

/** The work of `pages`: every input is looked at, whatever is wrong with the others. */
export async function countPages(settings: PagesSettings, io: Io): Promise<ExitCode> {
  const messages = new Messages(io, settings);
  const { formats, from, output, json } = settings;
  const extensions =
    from === undefined ? formats.tellingExtensionsOf(formats.names('read')) : formats.extensionsOf([from]);
  const { files } = await findInputs(settings.inputs, { cwd: io.cwd, extensions });
  const look = await lookOf(settings, io);
  const failed: ErrorCode[] = [];
  let text = '';
  let printed = 0;
  for (const file of files) {
    try {
      const script = await measure(file, settings, io);
      for (const warning of messages.verbose ? await describeWarnings(script.warnings) : [])
        await messages.warning(`${file.shown}: ${warning}`);
      const part = json ? pagesAsJson(file, script) : (printed++ === 0 ? '' : '\n') + pagesAsText(file, script, look);
      if (output === undefined) await writeTo(io.stdout, part);
      else text += part;
    } catch (error) {
      const failure = failureOf(error);
      failed.push(failure.code);
      await messages.failure(failure, file.shown);
    }
  }
  if (output !== undefined) await writeWhole(resolve(io.cwd, output), text, output);
  return exitCodeOfBatch(files.length, failed);
}

async function measure(file: InputFile, settings: PagesSettings, io: Io): Promise<ReadPages> {
  const bytes = await readInput(file, io);
  const { readPages } = await import('@screenplay/core');
  const { from, lang, paper, sceneNumbers } = settings;
  const name = file.path === undefined ? undefined : basename(file.path);
  return readPages(bytes, { from, name, lang, paper, sceneNumbers });
}

/** Only a terminal has a width to keep to. */
async function lookOf({ output }: PagesSettings, io: Io): Promise<TableLook> {
  if (output !== undefined) return { columns: undefined, bold: (text) => text };
  const { stdout } = io;
  const { bold } = await loadPaint(stdout, io.env);
  return { columns: stdout.isTTY === true ? (stdout.columns ?? USUAL_COLUMNS) : undefined, bold };
}

const USUAL_COLUMNS = 80;
