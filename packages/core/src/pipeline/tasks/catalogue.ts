import type { FormatName } from '../../ports/index.js';
import { convertTasks } from './convert-tasks.js';
import { decryptTask, encryptTask } from './encryption-tasks.js';
import { exportTasks } from './export-tasks.js';
import type { Task } from './task.js';
import { validateTask } from './validate-task.js';
import { zipTask } from './zip-task.js';

/** A task as the HTTP interface tells it. */
export interface TaskDescription {
  name: string;
  description: string;
  accepts: FormatName[];
  output_dir: string;
  output_name: string;
  vars: { required: string[]; optional: string[] };
}

const TASKS: readonly Task[] = [...convertTasks, validateTask, encryptTask, decryptTask, ...exportTasks, zipTask];
const BY_NAME: ReadonlyMap<string, Task> = new Map(TASKS.map((task) => [task.name, task]));

/** Every task, in the order in which jobs mostly have them. */
export function taskCatalogue(): TaskDescription[] {
  return TASKS.map(({ name, description, accepts, outputDir, outputName, vars }) => ({
    name,
    description,
    accepts: [...accepts],
    output_dir: outputDir,
    output_name: outputName,
    vars: { required: [...vars.required], optional: [...vars.optional] },
  }));
}

/** The task of a name; undefined for any other word. */
export function taskNamed(name: string): Task | undefined {
  return BY_NAME.get(name);
}
