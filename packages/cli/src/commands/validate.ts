import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { flagOption, inputsOf, textOption, verbosityOf } from './option-values.js';
import { INPUT } from './shared-options.js';

export const validate: CommandSpec = {
  name: 'validate',
  summary: 'check native documents against the schema',
  details: [
    'Checks native documents (JSON or YAML) against the schema and prints what is wrong with each, by JSON Pointer. Findings alone do not make the command fail; with --strict they do.',
    'What is not JSON or YAML at all is an error in any case. With --quiet only the exit code tells.',
  ],
  operands: '[input...]',
  operandsMean: 'native documents or folders to check, or - for standard input',
  operandsTake: 'file',
  options: [
    INPUT,
    {
      flags: '-o, --output <path>',
      description: 'write the findings into a file; - or nothing: standard output',
      takes: 'file',
    },
    { flags: '-f, --format <format>', description: 'format of the inputs', takes: 'native-format' },
    { flags: '--strict', description: 'exit with 1 when a document is not valid' },
    { flags: '--references', description: 'check too that ids are unique and that what they refer to is there' },
    { flags: '--json', description: 'print a JSON object per input, one a line' },
  ],
  examples: [
    { line: 'screenplay validate draft.json', note: 'what is wrong with it, if anything' },
    { line: 'screenplay validate -i draft.json --strict', note: 'for scripts: the exit code tells' },
    { line: 'screenplay validate documents/ --references --json', note: 'a folder, for programs' },
    { line: 'screenplay convert draft.fdx | screenplay validate -', note: 'in a pipe' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const { options } = invocation;
    const inputs = inputsOf(invocation);
    const [{ validateFiles }, { knownFormats }] = await Promise.all([
      import('../validation/validate-files.js'),
      import('../known-formats.js'),
    ]);
    const formats = await knownFormats();
    const format = textOption(options, 'format');
    const output = textOption(options, 'output');
    const settings = {
      inputs,
      formats,
      from: format === undefined ? undefined : formats.byWord(format, 'read', formats.natives()),
      output: output === '-' ? undefined : output,
      strict: flagOption(options, 'strict'),
      references: flagOption(options, 'references'),
      json: flagOption(options, 'json'),
      ...verbosityOf(options),
    };
    return validateFiles(settings, io);
  },
};
