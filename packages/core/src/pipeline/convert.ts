import { ScreenplayError } from '../errors/index.js';
import { guarded, requireBytes } from '../formats/codec.js';
import { checkFormat, detect } from '../formats/detect.js';
import type { SourceHints } from '../formats/detect.js';
import { DEFAULT_TARGET, formatNamed, isNative, loadCodec } from '../formats/registry.js';
import type { ScreenplayDocument } from '../model/document.js';
import type { Decoded, DecodeOptions, Encoded, EncodeOptions, FormatName } from '../ports/index.js';
import { parseDocument } from '../schema/index.js';

/** What to read a file as, and how. */
export interface ReadOptions extends DecodeOptions, SourceHints {
  /** The file's format; outranks what its name, MIME type and content say. */
  from?: FormatName | undefined;
}

/** How to write a document. */
export interface WriteOptions extends EncodeOptions {
  /** Default: native JSON. */
  to?: FormatName | undefined;
}

export interface ConvertOptions extends ReadOptions, WriteOptions {}

/** A read file: the document, what could not be carried into it, and the format that the file had. */
export interface ReadResult extends Decoded {
  from: FormatName;
}

/** A conversion's output: the bytes, and what could not be carried on the way in and out. */
export interface ConvertResult extends Encoded {
  document: ScreenplayDocument;
  from: FormatName;
  to: FormatName;
}

/**
 * Converts a screenplay file into another format: finds out what it is, reads it, writes it. The same bytes and options
 * give the same output, byte for byte.
 *
 * @throws ScreenplayError, nothing else: of the input family when the file is bad or its format unknown, of the limit
 *   family when it is too big or `signal` stopped the work, `internal` for a bug of ours.
 * @example
 * const { bytes, warnings } = await convert(file, { name: 'draft.fdx', to: 'fountain' });
 */
export function convert(source: Uint8Array, options: ConvertOptions = {}): Promise<ConvertResult> {
  return guarded(async () => {
    const to = options.to ?? DEFAULT_TARGET;
    if (!formatNamed(to).canEncode) throw unable(to, 'written');
    const { document, warnings: found, from } = await decode(source, options);
    const { bytes, warnings } = await write(document, to, options);
    return { bytes, document, warnings: [...found, ...warnings], from, to };
  });
}

/**
 * Reads a screenplay file into a native document, which is always valid.
 *
 * @throws ScreenplayError like {@link convert}
 * @example
 * const { document } = await decode(file, { from: 'fountain', lang: 'pt' });
 */
export function decode(source: Uint8Array, options: ReadOptions = {}): Promise<ReadResult> {
  return guarded(async () => {
    const bytes = requireBytes(source);
    const from = options.from ?? detect(bytes, options);
    const codec = formatNamed(from).canDecode ? await loadCodec(from) : {};
    if (!codec.decode) throw unable(from, 'read');
    if (options.from !== undefined && bytes.length > 0) checkFormat(bytes, from);
    const { document, warnings } = await codec.decode(bytes, options);
    return { document, warnings, from };
  });
}

/**
 * Writes a native document as a screenplay file.
 *
 * @throws ScreenplayError `invalid_document` with the faults in its details; `encrypted_document` when the target is no
 *   native format; else like {@link convert}
 * @example
 * const { bytes } = await encode(document, { to: 'fdx' });
 */
export function encode(document: ScreenplayDocument, options: WriteOptions = {}): Promise<Encoded> {
  return guarded(async () => write(parseDocument(document), options.to ?? DEFAULT_TARGET, options));
}

async function write(document: ScreenplayDocument, to: FormatName, options: EncodeOptions): Promise<Encoded> {
  const codec = formatNamed(to).canEncode ? await loadCodec(to) : {};
  if (!codec.encode) throw unable(to, 'written');
  if (!isNative(to)) refuseEncrypted(document);
  return codec.encode(document, options);
}

function unable(name: FormatName, verb: 'read' | 'written'): ScreenplayError {
  return new ScreenplayError('unsupported_format', `${name} cannot be ${verb} here`);
}

/** @throws ScreenplayError `encrypted_document` */
export function refuseEncrypted(document: ScreenplayDocument): void {
  const encrypted =
    (document.encrypt ?? null) !== null ||
    document.document.scenes.some((scene) => scene.body.some((element) => element.encrypt !== undefined));
  if (!encrypted) return;
  throw new ScreenplayError('encrypted_document', 'The document is encrypted: decrypt it first');
}
