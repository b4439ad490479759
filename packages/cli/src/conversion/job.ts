import type { FormatName, PrintOptions, ScreenplayDocument, Warning } from '@screenplay/core';
import type { DecryptOptions, EncryptOptions } from '@screenplay/core/encryption';
import type { Failure } from '../failure.js';

/** One conversion as plain data, so that a worker thread can take it. */
export interface ConversionJob {
  bytes: Uint8Array;
  /** The file's name; tells the format when `from` is not given. */
  name: string | undefined;
  from: FormatName | undefined;
  /** Formats that the input may turn out to have; any that can be read when undefined. */
  accepted: readonly FormatName[] | undefined;
  to: FormatName;
  lang: string | undefined;
  previous: ScreenplayDocument | undefined;
  indent: number | undefined;
  print: PrintOptions;
  /** How to decrypt the document that was read; undefined: not at all. */
  decrypt: DecryptOptions | undefined;
  /** How to encrypt the document that is written; undefined: not at all. */
  encrypt: EncryptOptions | undefined;
}

export type ConversionResult =
  | { ok: true; bytes: Uint8Array; from: FormatName; warnings: Warning[] }
  | { ok: false; failure: Failure };

/** Does conversions, one at a time. */
export interface Converter {
  /** Never rejects: what goes wrong is in the result. */
  convert(job: ConversionJob): Promise<ConversionResult>;
  close(): Promise<void>;
}
