import { ScreenplayError } from '@screenplay/core';

const REDACTED = '[redacted]';
/** Names of fields whose values are secret or the words of somebody's script, whoever logs them. */
const SECRET =
  /(?:^|[_.-])(?:authorization|cookie|password|passwd|secret|token|tokens|key|vars|text|body|document|file_?name)$/i;
const LONGEST = 512;
const DEEPEST = 4;
const MOST = 50;

/** The fields of a log record as plain data: secrets struck out, errors without what they quote, all of it bounded. */
export function plainFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return plainObject(fields, 0);
}

function plainObject(value: object, depth: number): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).slice(0, MOST)) {
    plain[name] = isSecret(name, member) ? REDACTED : plainValue(member, depth + 1);
  }
  return plain;
}

/** Whether something was given is no secret. */
function isSecret(name: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  return SECRET.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

function plainValue(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    case 'number':
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      if (value === null) return null;
      if (value instanceof Error) return plainError(value);
      if (depth >= DEEPEST || ArrayBuffer.isView(value)) return `[${value.constructor.name}]`;
      if (Array.isArray(value)) return value.slice(0, MOST).map((item) => plainValue(item, depth + 1));
      return plainObject(value, depth);
    default:
      return `[${typeof value}]`;
  }
}

/**
 * An error without its message, which may quote anything, unless it is a coded one, whose message never does: what it
 * is, where it came from, and the same of its cause.
 */
function plainError(error: Error, depth = 0): Record<string, unknown> {
  const worded = error instanceof ScreenplayError && error.code !== 'internal';
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(worded ? { message: error.message } : { trace: framesOf(error) }),
    ...(error.cause instanceof Error && depth < DEEPEST ? { cause: plainError(error.cause, depth + 1) } : {}),
  };
}

/** The frames of a stack, those that a process sent as the message of a cause included. */
function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 20)
    .map((line) => line.trim());
}
