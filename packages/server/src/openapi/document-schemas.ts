import { schema } from '@screenplay/core';
import type { JsonSchema } from './json-schema.js';

const PREFIX = '#/components/schemas/';
const LOCAL = '#/$defs/';
/** Of the definitions, which have names such as `text` and `status`. */
const FAMILY = 'Screenplay';

/** The name of the native document among the components. */
const DOCUMENT = 'ScreenplayDocument';

/** The document schema that the service validates with, as components of an OpenAPI document. */
export function documentSchemas(): Record<string, JsonSchema> {
  const { $defs, $schema: _dialect, $id: _id, ...root } = schema;
  const components: Record<string, JsonSchema> = { [DOCUMENT]: relocated(root) as JsonSchema };
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
    components[componentName(name)] = relocated(definition) as JsonSchema;
  }
  return components;
}

function componentName(definition: string): string {
  return `${FAMILY}${definition.charAt(0).toUpperCase()}${definition.slice(1)}`;
}

/** The same schema with its references to where the definitions are now. */
function relocated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([keyword, member]) =>
      keyword === '$ref' && typeof member === 'string' && member.startsWith(LOCAL)
        ? [keyword, `${PREFIX}${componentName(member.slice(LOCAL.length))}`]
        : [keyword, relocated(member)],
    ),
  );
}
