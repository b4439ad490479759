import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { flagOption } from './option-values.js';

export const formats: CommandSpec = {
  name: 'formats',
  summary: 'list the formats that can be read and written',
  details: [
    'Lists every format on board: its name, the extensions of its files, and whether it can be read and written.',
  ],
  operands: '',
  operandsTake: 'free',
  options: [{ flags: '--json', description: 'the same as JSON, with MIME types' }],
  examples: [
    { line: 'screenplay formats', note: 'a table' },
    { line: 'screenplay formats --json', note: 'for programs' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const { formatsAsJson, formatsAsTable } = await import('../format-list.js');
    await writeTo(io.stdout, await (flagOption(invocation.options, 'json') ? formatsAsJson() : formatsAsTable(io)));
    return EXIT.done;
  },
};
