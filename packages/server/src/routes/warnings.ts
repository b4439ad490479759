import type { Warning } from '@screenplay/core';
import type { Reply } from './route.js';

const NAME = 'X-Service-Warnings';

/** As the documentation has it. */
export const WARNINGS_HEADER: NonNullable<Reply['headers']> = {
  [NAME]: { description: 'How many things could not be carried.', schema: { type: 'integer', minimum: 0 } },
};

export function warningCount(warnings: readonly Warning[]): Record<string, string> {
  return { [NAME]: String(warnings.length) };
}
