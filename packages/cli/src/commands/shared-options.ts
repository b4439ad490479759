import type { OptionSpec } from './command.js';
import { PRINT_OPTIONS } from './print-options.js';

/** Options that every command has. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: '-q, --quiet', description: 'say nothing but errors' },
  { flags: '--verbose', description: 'list every finding and what was done' },
];

export const INPUT: OptionSpec = {
  flags: '-i, --input <path>',
  description: 'a file to read, a folder, or - for standard input; the same as a plain argument',
  takes: 'file',
  repeatable: true,
};

export const OUTPUT: OptionSpec = {
  flags: '-o, --output <path>',
  description: 'the file to write, or a folder; - or nothing: standard output',
  takes: 'file',
};

/** For commands that take native documents only, and write them. */
export const NATIVE_FORMAT: OptionSpec = {
  flags: '-f, --format <format>',
  description: 'format of the inputs',
  takes: 'native-format',
};

export const NATIVE_TARGET: OptionSpec = {
  flags: '-t, --to <format>',
  description: 'format of the output',
  takes: 'native-format',
};

/** What all commands share that write a document for each input. */
export const RUN_OPTIONS: readonly OptionSpec[] = [
  { flags: '--pretty', description: 'indent JSON by two spaces' },
  { flags: '--indent <spaces>', description: 'indent JSON by this many spaces, 0 to 10', takes: 'free' },
  { flags: '--report <file>', description: 'write what could not be carried, per input, as JSON', takes: 'file' },
  { flags: '--jobs <number>', description: 'how many inputs to convert at the same time', takes: 'free' },
  { flags: '--force', description: 'let an output replace one of the inputs' },
];

/** What `convert` and `export` share. */
export const CONVERSION_OPTIONS: readonly OptionSpec[] = [...RUN_OPTIONS, ...PRINT_OPTIONS];
