import type { Warning } from '../errors/index.js';
import type { ScreenplayDocument } from '../model/document.js';

export type FormatName = 'fdx' | 'fadein' | 'fountain' | 'pdf' | 'json' | 'yaml';

export interface DecodeOptions {
  /** Language under which the script's texts are written; BCP 47. Default `en`. */
  lang?: string | undefined;
  /** An earlier version of the document: what is still there keeps its ids. */
  previous?: ScreenplayDocument | undefined;
  /** Instant for what the source does not date; ISO 8601. Default `1970-01-01T00:00:00Z`. */
  now?: string | undefined;
  /** Password of an encrypted PDF. */
  password?: string | undefined;
  /** Stops the work between steps. */
  signal?: AbortSignal | undefined;
}

export interface EncodeOptions {
  /** Language to pick from each language map; default: the document's own. */
  lang?: string | undefined;
  /** JSON only: spaces of indentation, 0 for compact. */
  indent?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Decoded {
  /** Always valid against the 2026-01 schema. */
  document: ScreenplayDocument;
  warnings: Warning[];
}

export interface Encoded {
  bytes: Uint8Array;
  warnings: Warning[];
}

/** A format's reader and writer. Pure: the same input and options give the same output, byte for byte. */
export interface Codec {
  /** @throws ScreenplayError of the input or limit family, nothing else. */
  decode?(source: Uint8Array, options?: DecodeOptions): Promise<Decoded>;
  /** @throws ScreenplayError of the input or limit family, nothing else. */
  encode?(document: ScreenplayDocument, options?: EncodeOptions): Promise<Encoded>;
}

/** What a format is, without its code. */
export interface FormatDescriptor {
  name: FormatName;
  /** Lower case, with the dot. */
  extensions: readonly string[];
  mimeTypes: readonly string[];
  canDecode: boolean;
  canEncode: boolean;
  description: string;
  /** Its files hold the native document itself, encrypted or not, and no script made from it. */
  native?: true;
  /**
   * How sure the first bytes make us, 0 (not this) to 1 (certainly). `text` is the same head decoded leniently.
   */
  sniff(head: Uint8Array, text: string): number;
}
