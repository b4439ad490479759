import { encodeText } from '../../syntax/text.js';
import { outputNameOf } from '../tasks/task.js';
import type { Task } from '../tasks/task.js';
import { badField } from './bad-field.js';

const LONGEST_KEY = 1024;
// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
const HALF_CHARACTER = /[\uD800-\uDFFF]/u;

/** What is wrong with a key, as a sentence that goes on after its name; undefined for a good one. */
function faultOf(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (HALF_CHARACTER.test(key)) return 'has half characters (lone surrogates), which have no bytes';
  if (encodeText(key).length > LONGEST_KEY) return `is longer than ${LONGEST_KEY} bytes`;
  if (key.startsWith('/')) return 'begins with a slash: keys are relative to the store';
  if (CONTROL.test(key)) return 'has control characters';
  if (key.split('/').some((segment) => segment === '.' || segment === '..')) return 'has a segment `.` or `..`';
  return undefined;
}

/**
 * Lets a key of an object pass that names one and only one.
 *
 * @throws ScreenplayError `bad_option` with the field in its details
 */
export function parseKey(key: unknown, field: string, prefix = ''): string {
  if (typeof key !== 'string') throw badField(field, 'must be a text: the key of an object');
  const fault = faultOf(key) ?? (isWithin(key, prefix) ? undefined : `must lie within ${asFolder(prefix)}`);
  if (fault !== undefined) throw badField(field, fault);
  return key;
}

/** Whether a key lies in a folder; `in` and `in/` are the same one, and any key lies in `''`. */
export function isWithin(key: string, prefix: string): boolean {
  return key.startsWith(asFolder(prefix));
}

/** A prefix of keys with a slash at its end, as folders have; none stays none. */
export function asFolder(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** The last segment of a key. */
export function fileNameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Where a task writes in a job. */
export function outputKeyOf(task: Task, inputKey: string, outputKey: string): string {
  return `${asFolder(outputKey)}${pathOf(task, inputKey)}`;
}

/** The same below the output key: its name in an archive. */
export function pathOf(task: Task, inputKey: string): string {
  return `${asFolder(task.outputDir)}${outputNameOf(task, stemOf(inputKey))}`;
}

/** The last segment of a key without its extension: `Draft 3` of `drafts/Draft 3.fdx`. */
function stemOf(key: string): string {
  const name = fileNameOf(key);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * Lets the outputs of a job pass that have keys of their own.
 *
 * @throws ScreenplayError `bad_option`, as {@link parseKey} does
 */
export function checkOutputKeys(
  tasks: readonly Task[],
  inputKey: string,
  outputKey: string,
  sharedStorage: boolean,
): void {
  const taken = new Map<string, string>();
  for (const [index, task] of tasks.entries()) {
    const key = outputKeyOf(task, inputKey, outputKey);
    if (encodeText(key).length > LONGEST_KEY) {
      throw badField('output_key', `is too long: ${task.name} would write a key longer than ${LONGEST_KEY} bytes`);
    }
    if (sharedStorage && key === inputKey) {
      throw badField('output_key', `would have ${task.name} write over the input ${inputKey}`);
    }
    const other = taken.get(key);
    if (other !== undefined) throw badField(`tasks[${index}]`, `writes the same key as ${other}: ${key}`);
    taken.set(key, `tasks[${index}]`);
  }
}
