import { SHORTEST_SECRET } from '../../encryption/keys.js';
import { encodeText } from '../../syntax/text.js';
import { taskCatalogue, taskNamed } from '../tasks/catalogue.js';
import { encryptTask } from '../tasks/encryption-tasks.js';
import type { DocumentKind, Task } from '../tasks/task.js';
import { isVarName, VARS } from '../tasks/vars.js';
import type { VarName, Vars } from '../tasks/vars.js';
import { badField } from './bad-field.js';
import { checkOutputKeys, fileNameOf, parseKey } from './keys.js';
import type { PushRequest, PushRules } from './push-request.js';
import { normaliseWebhook } from './webhook-url.js';

const FIELDS = ['input_key', 'output_key', 'document_id', 'tasks', 'vars', 'webhook', 'tenant_id'] as const;
const MOST_TASKS = 32;
const LONGEST_LABEL = 255;

/**
 * Checks the body of a push request: all that can be known of a job to be wrong before it is queued.
 *
 * @param body the parsed JSON
 * @throws ScreenplayError `bad_option` with the field in its details: `vars.lang`, `tasks[2]`
 */
export function parsePush(body: unknown, rules: PushRules): PushRequest {
  if (!isRecord(body)) throw badField('body', 'must be a JSON object');
  for (const name of Object.keys(body)) {
    if (!(FIELDS as readonly string[]).includes(name)) throw badField(name, `is unknown: there are ${list(FIELDS)}`);
  }
  const inputKey = parseKey(required(body, 'input_key'), 'input_key', rules.inputPrefix);
  if (fileNameOf(inputKey) === '') throw badField('input_key', 'ends with a slash: it must name a file');
  const outputKey = parseOutputKey(required(body, 'output_key'), rules.outputPrefix);
  const documentId = parseLabel(required(body, 'document_id'), 'document_id');
  const tasks = parseTasks(required(body, 'tasks'));
  const vars = parseVars(body['vars'], tasks);
  const tenantId = body['tenant_id'] === undefined ? '' : parseLabel(body['tenant_id'], 'tenant_id');
  const webhook = body['webhook'] === undefined ? null : parseWebhook(body['webhook'], rules);
  checkOutputKeys(tasks, inputKey, outputKey, rules.sharedStorage);
  return { inputKey, outputKey, documentId, tenantId, tasks: tasks.map(({ name }) => name), vars, webhook };
}

function required(body: Record<string, unknown>, field: string): unknown {
  const value = body[field];
  if (value === undefined) throw badField(field, 'is missing');
  return value;
}

/** The key of a folder: a slash at its end changes nothing. */
function parseOutputKey(value: unknown, prefix: string | undefined): string {
  const key = parseKey(value, 'output_key');
  parseKey(key.endsWith('/') ? key : `${key}/`, 'output_key', prefix);
  return key;
}

function parseLabel(value: unknown, field: string): string {
  const problem = `must be a text of 1 to ${LONGEST_LABEL} characters`;
  if (typeof value !== 'string' || value.length === 0 || value.length > 2 * LONGEST_LABEL)
    throw badField(field, problem);
  if ([...value].length > LONGEST_LABEL || /[\uD800-\uDFFF]/u.test(value)) throw badField(field, problem);
  return value;
}

function parseWebhook(value: unknown, { ownWebhooks = true }: PushRules): string {
  if (!ownWebhooks) throw badField('webhook', 'is not taken here: this deployment has no secret to sign webhooks with');
  const url = typeof value === 'string' ? normaliseWebhook(value) : undefined;
  if (url === undefined) throw badField('webhook', 'must be an absolute http or https URL of at most 2048 characters');
  return url;
}

function parseTasks(value: unknown): Task[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_TASKS) {
    throw badField('tasks', `must be a list of 1 to ${MOST_TASKS} names of tasks`);
  }
  const tasks = value.map((name: unknown, index) => {
    const task = typeof name === 'string' ? taskNamed(name) : undefined;
    if (task) return task;
    const names = list(taskCatalogue().map((known) => known.name));
    throw badField(`tasks[${index}]`, `is no task: there are ${names}`);
  });
  checkOrder(tasks);
  return tasks;
}

/** Follows what the working document can be from task to task. The input may be anything that some task reads. */
function checkOrder(tasks: readonly Task[]): void {
  let kinds: readonly DocumentKind[] | undefined;
  for (const [index, task] of tasks.entries()) {
    if (task.work.kind === 'pack' && index === 0) {
      throw badField('tasks[0]', `cannot come first: ${task.name} packs the outputs of the tasks before it`);
    }
    if (task.takes === 'any') continue;
    const { takes } = task;
    const readable: readonly DocumentKind[] = kinds?.filter((kind) => takes.includes(kind)) ?? takes;
    if (readable.length === 0) {
      throw badField(
        `tasks[${index}]`,
        `cannot follow what is before it: ${task.name} reads ${orList(takes)}, and the document is ${orList(kinds ?? [])} there`,
      );
    }
    kinds = task.makes?.kinds ?? readable;
  }
}

function parseVars(value: unknown, tasks: readonly Task[]): Vars {
  if (value !== undefined && !isRecord(value)) throw badField('vars', 'must be an object');
  const given = value ?? {};
  const used = new Set<VarName>(tasks.flatMap(({ vars }) => [...vars.required, ...vars.optional]));
  const kept: Partial<Record<VarName, unknown>> = {};
  for (const [name, option] of Object.entries(given)) {
    if (!isVarName(name)) throw badField(`vars.${name}`, `is unknown: there are ${list(Object.keys(VARS))}`);
    if (!VARS[name].accepts(option)) throw badField(`vars.${name}`, `must be ${VARS[name].must}`);
    // What no task of the job reads is not kept: it may be secret.
    if (used.has(name)) kept[name] = option;
  }
  for (const { name: task, vars } of tasks) {
    const missing = vars.required.find((name) => kept[name] === undefined);
    if (missing !== undefined) throw badField(`vars.${missing}`, `is missing: ${task} needs it`);
  }
  const vars = kept as Vars;
  checkKey(vars, tasks);
  return vars;
}

/** A secret that is to encrypt has characters enough; other programs, whose documents are decrypted, count bytes. */
function checkKey({ encrypt_key: key }: Vars, tasks: readonly Task[]): void {
  if (key === undefined) return;
  const length = tasks.includes(encryptTask) ? [...key].length : encodeText(key).length;
  if (length >= SHORTEST_SECRET) return;
  throw badField('vars.encrypt_key', `is too short: take ${SHORTEST_SECRET} characters at least`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(words: readonly string[]): string {
  return words.join(', ');
}

function orList(words: readonly string[]): string {
  return words.join(' or ');
}
