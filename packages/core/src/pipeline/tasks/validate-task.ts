import { ENCRYPTED, NATIVE, WORKING_TYPE } from './native.js';
import type { Task } from './task.js';

/** `validate-screenplay`: an encrypted document keeps the schema too, so that it may follow anything native. */
export const validateTask: Task = {
  name: 'validate-screenplay',
  description:
    'Checks the native document by its schema and writes a report; with `strict` an invalid one fails the job',
  accepts: NATIVE,
  outputDir: 'validation',
  outputName: '{stem}_validation.json',
  contentType: WORKING_TYPE,
  vars: { required: [], optional: ['strict'] },
  takes: [...NATIVE, ...ENCRYPTED],
  work: {
    kind: 'document',
    call: (_vars, document) => ({ operation: 'validate', options: document }),
    fails: ({ strict }, facts) => strict === true && 'valid' in facts && facts.valid === false,
  },
};
