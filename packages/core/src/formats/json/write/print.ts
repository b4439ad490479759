import { ScreenplayError } from '../../../errors/index.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { encodeText } from '../../../syntax/text.js';

const MAX_INDENT = 10;

/**
 * JSON text of a document: compact, or indented by `indent` spaces and then with a line end at its end.
 *
 * @throws ScreenplayError `bad_option` when `indent` is no whole number from 0 to 10.
 */
export function printJson(document: ScreenplayDocument, indent = 0): Uint8Array {
  if (!Number.isInteger(indent) || indent < 0 || indent > MAX_INDENT) {
    throw new ScreenplayError('bad_option', `\`indent\` must be a whole number from 0 to ${MAX_INDENT}`);
  }
  return encodeText(indent === 0 ? JSON.stringify(document) : `${JSON.stringify(document, null, indent)}\n`);
}
