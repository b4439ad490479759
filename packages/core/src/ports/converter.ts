import type { Warning } from '../errors/index.js';
import type { Encoding } from '../model/document.js';
import type { DecodeOptions, EncodeOptions, FormatName } from './codec.js';

/**
 * The operations on documents that a server or a worker has done for it: each takes bytes and options and answers
 * bytes, warnings and a few facts. All of it is plain data, so that it can go to another process and come back; what a
 * call is allowed is in {@link CallOptions}. A new operation is an entry here and one in the pipeline's table.
 */
export interface Operations {
  /** A file of any format in, the native document or a file of another format out. */
  convert: { options: ConvertCall; facts: ConvertFacts };
  /** A native document as JSON or YAML in, a file of a format out. */
  export: { options: ExportCall; facts: ExportFacts };
  /** A native document as JSON or YAML in, the JSON text of a `Validation` out. */
  validate: { options: ValidateCall; facts: ValidateFacts };
  /** A native document as JSON or YAML in, the JSON text of the same document encrypted out. */
  encrypt: { options: EncryptCall; facts: NativeFacts };
  /** An encrypted native document as JSON or YAML in, the JSON text of the document out. */
  decrypt: { options: DecryptCall; facts: NativeFacts };
}

export type OperationName = keyof Operations;

/** What is known of a source beside its bytes; what is missing is found out from them. */
export interface SourceCall {
  /** Its format; outranks what its name, MIME type and content say. */
  from?: FormatName | undefined;
  /** File name; its extension counts. */
  name?: string | undefined;
  /** MIME type, with or without parameters. */
  mimeType?: string | undefined;
}

export interface ConvertCall extends SourceCall, Omit<DecodeOptions, 'signal'>, Omit<EncodeOptions, 'signal'> {
  /** Default: native JSON. */
  to?: FormatName | undefined;
}

export interface ConvertFacts {
  from: FormatName;
  to: FormatName;
}

export interface ExportCall extends SourceCall, Omit<EncodeOptions, 'signal'> {
  to: FormatName;
  /** The secret of an encrypted document, which is decrypted first. */
  key?: string | undefined;
  /** With a key: see {@link DecryptCall}. */
  allowUnchecked?: boolean | undefined;
}

export interface ExportFacts {
  to: FormatName;
  /** The slug of the script's title in the language asked for, or the document's id, with the format's extension. */
  fileName: string;
}

export interface ValidateCall extends SourceCall {
  /** Whether to check ids and references too, once the schema is kept. */
  references?: boolean | undefined;
}

export interface ValidateFacts {
  valid: boolean;
}

export interface EncryptCall extends SourceCall {
  /** The secret, 10 characters at least. */
  key: string;
  /** How ciphertext is written; default: the first of hex, base64 and Ascii85 in which every value fits. */
  encoding?: Encoding | undefined;
  /** Whether names by language are encrypted too; default no. */
  encryptTitles?: boolean | undefined;
  /** Default `aes-256-ctr`. */
  suite?: 'aes-256-ctr' | 'aes-256-gcm' | undefined;
  /** The hash that makes the key of `aes-256-ctr`; default `sha256`. */
  hash?: 'sha256' | 'sha384' | 'sha512' | undefined;
  /** Instead of randomness, for work that may be done twice: the same job gives the same bytes. */
  jobId?: string | undefined;
  /** Whether to leave out `analysis`, which repeats the script; else a document in which it does is refused. */
  dropAnalysis?: boolean | undefined;
}

export interface DecryptCall extends SourceCall {
  /** The secret that the document was encrypted with. */
  key: string;
  /** Whether to read documents without a check, as other programs write them; nothing tells whether they were changed. */
  allowUnchecked?: boolean | undefined;
}

export interface NativeFacts {
  to: FormatName;
}

/** What came out of an operation. */
export interface Outcome<Name extends OperationName = OperationName> {
  bytes: Uint8Array;
  /** What could not be carried on the way. */
  warnings: Warning[];
  facts: Operations[Name]['facts'];
}

/** How an operation is done: the same bytes and options give the same outcome. */
export type Operation<Name extends OperationName> = (
  source: Uint8Array,
  options: Operations[Name]['options'],
  signal?: AbortSignal,
) => Promise<Outcome<Name>>;

/** Every operation by its name. */
export type OperationTable = { readonly [Name in OperationName]: Operation<Name> };

/** What one call is allowed, and on whose behalf it is. */
export interface CallOptions {
  /** Stops the work, wherever it is. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that the work may take, time in a queue not counted. A converter may set a lower cap. */
  timeoutMs?: number | undefined;
  /** Memory that the work may take, in units of 1,048,576 bytes. A converter may set a lower cap. */
  memoryMb?: number | undefined;
  /** An opaque word for who asks: whoever asks for much, or for what does harm, waits behind others. */
  client?: string | undefined;
  /**
   * Makes room for so many bytes of the outcome, for callers who use memory again. A converter whose outcome comes from
   * elsewhere may ask for it, once; the outcome's bytes then lie there.
   */
  room?: ((length: number) => Uint8Array<ArrayBuffer>) | undefined;
}

/** Does operations on documents, in this thread or where they can do no harm. */
export interface Converter {
  /**
   * Does one operation. The bytes must not change until it is done.
   *
   * @throws ScreenplayError, nothing else: of the input family when the file is bad; `limit_exceeded` and `timeout` when
   *   it takes more than it may; `cancelled` for an aborted signal; `busy` when too much waits already, with the seconds
   *   after which to ask again in `details.retryAfter`; `unavailable` once closed; `internal` for a bug of ours.
   */
  run<Name extends OperationName>(
    operation: Name,
    source: Uint8Array,
    options: Operations[Name]['options'],
    call?: CallOptions,
  ): Promise<Outcome<Name>>;

  /**
   * Takes nothing more, and resolves once nothing runs: what runs or waits may end within `graceMs` (default 0), what is
   * left then answers `unavailable`.
   */
  close(graceMs?: number): Promise<void>;
}
