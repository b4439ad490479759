import { COMMANDS } from './commands/table.js';
import type { ExitCode } from './exit-codes.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { failureOf, UsageError } from './failure.js';
import type { HelpLook } from './program.js';
import { parseCommandLine } from './program.js';
import { loadPaint } from './terminal/colors.js';
import type { Io } from './terminal/io.js';
import { writeTo } from './terminal/io.js';
import { Messages } from './terminal/messages.js';

const PLAIN: HelpLook = { columns: 80, title: (text) => text };

/**
 * Runs one command line, without the program's name in it. Everything that can go wrong ends as one or two lines on
 * standard error and an exit code; nothing is thrown.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const parsed = parseCommandLine(argv, PLAIN);
    if (parsed.kind === 'command') return await parsed.command.run(parsed.invocation, io, COMMANDS);
    await writeTo(io.stdout, await helpFor(argv, io));
    return EXIT.done;
  } catch (error) {
    const messages = new Messages(io, { quiet: false, verbose: argv.includes('--verbose') });
    if (error instanceof UsageError) {
      await messages.error(error.message, error.remedy);
      return EXIT.usage;
    }
    const failure = failureOf(error);
    await messages.failure(failure);
    return exitCodeOf(failure.code);
  }
}

/** Help as it suits the terminal. Only help asks what that is: opening the streams takes time. */
async function helpFor(argv: readonly string[], io: Io): Promise<string> {
  const paint = await loadPaint(io.stdout, io.env);
  const parsed = parseCommandLine(argv, { columns: io.stdout.columns ?? PLAIN.columns, title: paint.bold });
  return parsed.kind === 'text' ? parsed.text : '';
}
