import type { CommandSpec, OptionSpec } from '../commands/command.js';
import { optionFlags } from '../commands/option-flags.js';
import type { CompletionSource } from './completion-script.js';

/** Works from bash 3.2 on; where it offers nothing, readline completes file names. */
export function bashCompletion(source: CompletionSource): string {
  const names = source.commands.map((command) => command.name);
  const first = [...names, 'help', '--version', ...flagsOf(source.globalOptions)];
  return `# bash completion for screenplay
_screenplay() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${[...names, 'help'].join('|')}) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    '') ${reply(first)} ;;
    help) ${reply(names)} ;;
${source.commands.map((command) => commandCase(command, source)).join('\n')}
  esac
}
complete -o bashdefault -o default -F _screenplay screenplay
`;
}

function commandCase(command: CommandSpec, source: CompletionSource): string {
  const lines: string[] = [];
  for (const option of command.options) {
    const { short, long, value } = optionFlags(option);
    if (value === undefined) continue;
    const values = source.valuesOf(option.takes);
    const patterns = short === undefined ? long : `${short}|${long}`;
    lines.push(`        ${patterns}) ${typeof values === 'object' ? `${reply(values.words)}; ` : ''}return ;;`);
  }
  const operands = source.valuesOf(command.operandsTake);
  const otherwise =
    typeof operands === 'object'
      ? `
      else
        ${reply(operands.words)}`
      : '';
  const cases =
    lines.length === 0
      ? ''
      : `
      case $prev in
${lines.join('\n')}
      esac`;
  return `    ${command.name})${cases}
      if [[ $cur == -* ]]; then
        ${reply(flagsOf([...command.options, ...source.globalOptions]))}${otherwise}
      fi ;;`;
}

function reply(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;
}

function flagsOf(options: readonly OptionSpec[]): string[] {
  return options.flatMap((option) => {
    const { short, long } = optionFlags(option);
    return short === undefined ? [long] : [short, long];
  });
}
