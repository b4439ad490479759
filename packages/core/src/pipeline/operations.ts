import { pickText } from '../conventions/language.js';
import { getMeta } from '../conventions/meta.js';
import { slugify } from '../conventions/slug.js';
import { ScreenplayError } from '../errors/index.js';
import type { Warning } from '../errors/index.js';
import { guarded } from '../formats/codec.js';
import { detect } from '../formats/detect.js';
import { DEFAULT_TARGET, formatNamed, isNative } from '../formats/registry.js';
import type { ScreenplayDocument } from '../model/document.js';
import type {
  Decoded,
  DecryptCall,
  Encoded,
  ExportCall,
  FormatName,
  NativeFacts,
  OperationTable,
  SourceCall,
  ValidateCall,
} from '../ports/index.js';
import { checkReferences } from '../schema/index.js';
import type { Fault, Validation } from '../schema/index.js';
import { decodeText, encodeText } from '../syntax/text.js';
import { convert, decode, encode } from './convert.js';

/** The operations of the converter port: each throws coded errors only. */
export const OPERATIONS: OperationTable = {
  async convert(source, options, signal) {
    const { bytes, warnings, from, to } = await convert(source, { ...options, signal });
    return { bytes, warnings, facts: { from, to } };
  },

  export(source, options, signal) {
    return guarded(async () => {
      const { key } = options;
      const { bytes, document, warnings } =
        key === undefined
          ? await convert(source, { ...options, from: nativeFormat(source, options), signal })
          : await exportEncrypted(source, { ...options, key }, signal);
      return { bytes, warnings, facts: { to: options.to, fileName: fileNameOf(document, options.to, options.lang) } };
    });
  },

  validate(source, options, signal) {
    return guarded(async () => {
      const { validation, warnings } = await check(source, options, signal);
      return { bytes: encodeText(JSON.stringify(validation)), warnings, facts: { valid: validation.valid } };
    });
  },

  encrypt(source, options, signal) {
    return guarded(async () => {
      const { encryptDocument } = await import('../encryption/index.js');
      const { document, warnings } = await readNative(source, options, signal);
      return native(await encryptDocument(document, options), warnings);
    });
  },

  decrypt(source, options, signal) {
    return guarded(async () => {
      const { document, warnings } = await readEncrypted(source, options, signal);
      return native(document, warnings);
    });
  },
};

async function native(document: ScreenplayDocument, found: Warning[]): Promise<Encoded & { facts: NativeFacts }> {
  const { bytes, warnings } = await encode(document, { to: DEFAULT_TARGET });
  return { bytes, warnings: [...found, ...warnings], facts: { to: DEFAULT_TARGET } };
}

async function exportEncrypted(
  source: Uint8Array,
  call: ExportCall & DecryptCall,
  signal: AbortSignal | undefined,
): Promise<Encoded & Decoded> {
  const { document, warnings: found } = await readEncrypted(source, call, signal);
  const { bytes, warnings } = await encode(document, { ...call, signal });
  return { bytes, document, warnings: [...found, ...warnings] };
}

/** A native document. */
async function readNative(source: Uint8Array, call: SourceCall, signal: AbortSignal | undefined): Promise<Decoded> {
  return decode(source, { from: nativeFormat(source, call), signal });
}

/** An encrypted native document, decrypted. */
async function readEncrypted(source: Uint8Array, call: DecryptCall, signal: AbortSignal | undefined): Promise<Decoded> {
  const { decryptDocument } = await import('../encryption/index.js');
  const { document, warnings } = await readNative(source, call, signal).catch((error: unknown) => {
    // What other programs encrypted may be too long for the schema until it is decrypted, and is checked then.
    const value = call.allowUnchecked === true && isInvalid(error) ? jsonValue(source) : undefined;
    if (value === undefined) throw error;
    return { document: value as ScreenplayDocument, warnings: [] };
  });
  return { document: await decryptDocument(document, call), warnings };
}

/** The value of a JSON text; undefined when it is none. */
function jsonValue(source: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(source).text);
  } catch {
    return undefined;
  }
}

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

async function check(
  source: Uint8Array,
  { references, ...call }: ValidateCall,
  signal: AbortSignal | undefined,
): Promise<{ validation: Validation; warnings: Warning[] }> {
  try {
    const { document, warnings } = await readNative(source, call, signal);
    return { validation: references ? checkReferences(document) : { valid: true }, warnings };
  } catch (error) {
    if (!isInvalid(error)) throw error;
    return { validation: faultsOf(error), warnings: [] };
  }
}

function isInvalid(error: unknown): error is ScreenplayError {
  return error instanceof ScreenplayError && error.code === 'invalid_document';
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
