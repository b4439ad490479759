import { Command, CommanderError, Option } from 'commander';
import type { CommandSpec, Example, Invocation, OptionSpec } from './commands/command.js';
import { GLOBAL_OPTIONS } from './commands/shared-options.js';
import { COMMANDS } from './commands/table.js';
import { EXIT_MEANINGS } from './exit-codes.js';
import { UsageError } from './failure.js';
import { readVersion } from './version.js';

const PROGRAM_NAME = 'screenplay';

const MOST_HELP_WIDTH = 100;

const DESCRIPTION =
  'Converts screenplays between the formats of writing programs and one native JSON document, and validates that document.';

const EXAMPLES: readonly Example[] = [
  { line: 'screenplay convert draft.fdx -o draft.json', note: 'Final Draft to the native document' },
  { line: 'screenplay convert draft.fountain -o draft.fdx', note: 'the extension names the format' },
  { line: 'screenplay convert scripts/ -t fountain -o out/', note: 'a folder' },
  { line: 'screenplay validate draft.json --strict', note: 'check a document' },
];

/** Where help goes: how wide it is, and how its titles look. */
export interface HelpLook {
  columns: number;
  title: (text: string) => string;
}

export type ParsedLine =
  | { kind: 'command'; command: CommandSpec; invocation: Invocation }
  /** Help or the version was asked for. */
  | { kind: 'text'; text: string };

/**
 * Takes a command line apart.
 *
 * @throws UsageError for unknown commands and options, missing values and the like; with the nearest word, or where
 *   to look
 */
export function parseCommandLine(argv: readonly string[], look: HelpLook): ParsedLine {
  let text = '';
  let parsed: ParsedLine | undefined;
  const program = buildProgram(
    look,
    (command, invocation) => {
      parsed = { kind: 'command', command, invocation };
    },
    (part) => {
      text += part;
    },
  );
  if (argv.length === 0)
    throw new UsageError('no command', `the commands are ${names().join(', ')}; ${PROGRAM_NAME} --help says more`);
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageErrorOf(error, argv);
  }
  return parsed ?? { kind: 'text', text };
}

function names(): string[] {
  return COMMANDS.map((command) => command.name);
}

function buildProgram(
  look: HelpLook,
  onCommand: (command: CommandSpec, invocation: Invocation) => void,
  write: (text: string) => void,
): Command {
  const program = new Command(PROGRAM_NAME)
    .description(DESCRIPTION)
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, styleTitle: look.title, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: write,
      writeErr: write,
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(look.columns, MOST_HELP_WIDTH),
      // Only the titles are ever styled, by a function that knows whether to.
      getOutHasColors: () => true,
    })
    .usage('<command> [options]')
    .addHelpText('after', afterHelp(EXAMPLES, look, true));
  for (const option of GLOBAL_OPTIONS) program.addOption(commanderOption(option));
  for (const spec of COMMANDS) addCommand(program, spec, look, onCommand);
  return program;
}

function addCommand(
  program: Command,
  spec: CommandSpec,
  look: HelpLook,
  onCommand: (command: CommandSpec, invocation: Invocation) => void,
): void {
  const command = program
    .command(spec.name)
    .summary(spec.summary)
    .description(spec.details.join('\n\n'))
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', afterHelp(spec.examples, look, false));
  if (spec.operands !== '') command.argument(spec.operands, spec.operandsMean);
  for (const option of spec.options) command.addOption(commanderOption(option));
  command.action(() => {
    onCommand(spec, { operands: command.args, options: command.optsWithGlobals() });
  });
}

function commanderOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.description);
  if (spec.group !== undefined) option.helpGroup(`${spec.group}:`);
  if (spec.repeatable) option.argParser((value: string, sofar: string[] | undefined) => [...(sofar ?? []), value]);
  return option;
}

function afterHelp(examples: readonly Example[], look: HelpLook, whole: boolean): string {
  const lines = ['', look.title('Examples:'), ...examples.flatMap(({ line, note }) => [`  # ${note}`, `  ${line}`])];
  if (whole) {
    lines.push('', look.title('Exit codes:'));
    for (const [code, meaning] of Object.entries(EXIT_MEANINGS)) lines.push(`  ${code.padEnd(4)} ${meaning}`);
    lines.push('', `${PROGRAM_NAME} <command> --help says more about a command.`);
  }
  return lines.join('\n');
}

/** Commander's errors in our form: one line, and a second one with what to write instead. */
function usageErrorOf(error: CommanderError, argv: readonly string[]): UsageError {
  const [first = '', suggestion] = error.message.split('\n');
  const message = first.replace(/^error: /, '').replace(/\.$/, '');
  const near = suggestion?.replace(/^\(|\)$/g, '').replace(/^Did/, 'did');
  if (near !== undefined && near !== '') return new UsageError(message, near);
  if (error.code === 'commander.unknownCommand') {
    const word = argv.find((one) => !one.startsWith('-')) ?? '';
    if (/[./\\]/.test(word)) return new UsageError(message, `to convert that file: ${PROGRAM_NAME} convert ${word}`);
    return new UsageError(message, `the commands are ${names().join(', ')}`);
  }
  const command = names().find((name) => argv.includes(name));
  return new UsageError(
    message,
    `${PROGRAM_NAME} ${command === undefined ? '' : `${command} `}--help shows how it is used`,
  );
}
