import { isLang } from '../conventions/language.js';
import { ScreenplayError } from '../errors/index.js';
import type { Codec, Decoded, DecodeOptions, Encoded, EncodeOptions } from '../ports/index.js';
import { LIMITS } from '../syntax/limit-values.js';

/**
 * A codec out of a room's own reading and writing, with what is the same for every format around it: options are
 * checked, an empty or oversized source is refused, a signal stops the work before and after, `previous` hands its ids
 * on, and whatever a room throws that carries no code becomes `internal`, for it is a bug of ours.
 */
export function defineCodec({ decode, encode }: Required<Codec>): Required<Codec> {
  return {
    decode: (source, options = {}) => guarded(() => decodeWith(decode, source, options)),
    encode: (document, options = {}) => guarded(() => encodeWith(encode, document, options)),
  };
}

async function decodeWith(
  decode: NonNullable<Codec['decode']>,
  source: Uint8Array,
  options: DecodeOptions,
): Promise<Decoded> {
  checkLang(options.lang);
  const now = options.now === undefined ? undefined : await instantOf(options.now);
  const bytes = requireBytes(source);
  if (bytes.length === 0) throw new ScreenplayError('empty_input', 'The file is empty');
  if (bytes.length > LIMITS.inputBytes) throw (await import('../syntax/limits.js')).limitExceeded('inputBytes');
  stopIfAborted(options.signal);
  const decoded = await decode(bytes, { ...options, now });
  stopIfAborted(options.signal);
  if (options.previous === undefined) return decoded;
  const { carryPrevious } = await import('./carry-previous.js');
  return carryPrevious(decoded, options.previous);
}

async function encodeWith(
  encode: NonNullable<Codec['encode']>,
  document: Parameters<NonNullable<Codec['encode']>>[0],
  options: EncodeOptions,
): Promise<Encoded> {
  checkLang(options.lang);
  stopIfAborted(options.signal);
  const encoded = await encode(document, options);
  stopIfAborted(options.signal);
  return encoded;
}

/**
 * Runs a piece of work so that nothing but coded errors comes out of it.
 *
 * @throws ScreenplayError `internal`, with the cause, for any other error.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ScreenplayError) throw cause;
    const message = 'This is a bug in the converter, not in your file: please report it with the file, if you may';
    throw new ScreenplayError('internal', message, { cause });
  }
}

/**
 * Ends the work when its signal says so. A signal aborted with a coded error gives that error.
 *
 * @throws ScreenplayError `cancelled`, or `timeout` for a signal of `AbortSignal.timeout`.
 */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const { reason } = signal;
  if (reason instanceof ScreenplayError) throw reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    throw new ScreenplayError('timeout', 'The conversion took too long and was stopped', { cause: reason });
  }
  throw new ScreenplayError('cancelled', 'The conversion was cancelled', { cause: reason });
}

/** The bytes of a source; JavaScript callers hand in other things. */
export function requireBytes(source: unknown): Uint8Array {
  // A subclass, such as Node's Buffer, behaves otherwise in places (`slice` shares memory): what is read is its bytes.
  if (source instanceof Uint8Array && source.constructor === Uint8Array) return source;
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  throw new ScreenplayError('bad_option', 'The source must be the bytes of a file, as a Uint8Array or an ArrayBuffer');
}

async function instantOf(now: string): Promise<string> {
  const { toInstant } = await import('../conventions/instants.js');
  const instant = toInstant(now);
  if (instant !== undefined) return instant;
  throw new ScreenplayError('bad_option', '`now` must be an ISO 8601 instant such as 2026-01-31T12:00:00Z');
}

function checkLang(lang: string | undefined): void {
  if (lang !== undefined && !isLang(lang)) {
    throw new ScreenplayError('bad_option', '`lang` must be a BCP 47 language tag such as en or pt-BR');
  }
}
