import type { CommandSpec, OptionSpec, ValueKind } from '../commands/command.js';
import { GLOBAL_OPTIONS } from '../commands/shared-options.js';
import { knownFormats } from '../known-formats.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

/** What may stand where a value is expected: one of these words, a file, or anything. */
export type Values = { words: readonly string[] } | 'files' | 'anything';

/** What the three scripts are written from. */
export interface CompletionSource {
  commands: readonly CommandSpec[];
  globalOptions: readonly OptionSpec[];
  valuesOf(kind: ValueKind | undefined): Values;
}

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const HELP: OptionSpec = { flags: '-h, --help', description: 'print the help' };

/** The script that teaches a shell the commands, their options, the formats on board and where files go. */
export async function completionScript(shell: keyof typeof SCRIPTS, commands: readonly CommandSpec[]): Promise<string> {
  const formats = await knownFormats();
  return SCRIPTS[shell]({
    commands,
    globalOptions: [...GLOBAL_OPTIONS, HELP],
    valuesOf(kind) {
      if (kind === undefined || kind === 'free') return 'anything';
      if (kind === 'file' || kind === 'folder') return 'files';
      if (kind === 'readable-format') return { words: formats.names('read') };
      if (kind === 'writable-format') return { words: formats.names('write') };
      if (kind === 'native-format') return { words: formats.natives() };
      return { words: kind };
    },
  });
}
