import type { PrintOptions, ScreenplayDocument } from '@screenplay/core';
import type { DecryptOptions, EncryptOptions } from '@screenplay/core/encryption';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { ConversionJob, Converter } from '../conversion/job.js';
import { InProcessConverter } from '../conversion/in-process.js';
import type { Failure } from '../failure.js';
import { failureOf, UsageError } from '../failure.js';
import { readInput } from '../files/read-input.js';
import { writeWhole } from '../files/write-whole.js';
import type { Io } from '../terminal/io.js';
import type { ConversionSettings } from './conversion-settings.js';
import type { Outcome } from './outcome.js';
import type { Task } from './plan.js';

/** Reads the earlier version that a task names. */
export type LoadPrevious = (task: Task) => Promise<ScreenplayDocument | undefined>;

/** Takes what a task without an output file yields. */
type Deliver = (bytes: Uint8Array) => Promise<void>;

export interface RunOptions {
  settings: ConversionSettings;
  io: Io;
  loadPrevious: LoadPrevious;
  print: PrintOptions;
  decrypt: DecryptOptions | undefined;
  encrypt: EncryptOptions | undefined;
  deliver: Deliver;
  /** Called as each task ends, in the order in which they end. */
  onOutcome(outcome: Outcome): void;
}

/** A thread takes about this many bytes' worth of converting to start. */
const BYTES_WORTH_A_THREAD = 2_000_000;

/** Does all tasks, as many at a time as there are jobs; the outcomes are in the order of the tasks. */
export async function runTasks(tasks: readonly Task[], options: RunOptions): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async (converter: Converter): Promise<void> => {
    try {
      for (let place = next++; place < tasks.length; place = next++) {
        const task = tasks[place];
        if (!task) break;
        const outcome = await runTask(task, converter, options);
        outcomes[place] = outcome;
        options.onOutcome(outcome);
      }
    } finally {
      await converter.close();
    }
  };
  await Promise.all((await converters(tasks, options.settings.jobs)).map(lane));
  return outcomes;
}

async function converters(tasks: readonly Task[], asked: number | undefined): Promise<Converter[]> {
  const lanes = Math.min(tasks.length, asked ?? lanesWorthwhile(tasks));
  if (lanes <= 1) return [new InProcessConverter()];
  const { ThreadConverter } = await import('../conversion/thread.js');
  return Array.from({ length: lanes }, () => new ThreadConverter());
}

function lanesWorthwhile(tasks: readonly Task[]): number {
  const bytes = tasks.reduce((sum, task) => sum + task.input.size, 0);
  return Math.min(availableParallelism(), Math.ceil(bytes / BYTES_WORTH_A_THREAD));
}

async function runTask(task: Task, converter: Converter, options: RunOptions): Promise<Outcome> {
  const started = performance.now();
  const ended = (rest: { failure: Failure } | Pick<Outcome, 'from' | 'warnings'>): Outcome => ({
    task,
    from: undefined,
    failure: undefined,
    warnings: [],
    ...rest,
    duration: performance.now() - started,
  });
  try {
    const result = await converter.convert(await jobFor(task, options));
    if (!result.ok) return ended({ failure: result.failure });
    if (task.output) await writeWhole(task.output.path, result.bytes, task.output.shown);
    else await options.deliver(result.bytes);
    return ended({ from: result.from, warnings: result.warnings });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return ended({ failure: failureOf(error) });
  }
}

async function jobFor(task: Task, options: RunOptions): Promise<ConversionJob> {
  const { settings, io, loadPrevious, print, decrypt, encrypt } = options;
  return {
    bytes: await readInput(task.input, io),
    name: task.input.path === undefined ? undefined : basename(task.input.path),
    from: settings.from,
    accepted: settings.accepted,
    to: task.to,
    lang: settings.lang,
    previous: await loadPrevious(task),
    indent: settings.indent,
    print,
    decrypt,
    encrypt,
  };
}
