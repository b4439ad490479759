import { displayWidth } from './display-width.js';

/**
 * Columns padded to line up, two spaces apart; the last column is not padded. `right` names the columns, by place, whose
 * cells stand at the right.
 */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const padding = ' '.repeat((widths[column] ?? 0) - displayWidth(cell));
          if (right.includes(column)) return padding + cell;
          return column === row.length - 1 ? cell : cell + padding;
        })
        .join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
