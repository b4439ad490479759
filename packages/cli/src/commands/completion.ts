import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../failure.js';
import { nearestWord } from '../nearest-word.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion: CommandSpec = {
  name: 'completion',
  summary: 'print a completion script for bash, zsh or fish',
  details: ['Prints a script that lets the shell complete commands, options, formats and file names.'],
  operands: '<shell>',
  operandsMean: 'bash, zsh or fish',
  operandsTake: SHELLS,
  options: [],
  examples: [
    { line: `echo 'source <(screenplay completion bash)' >> ~/.bashrc`, note: 'bash' },
    { line: `echo 'source <(screenplay completion zsh)' >> ~/.zshrc`, note: 'zsh, after compinit' },
    { line: 'screenplay completion fish > ~/.config/fish/completions/screenplay.fish', note: 'fish' },
  ],
  async run(invocation: Invocation, io: Io, commands: readonly CommandSpec[]): Promise<ExitCode> {
    const [word = ''] = invocation.operands;
    const shell = SHELLS.find((known) => known === word);
    if (shell === undefined) {
      const near = nearestWord(word, SHELLS);
      throw new UsageError(
        `no completion for '${word}'`,
        near ? `did you mean ${near}?` : `there is ${SHELLS.join(', ')}`,
      );
    }
    const { completionScript } = await import('../completion/completion-script.js');
    await writeTo(io.stdout, await completionScript(shell, commands));
    return EXIT.done;
  },
};
