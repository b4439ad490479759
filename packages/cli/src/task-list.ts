import { taskCatalogue } from '@screenplay/core/jobs';
import { loadPaint } from './terminal/colors.js';
import type { Io } from './terminal/io.js';
import { table } from './terminal/table.js';

/** The tasks of jobs as people read them. */
export async function tasksAsTable(io: Io): Promise<string> {
  const rows = taskCatalogue().map(({ name, output_dir, output_name, vars }) => [
    name,
    output_dir === '' ? output_name : `${output_dir}/${output_name}`,
    [...vars.required.map((one) => `${one} (required)`), ...vars.optional].join(', '),
  ]);
  const [head, ...lines] = table([['TASK', 'OUTPUT', 'VARS'], ...rows]).split('\n');
  const paint = await loadPaint(io.stdout, io.env);
  return `${[paint.bold(head ?? ''), ...lines].join('\n').trimEnd()}\n`;
}

/** The tasks of jobs as JSON text, as `GET /tasks` answers them. */
export function tasksAsJson(): string {
  return `${JSON.stringify(taskCatalogue(), null, 2)}\n`;
}
