import { pickText } from '../conventions/language.js';
import { getMeta } from '../conventions/meta.js';
import { slugify } from '../conventions/slug.js';
import { ScreenplayError } from '../errors/index.js';
import { guarded } from '../formats/codec.js';
import { detect } from '../formats/detect.js';
import { formatNamed, isNative } from '../formats/registry.js';
import type { ScreenplayDocument } from '../model/document.js';
import type { FormatName, OperationTable, SourceCall } from '../ports/index.js';
import { checkReferences } from '../schema/index.js';
import type { Fault, Validation } from '../schema/index.js';
import { encodeText } from '../syntax/text.js';
import { convert, decode } from './convert.js';

/** The operations of the converter port: each throws coded errors only. */
export const OPERATIONS: OperationTable = {
  async convert(source, options, signal) {
    const { bytes, warnings, from, to } = await convert(source, { ...options, signal });
    return { bytes, warnings, facts: { from, to } };
  },

  export(source, options, signal) {
    return guarded(async () => {
      const from = nativeFormat(source, options);
      const { bytes, document, warnings, to } = await convert(source, { ...options, from, signal });
      return { bytes, warnings, facts: { to, fileName: fileNameOf(document, to, options.lang) } };
    });
  },

  validate(source, options, signal) {
    return guarded(async () => {
      const from = nativeFormat(source, options);
      const { validation, warnings } = await check(source, { from, references: options.references, signal });
      return { bytes: encodeText(JSON.stringify(validation)), warnings, facts: { valid: validation.valid } };
    });
  },
};

/**
 * The format of a native document.
 *
 * @throws ScreenplayError `wrong_format` when it is no native document; else like `detect`
 */
function nativeFormat(source: Uint8Array, { from: named, name, mimeType }: SourceCall): FormatName {
  const from = named ?? detect(source, { name, mimeType });
  if (isNative(from)) return from;
  throw new ScreenplayError('wrong_format', `This is ${from}, and a native document is wanted: convert it first`);
}

interface CheckOptions {
  from: FormatName;
  references: boolean | undefined;
  signal: AbortSignal | undefined;
}

async function check(
  source: Uint8Array,
  { from, references, signal }: CheckOptions,
): Promise<{ validation: Validation; warnings: Awaited<ReturnType<typeof decode>>['warnings'] }> {
  try {
    const { document, warnings } = await decode(source, { from, signal });
    return { validation: references ? checkReferences(document) : { valid: true }, warnings };
  } catch (error) {
    if (!(error instanceof ScreenplayError) || error.code !== 'invalid_document') throw error;
    return { validation: faultsOf(error), warnings: [] };
  }
}

/** What the validator found, out of the error that reading an invalid document ends with. */
function faultsOf({ details }: ScreenplayError): Validation {
  const errors = (details?.['errors'] ?? []) as Fault[];
  const total = details?.['errors_total'];
  const more = typeof total === 'number' && total > errors.length;
  return { valid: false, errors, ...(more ? { errors_total: total } : {}) };
}

function fileNameOf(document: ScreenplayDocument, to: FormatName, lang = document.lang): string {
  const untitled = getMeta(document.document.cover.meta, 'untitled') === 'true';
  const title = untitled ? '' : pickText(document.title, lang, document.lang).trim();
  const [extension = ''] = formatNamed(to).extensions;
  return `${title === '' ? document.id : slugify(title)}${extension}`;
}
