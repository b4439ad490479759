import type { Validation } from '@screenplay/core';
import type { InputFile } from '../files/input-file.js';
import { printable } from '../terminal/printable.js';
import { table } from '../terminal/table.js';

/** One line for a valid document, else one for each fault: where it is, and what. */
export function resultAsText(file: InputFile, result: Validation): string {
  const shown = printable(file.shown);
  if (result.valid) return `${shown}: valid\n`;
  const total = result.errors_total ?? result.errors.length;
  const rows = result.errors.map(({ path, message }) => [
    `  ${printable(path === '' ? '(root)' : path)}`,
    printable(message),
  ]);
  const rest = total - result.errors.length;
  const more = rest > 0 ? `  and ${rest} more\n` : '';
  return `${shown}: not valid, ${total} ${total === 1 ? 'fault' : 'faults'}\n${table(rows)}${more}`;
}

/** The result as the service gives it, with the input's name, in one line. */
export function resultAsJson(file: InputFile, result: Validation): string {
  return `${JSON.stringify({ input: file.path === undefined ? '-' : file.shown, ...result })}\n`;
}
