import { ScreenplayError } from '../errors/index.js';
import type { ScreenplayDocument } from '../model/document.js';
import { Report } from './report.js';
import type { Validation } from './report.js';
import { checkDocument } from './validator.generated.js';

/**
 * Says whether `value` is a native screenplay document, and if not, every fault with its place.
 *
 * Any JavaScript value may be given, not only what JSON can hold; it is never changed and never throws. A `path` points
 * at the value at fault. For a missing property it points at the object that lacks it (there is nothing else to point
 * at), for an unknown one at that property, for a list that repeats itself at the list. A property that is `undefined`
 * counts as absent, as in JSON text. An element whose `type` is wrong or missing has that one fault: nothing else says
 * which rules apply to it. Time and memory grow with the document, not with its faults: the first 100 are reported
 * and all are counted.
 *
 * Whether ids are unique and references resolve is another question: see {@link checkReferences}.
 *
 * @example
 * validate({ ...document, colour: 'red' });
 * // { valid: false, errors: [{ path: '/colour', message: 'unknown property `colour`' }] }
 */
export function validate(value: unknown): Validation {
  const report = new Report();
  try {
    checkDocument(value, report);
  } catch {
    // A getter or a proxy of the caller's: the checks themselves never throw.
    report.fault('cannot be read');
  }
  return report.result();
}

/** Whether `value` is a native screenplay document. */
export function isDocument(value: unknown): value is ScreenplayDocument {
  return validate(value).valid;
}

/**
 * The value itself as a typed document, for what comes from outside.
 *
 * @throws ScreenplayError `invalid_document`, with `errors` and `errors_total` of {@link validate} in its `details`.
 */
export function parseDocument(value: unknown): ScreenplayDocument {
  const found = validate(value);
  if (found.valid) return value as ScreenplayDocument;
  const [first] = found.errors;
  const total = found.errors_total ?? found.errors.length;
  const others = total > 1 ? ` (and ${total - 1} more)` : '';
  throw new ScreenplayError('invalid_document', `not a valid screenplay document: ${first?.message}${others}`, {
    ...(first ? { at: { pointer: first.path } } : {}),
    details: { errors: found.errors, errors_total: total },
  });
}
