import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';

/** What an option's value or an argument is: completion and the reference read it. */
export type ValueKind =
  | 'file'
  | 'folder'
  | 'readable-format'
  | 'writable-format'
  | 'native-format'
  | 'free'
  | readonly string[];

export interface OptionSpec {
  /** As commander writes them: `-o, --output <path>`. */
  flags: string;
  /** One sentence without a full stop. */
  description: string;
  /** Left out for a flag without a value. */
  takes?: ValueKind;
  /** May be given several times. */
  repeatable?: true;
  /** Options of one group stand together under this title. */
  group?: string;
}

export interface Example {
  line: string;
  /** What it does, in a few words. */
  note: string;
}

/**
 * One command of the program. The program, its help, the completion scripts and docs/cli.md are all made from these;
 * adding a command is adding one file and one line to the table.
 */
export interface CommandSpec {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** What the help says above the options; paragraphs. */
  details: readonly string[];
  /** As commander writes them: `[input...]`; empty for none. */
  operands: string;
  /** What the operands are, in a few words. */
  operandsMean?: string;
  operandsTake: ValueKind;
  options: readonly OptionSpec[];
  examples: readonly Example[];
  /**
   * Loads what it needs only when it is called, so that starting the program stays short. `commands` is the whole
   * table, for a command that is about the others.
   */
  run(invocation: Invocation, io: Io, commands: readonly CommandSpec[]): Promise<ExitCode>;
}

/** A command line that commander has taken apart and nobody has judged yet. */
export interface Invocation {
  operands: readonly string[];
  /** By the long flag's name in camel case. */
  options: Readonly<Record<string, unknown>>;
}
