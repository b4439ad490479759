import { guardLimit } from '../../../syntax/limits.js';
import { printKey, printText } from './print-text.js';

/** Lists of numbers are wrapped before this column. */
const WIDTH = 100;

/**
 * YAML 1.2 text of a plain object, with a line end at its end: block style, two spaces a level, lists of numbers in
 * brackets. It reads back as the same object, by YAML 1.1 parsers too.
 *
 * @param value what JSON can hold; members that are `undefined` are left out, as in JSON.
 */
export function printYaml(value: object): string {
  const lines: string[] = [];
  printNode(value, 0, '', lines, 0);
  return `${lines.join('\n')}\n`;
}

/**
 * Adds a value to the lines: what fits on the line that `lead` begins goes there, the rest below it.
 *
 * @param indent of the lines below.
 */
function printNode(value: unknown, indent: number, lead: string, lines: string[], depth: number): void {
  guardLimit('nestingDepth', depth);
  if (Array.isArray(value)) printList(value, indent, lead, lines, depth);
  else if (typeof value === 'object' && value !== null) printMap(value, indent, lead, lines, depth);
  else if (typeof value === 'string') lines.push(lead + printText(value, indent, lead.length));
  else lines.push(lead + (typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'null'));
}

function printMap(map: object, indent: number, lead: string, lines: string[], depth: number): void {
  const pad = ' '.repeat(indent);
  const inItem = lead.endsWith('- ');
  let first = true;
  for (const [name, member] of Object.entries(map)) {
    if (member === undefined) continue;
    // The first member of a list's item stands beside its dash.
    const start = first && inItem ? lead : pad;
    if (first && !inItem && lead !== '') lines.push(lead.trimEnd());
    first = false;
    printNode(member, indent + 2, `${start}${printKey(name)}: `, lines, depth + 1);
  }
  if (first) lines.push(`${lead}{}`);
}

function printList(list: readonly unknown[], indent: number, lead: string, lines: string[], depth: number): void {
  if (list.length === 0) {
    lines.push(`${lead}[]`);
  } else if (list.every((item) => typeof item === 'number')) {
    lines.push(lead + printNumbers(list.map(String), indent, lead.length));
  } else {
    const pad = ' '.repeat(indent);
    const inItem = lead.endsWith('- ');
    if (!inItem && lead !== '') lines.push(lead.trimEnd());
    list.forEach((item: unknown, at) => {
      printNode(item ?? null, indent + 2, `${at === 0 && inItem ? lead : pad}- `, lines, depth + 1);
    });
  }
}

function printNumbers(numbers: readonly string[], indent: number, column: number): string {
  let text = '[';
  let width = column + 1;
  numbers.forEach((number, at) => {
    const item = at === numbers.length - 1 ? `${number}]` : `${number},`;
    if (at > 0 && width + 1 + item.length > WIDTH) {
      text += `\n${' '.repeat(indent)}${item}`;
      width = indent + item.length;
    } else {
      text += at > 0 ? ` ${item}` : item;
      width += item.length + 1;
    }
  });
  return text;
}
