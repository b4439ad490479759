import { carryIdentity } from '../conventions/identity/carry-identity.js';
import { ScreenplayError } from '../errors/index.js';
import type { ScreenplayDocument } from '../model/document.js';
import type { Decoded } from '../ports/index.js';
import { parseDocument } from '../schema/index.js';

/**
 * What was read, with the ids that its parts had in an earlier draft.
 *
 * @throws ScreenplayError `invalid_document` when `previous` is none.
 */
export function carryPrevious({ document, warnings }: Decoded, previous: unknown): Decoded {
  return { document: carryIdentity(document, previousOf(previous)), warnings };
}

function previousOf(previous: unknown): ScreenplayDocument {
  try {
    return parseDocument(previous);
  } catch (cause) {
    if (!(cause instanceof ScreenplayError)) throw cause;
    const message = `\`previous\` must be a valid screenplay document: ${cause.message}`;
    throw new ScreenplayError('invalid_document', message, { cause, details: cause.details ?? {} });
  }
}
