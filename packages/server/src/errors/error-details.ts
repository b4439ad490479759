import type { JsonSchema } from '../openapi/json-schema.js';

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** What an error's body can say beside `error` and `code`; nothing else gets there. */
export const ERROR_DETAILS: Readonly<Record<string, JsonSchema>> = {
  at: {
    description: 'Where it is. All but the pointer count from 1.',
    type: 'object',
    properties: {
      line: COUNT,
      column: COUNT,
      paragraph: COUNT,
      page: COUNT,
      pointer: { description: 'JSON Pointer into the document.', type: 'string' },
    },
    additionalProperties: false,
  },
  errors: {
    description: 'What is wrong with the document, at most 100 findings.',
    type: 'array',
    items: { $ref: '#/components/schemas/Fault' },
  },
  errors_total: { description: 'How many findings there are.', ...COUNT },
  limit: { description: 'Which limit was passed.', type: 'string' },
  max: { description: 'The limit.', type: 'number' },
  claimed: { description: 'The format that the file was said to have.', type: 'string' },
  looks_like: { description: 'The format that the file looks like.', type: 'string' },
  parameter: { description: 'The parameter, field or header that is wrong.', type: 'string' },
  field: { description: 'The member of the body that is wrong.', type: 'string' },
  retry_after: { description: 'Seconds after which to ask again.', ...COUNT },
};

export function documentedDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(ERROR_DETAILS)) {
    if (details[name] !== undefined) picked[name] = details[name];
  }
  return picked;
}
