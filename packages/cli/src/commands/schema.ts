import { resolve } from 'node:path';
import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { textOption, wholeOption } from './option-values.js';

const INDENT = 2;
const MOST_INDENT = 10;

export const schema: CommandSpec = {
  name: 'schema',
  summary: 'print the JSON Schema of the native document',
  details: [
    'Prints the schema of the native document (2026-01, JSON Schema 2020-12), for editors and validators of other tools.',
  ],
  operands: '',
  operandsTake: 'free',
  options: [
    { flags: '-o, --output <path>', description: 'the file to write; - or nothing: standard output', takes: 'file' },
    { flags: '--indent <spaces>', description: 'indent by this many spaces, 0 to 10; 2 unless said', takes: 'free' },
  ],
  examples: [
    { line: 'screenplay schema -o screenplay.schema.json', note: 'into a file' },
    { line: 'screenplay schema --indent 0', note: 'in one line' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const output = textOption(invocation.options, 'output');
    const indent = wholeOption(invocation.options, 'indent', 0, MOST_INDENT) ?? INDENT;
    const { schema: documentSchema } = await import('@screenplay/core');
    const text = `${JSON.stringify(documentSchema, null, indent)}\n`;
    if (output === undefined || output === '-') {
      await writeTo(io.stdout, text);
    } else {
      const { writeWhole } = await import('../files/write-whole.js');
      await writeWhole(resolve(io.cwd, output), text, output);
    }
    return EXIT.done;
  },
};
