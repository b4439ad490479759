import type { JsonSchema } from './json-schema.js';

export const STRING: JsonSchema = { type: 'string' };
export const STRINGS: JsonSchema = { type: 'array', items: STRING };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** An object with these members and no others; those with a `?` may be missing. */
export function object(members: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  );
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    properties,
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...more };
}

export const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };

export function nullable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
