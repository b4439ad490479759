import type { FormatName } from '@screenplay/core';
import { stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { UsageError } from '../failure.js';
import { endsInSeparator, findInputs } from '../files/find-inputs.js';
import type { InputFile } from '../files/input-file.js';
import { DEFAULT_TARGET } from '../known-formats.js';
import type { ConversionSettings } from './conversion-settings.js';
import type { Renamed } from './output-names.js';
import { outputNames } from './output-names.js';

/** One input and where its output goes. */
export interface Task {
  input: InputFile;
  to: FormatName;
  /** Undefined for standard output. */
  output: Output | undefined;
  /** The absolute path of the earlier version, which in a batch need not be there. */
  previous: string | undefined;
}

interface Output {
  /** Absolute. */
  path: string;
  /** As the user knows it. */
  shown: string;
}

export interface Plan {
  tasks: Task[];
  /** Whether the output is a folder and the inputs are many or came from a folder. */
  batch: boolean;
  renamed: Renamed[];
}

/**
 * Which file becomes which, decided before the first is read.
 *
 * @throws UsageError when the command line asks for what cannot be done safely
 */
export async function planConversions(settings: ConversionSettings, cwd: string): Promise<Plan> {
  const outputPath = settings.output === undefined ? undefined : resolve(cwd, settings.output);
  const kind = outputPath === undefined ? 'nothing' : await kindOf(outputPath);
  const to = targetOf(settings, kind === 'folder');
  checkPrinting(settings, to);
  checkNative(settings, to);
  const found = await findInputs(settings.inputs, {
    cwd,
    extensions: wantedExtensions(settings, to),
    except: outputPath,
  });
  const batch = found.folders || settings.inputs.length > 1;

  if (settings.output === undefined || outputPath === undefined) {
    if (batch) throw new UsageError('several inputs cannot go to standard output', outputRemedy(settings, found.files));
    const tasks = tasksFor(settings, found.files, to, cwd, [], false);
    await guardInputs(settings, tasks, cwd);
    return { tasks, batch, renamed: [] };
  }

  let outputs: Output[];
  let renamed: Renamed[] = [];
  if (isFolder(settings, kind, batch)) {
    const named = outputNames(found.files, settings.formats.extensionOf(to));
    const [one, other] = named.colliding;
    if (one && other) {
      throw new UsageError(
        `${one.shown} and ${other.shown} would be written to one file`,
        'convert them in two runs, with two folders for the outputs',
      );
    }
    const folder = settings.output;
    outputs = named.names.map((name) => ({ path: join(outputPath, name), shown: join(folder, name) }));
    renamed = named.renamed;
  } else {
    outputs = [{ path: outputPath, shown: settings.output }];
  }
  const tasks = tasksFor(settings, found.files, to, cwd, outputs, batch);
  await guardInputs(settings, tasks, cwd);
  return { tasks, batch, renamed };
}

/** Whoever writes `convert a.fdx b.json` means `-o b.json`. */
function outputRemedy(settings: ConversionSettings, files: readonly InputFile[]): string {
  const last = files.at(-1);
  const meant =
    files.length === 2 && last?.failure?.code === 'not_found' && settings.formats.byExtension(last.shown, 'write');
  return meant ? `to write ${last.shown}: -o ${last.shown}` : 'name a folder for the outputs: -o out/';
}

function tasksFor(
  settings: ConversionSettings,
  inputs: readonly InputFile[],
  to: FormatName,
  cwd: string,
  outputs: readonly Output[],
  batch: boolean,
): Task[] {
  const previous = settings.previous === undefined ? undefined : resolve(cwd, settings.previous);
  const previousNames =
    previous !== undefined && batch ? outputNames(inputs, settings.formats.extensionOf(DEFAULT_TARGET)).names : [];
  return inputs.map((input, index) => {
    const name = previousNames[index];
    return {
      input,
      to,
      output: outputs[index],
      previous: previous === undefined || name === undefined ? previous : join(previous, name),
    };
  });
}

function targetOf(settings: ConversionSettings, folder: boolean): FormatName {
  if (settings.to !== undefined) return settings.to;
  const { output, formats } = settings;
  const choice = formats.names('write').join(', ');
  const isFile = output !== undefined && !folder && !endsInSeparator(output);
  if (isFile) {
    const told = formats.byExtension(output, 'write');
    if (told !== undefined) return told;
    if (extname(output) !== '') {
      const option = settings.targetRequired ? '--format' : '--to';
      throw new UsageError(
        `the extension of ${output} names no format that can be written`,
        `name one with ${option}: ${choice}`,
      );
    }
  }
  if (settings.targetRequired) throw new UsageError('no format for the output', `name one with --format: ${choice}`);
  return DEFAULT_TARGET;
}

function checkPrinting({ print, formats }: ConversionSettings, to: FormatName): void {
  const printed = formats.printed();
  if (print.asked === undefined || printed.includes(to)) return;
  throw new UsageError(
    `${print.asked} is for printing, and ${to} is not printed`,
    `leave it out, or write ${printed.join(' or ')}`,
  );
}

/** @throws UsageError for a format that holds no encrypted text, or that other commands write */
function checkNative({ encrypt, formats, nativeOnly }: ConversionSettings, to: FormatName): void {
  const natives = formats.natives();
  if (natives.includes(to) || (!nativeOnly && encrypt === undefined)) return;
  const choice = natives.join(' or ');
  if (encrypt) throw new UsageError(`${to} holds no encrypted text`, `write ${choice}`);
  throw new UsageError(
    `only native documents are written here, not ${to}`,
    `write ${choice}; screenplay export --decrypt writes the others`,
  );
}

/**
 * In a folder, what to take: files of the named format, else of every format that may come in but the one that goes
 * out, since those are there already, unless native documents are to stay native.
 */
function wantedExtensions(settings: ConversionSettings, to: FormatName): string[] {
  const { accepted, formats, from, nativeOnly } = settings;
  if (from !== undefined) return formats.extensionsOf([from]);
  const wanted = accepted ?? formats.names('read');
  return formats.tellingExtensionsOf(nativeOnly ? wanted : wanted.filter((format) => format !== to));
}

function isFolder(settings: ConversionSettings, kind: Kind, batch: boolean): boolean {
  const output = settings.output ?? '';
  if (kind === 'folder') return true;
  if (kind === 'file') {
    if (!batch && !endsInSeparator(output)) return false;
    throw new UsageError(`${output} is a file`, 'several inputs need a folder for the outputs: -o out/');
  }
  if (endsInSeparator(output)) return true;
  if (batch && settings.formats.byExtension(output, 'write') !== undefined) {
    throw new UsageError(`several inputs cannot go into one file, ${output}`, 'name a folder for the outputs: -o out/');
  }
  return batch;
}

type Kind = 'nothing' | 'file' | 'folder';

async function kindOf(path: string): Promise<Kind> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    // Whatever is wrong with it shows when it is written.
    return 'nothing';
  }
}

/** No output, and no report, may take the place of an input unless that was asked for. */
async function guardInputs(settings: ConversionSettings, tasks: readonly Task[], cwd: string): Promise<void> {
  const inputs = new Map<string, InputFile>();
  for (const { input } of tasks) if (input.identity !== undefined) inputs.set(input.identity, input);
  const report = settings.report === undefined || settings.report === '-' ? undefined : resolve(cwd, settings.report);
  if (report !== undefined) {
    const clash = await identityOf(report);
    if ((clash !== undefined && inputs.has(clash)) || tasks.some((task) => task.output?.path === report)) {
      throw new UsageError(`the report would replace ${settings.report ?? ''}, which is an input or an output`);
    }
  }
  if (settings.force) return;
  for (const { output } of tasks) {
    const identity = output && (await identityOf(output.path));
    const input = identity === undefined ? undefined : inputs.get(identity);
    if (!output || !input) continue;
    throw new UsageError(
      `${output.shown} is an input too`,
      'name another output, or say --force to let it be replaced',
    );
  }
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    return `${stats.dev}:${stats.ino}:${stats.isFile() ? '' : path}`;
  } catch {
    return undefined;
  }
}
