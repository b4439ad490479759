import { resolve } from 'node:path';
import type { ErrorCode } from '@screenplay/core';
import type { ExitCode } from '../exit-codes.js';
import { EXIT, exitCodeOf, exitCodeOfBatch } from '../exit-codes.js';
import { failureOf, UsageError } from '../failure.js';
import { writeWhole } from '../files/write-whole.js';
import { describeWarnings } from '../terminal/describe-warnings.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import { Messages } from '../terminal/messages.js';
import type { ConversionSettings } from './conversion-settings.js';
import { readKey } from './key-settings.js';
import type { Outcome } from './outcome.js';
import type { Plan } from './plan.js';
import { planConversions } from './plan.js';
import { previousLoader } from './previous.js';
import { readPrintOptions } from './print-settings.js';
import { startProgress } from './progress.js';
import { reportText } from './report.js';
import { runTasks } from './run-tasks.js';
import { summarise } from './summary.js';

/**
 * The work of `convert`, `export`, `encrypt` and `decrypt`: plan, convert, write, report.
 *
 * @throws UsageError before anything is written
 */
export async function convertFiles(settings: ConversionSettings, io: Io): Promise<ExitCode> {
  const messages = new Messages(io, settings);
  const plan = await planConversions(settings, io.cwd);
  const loadPrevious = await previousLoader(settings, plan, io);
  const print = await readPrintOptions(settings.print, io);
  const decrypt = settings.decrypt && (await readKey(settings.decrypt, io, messages));
  const encrypt = settings.encrypt && (await readKey(settings.encrypt, io, messages));
  await tellRenamed(plan, messages);

  const progress = plan.batch && !settings.quiet ? await startProgress(plan.tasks.length, io) : undefined;
  let failed = 0;
  const outcomes = await runTasks(plan.tasks, {
    settings,
    io,
    loadPrevious,
    print,
    decrypt,
    encrypt,
    deliver: (bytes) => deliver(bytes, io),
    onOutcome(outcome) {
      if (outcome.failure) failed++;
      progress?.step(failed);
    },
  }).finally(() => progress?.stop());

  for (const outcome of outcomes) await tellOutcome(outcome, messages);
  await tellSummary(outcomes, settings, plan, messages);
  const codes = outcomes.flatMap((outcome) => (outcome.failure ? [outcome.failure.code] : []));
  const reported = await writeReport(outcomes, settings, io, messages);
  return exitCode(outcomes.length, codes, reported);
}

function exitCode(total: number, failed: readonly ErrorCode[], report: ErrorCode | undefined): ExitCode {
  const code = exitCodeOfBatch(total, failed);
  return code === EXIT.done && report !== undefined ? exitCodeOf(report) : code;
}

/** @throws UsageError when the bytes would garble a terminal */
async function deliver(bytes: Uint8Array, io: Io): Promise<void> {
  if (io.stdout.isTTY === true && isBinary(bytes)) {
    throw new UsageError(
      'this format is not text, and standard output is a terminal',
      'name a file with -o, or pipe it on',
    );
  }
  await writeTo(io.stdout, bytes);
}

/** Text of every format on board is UTF-8 without NUL. */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}

async function tellRenamed(plan: Plan, messages: Messages): Promise<void> {
  for (const { wanted, inputs, names } of plan.renamed) {
    const written = names.join(', ');
    await messages.warning(`${inputs.length} inputs would all be ${wanted}; they are written as ${written}`);
  }
}

async function tellOutcome({ task, from, failure, warnings, duration }: Outcome, messages: Messages): Promise<void> {
  const shown = task.input.shown;
  if (failure) {
    await messages.failure(failure, task.input.shown);
    return;
  }
  if (!messages.verbose) return;
  const output = task.output?.shown ?? 'standard output';
  await messages.detail(`${shown} -> ${output} (${from ?? '?'} to ${task.to}, ${duration.toFixed(0)} ms)`);
  for (const warning of await describeWarnings(warnings)) await messages.warning(`${shown}: ${warning}`);
}

async function tellSummary(
  outcomes: readonly Outcome[],
  settings: ConversionSettings,
  plan: Plan,
  messages: Messages,
): Promise<void> {
  const written = outcomes.filter((outcome) => !outcome.failure);
  const withFindings = written.filter((outcome) => outcome.warnings.length > 0);
  const findings = summarise(withFindings.flatMap((outcome) => outcome.warnings));
  if (plan.batch) {
    const failures = outcomes.length - written.length;
    const place = settings.output === undefined ? '' : ` to ${settings.output}`;
    const parts = [`${written.length} of ${outcomes.length} written${place}`];
    if (failures > 0) parts.push(`${failures} failed`);
    await messages.note(parts.join(', '));
  }
  if (findings === '') return;
  const [first] = outcomes;
  const subject = plan.batch ? `in ${withFindings.length} of them` : (first?.task.input.shown ?? '');
  const remedy = settings.report === undefined ? '--report FILE lists them' : `listed in ${settings.report}`;
  await messages.warning(plan.batch ? `${findings} ${subject}; ${remedy}` : `${subject}: ${findings}; ${remedy}`);
}

/** Writes the report if one was asked for; the code of what went wrong with that. */
async function writeReport(
  outcomes: readonly Outcome[],
  settings: ConversionSettings,
  io: Io,
  messages: Messages,
): Promise<ErrorCode | undefined> {
  if (settings.report === undefined) return undefined;
  const text = reportText(outcomes);
  try {
    if (settings.report === '-') await writeTo(io.stdout, text);
    else await writeWhole(resolve(io.cwd, settings.report), text, settings.report);
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    await messages.failure(failure);
    return failure.code;
  }
}
