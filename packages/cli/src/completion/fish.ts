import type { CommandSpec, OptionSpec } from '../commands/command.js';
import { optionFlags } from '../commands/option-flags.js';
import type { CompletionSource } from './completion-script.js';

/** A file for fish's completions folder. */
export function fishCompletion(source: CompletionSource): string {
  const lines = ['# fish completion for screenplay', 'complete -c screenplay -f'];
  const names = source.commands.map((command) => command.name).join(' ');
  const first = '__fish_use_subcommand';
  for (const { name, summary } of source.commands)
    lines.push(`complete -c screenplay -n ${first} -a ${name} -d ${quoted(summary)}`);
  lines.push(`complete -c screenplay -n ${first} -a help -d 'print the help of a command'`);
  lines.push(`complete -c screenplay -n ${first} -s V -l version -d 'print the version'`);
  lines.push(`complete -c screenplay -n '__fish_seen_subcommand_from help' -a ${quoted(names)}`);
  for (const option of source.globalOptions) lines.push(`complete -c screenplay${optionPart(option, source)}`);
  for (const command of source.commands) lines.push(...commandLines(command, source));
  return `${lines.join('\n')}\n`;
}

function commandLines(command: CommandSpec, source: CompletionSource): string[] {
  const start = `complete -c screenplay -n '__fish_seen_subcommand_from ${command.name}'`;
  const lines = command.options.map((option) => `${start}${optionPart(option, source)}`);
  const operands = source.valuesOf(command.operandsTake);
  if (operands === 'files') lines.push(`${start} -F`);
  else if (typeof operands === 'object') lines.push(`${start} -a ${quoted(operands.words.join(' '))}`);
  return lines;
}

function optionPart(option: OptionSpec, source: CompletionSource): string {
  const { short, long, value } = optionFlags(option);
  let part = short === undefined ? '' : ` -s ${short.slice(1)}`;
  part += ` -l ${long.slice(2)}`;
  if (value !== undefined) {
    const values = source.valuesOf(option.takes);
    if (values === 'files') part += ' -r -F';
    else part += typeof values === 'object' ? ` -x -a ${quoted(values.words.join(' '))}` : ' -x';
  }
  return `${part} -d ${quoted(option.description)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
