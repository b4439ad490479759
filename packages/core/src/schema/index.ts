// eslint-disable-next-line no-restricted-syntax -- the type of a module, not the name of a format
import schemaText from './document.schema.json' with { type: 'json' };

/** The 2026-01 document schema: JSON Schema 2020-12 in one piece, for other tools. */
export const schema: Readonly<Record<string, unknown>> = schemaText;

export { checkReferences } from './references.js';
export { MAX_FAULTS } from './report.js';
export type { Fault, Validation } from './report.js';
export { isDocument, parseDocument, validate } from './validate.js';
