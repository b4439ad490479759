import type { CommandSpec, OptionSpec } from '../commands/command.js';
import { optionFlags } from '../commands/option-flags.js';
import type { CompletionSource, Values } from './completion-script.js';

/** Works both when it is sourced and as a file named `_screenplay` in fpath. */
export function zshCompletion(source: CompletionSource): string {
  const described = source.commands.map((command) => `    ${quoted(`${command.name}:${command.summary}`)}`);
  return `#compdef screenplay
# zsh completion for screenplay
_screenplay() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${described.join('\n')}
    'help:print the help of a command'
  )
  _arguments -C \\
    ${optionLines(source.globalOptions, source).join(' \\\n    ')} \\
    '(-V --version)'{-V,--version}'[print the version]' \\
    '1:command:->command' \\
    '*::argument:->arguments'
  case $state in
    command) _describe -t commands 'command' commands ;;
    arguments)
      case $line[1] in
        help) _describe -t commands 'command' commands ;;
${source.commands.map((command) => commandCase(command, source)).join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = "_screenplay" ]; then
  _screenplay "$@"
else
  compdef _screenplay screenplay
fi
`;
}

function commandCase(command: CommandSpec, source: CompletionSource): string {
  const lines = optionLines([...command.options, ...source.globalOptions], source);
  if (command.operands !== '') {
    const operand = command.operands.replace(/[^a-z]/g, '');
    const many = command.operands.includes('...') ? '*' : '1';
    lines.push(quoted(`${many}:${operand}:${action(source.valuesOf(command.operandsTake))}`));
  }
  return `        ${command.name})
          _arguments -s \\
            ${lines.join(' \\\n            ')} ;;`;
}

function optionLines(options: readonly OptionSpec[], source: CompletionSource): string[] {
  return options.map((option) => {
    const { short, long, value } = optionFlags(option);
    const rest = `[${escaped(option.description)}]${value === undefined ? '' : `:${value}:${action(source.valuesOf(option.takes))}`}`;
    if (option.repeatable)
      return short === undefined ? quoted(`*${long}${rest}`) : `'*'{${short},${long}}${quoted(rest)}`;
    return short === undefined ? quoted(`${long}${rest}`) : `'(${short} ${long})'{${short},${long}}${quoted(rest)}`;
  });
}

function action(values: Values): string {
  if (values === 'files') return '_files';
  return values === 'anything' ? ' ' : `(${values.words.join(' ')})`;
}

/** Brackets and colons mean something to _arguments. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
