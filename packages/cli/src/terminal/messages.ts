import type { Failure } from '../failure.js';
import { loadPaint } from './colors.js';
import type { Paint } from './colors.js';
import type { Io } from './io.js';
import { writeTo } from './io.js';
import { printable } from './printable.js';

export interface Verbosity {
  /** Errors only. */
  quiet: boolean;
  /** Every finding, what was done, and the stack of a bug. */
  verbose: boolean;
}

/** What the program says on standard error. Results go to standard output, never here. */
export class Messages {
  readonly #io: Io;
  readonly #verbosity: Verbosity;
  #paint: Promise<Paint> | undefined;

  constructor(io: Io, verbosity: Verbosity) {
    this.#io = io;
    this.#verbosity = verbosity;
  }

  get verbose(): boolean {
    return this.#verbosity.verbose;
  }

  get quiet(): boolean {
    return this.#verbosity.quiet;
  }

  async error(message: string, remedy?: string): Promise<void> {
    const paint = await this.#colors();
    await this.#line(`${paint.bold(paint.red('error:'))} ${printable(message)}`);
    for (const line of remedy?.split('\n') ?? []) await this.#line(paint.dim(printable(line)));
  }

  /** One or two lines for what went wrong with one input; `subject` is its name, when it has one. */
  async failure(failure: Failure, subject?: string): Promise<void> {
    const prefix = subject === undefined ? '' : `${subject}: `;
    if (failure.code !== 'internal') {
      const [first, remedy] = describeFailure(failure, subject);
      await this.error(prefix + first, remedy);
      return;
    }
    await this.error(
      `${prefix}a bug in screenplay, not in your file: ${firstLine(failure.message)}`,
      this.verbose ? failure.stack : 'run it again with --verbose for the details, and please report them',
    );
  }

  async warning(message: string): Promise<void> {
    if (this.quiet) return;
    const paint = await this.#colors();
    await this.#line(`${paint.bold(paint.yellow('warning:'))} ${printable(message)}`);
  }

  /** What was done. */
  async note(message: string): Promise<void> {
    if (!this.quiet) await this.#line(printable(message));
  }

  /** Only with `--verbose`. */
  async detail(message: string): Promise<void> {
    if (this.verbose) await this.#line((await this.#colors()).dim(printable(message)));
  }

  #colors(): Promise<Paint> {
    this.#paint ??= loadPaint(this.#io.stderr, this.#io.env);
    return this.#paint;
  }

  async #line(text: string): Promise<void> {
    try {
      await writeTo(this.#io.stderr, `${text}\n`);
    } catch {
      // Nobody can be told that nobody can be told.
    }
  }
}

/** What to say on this command line, where the library's own words cannot name an option. */
const REMEDIES: Readonly<Partial<Record<Failure['code'], string>>> = {
  unauthenticated_document: 'to read it all the same, say --allow-unchecked',
};

function describeFailure(failure: Failure, subject: string | undefined): [string, string | undefined] {
  const message = firstLine(failure.message);
  const problems = failure.details?.['errors'];
  if (failure.code === 'invalid_document' && Array.isArray(problems) && problems.length > 1 && subject !== undefined) {
    return [message, `screenplay validate ${shellWord(subject)} lists what is wrong with it`];
  }
  return [message, REMEDIES[failure.code]];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** A name as it can be pasted into a shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
