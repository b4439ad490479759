import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { flagOption } from './option-values.js';

export const tasks: CommandSpec = {
  name: 'tasks',
  summary: 'list the tasks that jobs are made of',
  details: ['Lists every task of jobs: what it reads, where its output lies below the output key, and its options.'],
  operands: '',
  operandsTake: 'free',
  options: [{ flags: '--json', description: 'the same as JSON' }],
  examples: [
    { line: 'screenplay tasks', note: 'a table' },
    { line: 'screenplay tasks --json', note: 'for programs' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const { tasksAsJson, tasksAsTable } = await import('../task-list.js');
    await writeTo(io.stdout, await (flagOption(invocation.options, 'json') ? tasksAsJson() : tasksAsTable(io)));
    return EXIT.done;
  },
};
