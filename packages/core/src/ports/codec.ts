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

export interface EncodeOptions extends PrintOptions {
  /** Language to pick from each language map; default: the document's own. */
  lang?: string | undefined;
  /** JSON only: spaces of indentation, 0 for compact. */
  indent?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** PDF only: how the script is printed. */
export interface PrintOptions {
  /** Paper to print on; default: the script's own, else Letter. */
  paper?: 'letter' | 'a4' | undefined;
  /**
   * Where scene numbers print; default: as the script's own settings say. A script without numbers is numbered from 1
   * where this asks for some.
   */
  sceneNumbers?: 'none' | 'left' | 'right' | 'both' | undefined;
  /** Whether the title page is printed; default yes. */
  titlePage?: boolean | undefined;
  /** Whether (MORE) and (CONT'D) print; default: as the script's own settings say. Pages break at the same places. */
  continueds?: boolean | undefined;
  /**
   * The pages to print, by the numbers they bear: `3-7`, `12A`, `-5`, `100-`. Title pages are `i`, `ii` and so on, and
   * are left out by a range of other pages. Default: all.
   */
  pages?: string | PageRange | undefined;
  /** Text printed large and light across every page, behind the script. It is drawn, so that searching never finds it. */
  watermark?: string | undefined;
  /** The font to set the script in, instead of Courier Prime: TrueType, OpenType or WOFF. */
  font?: Uint8Array | FontFamily | undefined;
  /** Fonts for characters that the script's own font lacks, best first; Cyrillic, Greek and common signs need none. */
  fallbackFonts?: readonly Uint8Array[] | undefined;
  /** Whether revised pages are tinted in the colour of their revision; default no: their header names it. */
  tintPages?: boolean | undefined;
  /** What the date in a header or footer prints; default: nothing, for the same document gives the same pages. */
  date?: string | undefined;
}

/** Pages from one number to another, both included; an open end is the first or the last page. */
export interface PageRange {
  from?: string | number | undefined;
  to?: string | number | undefined;
}

/** Font files; a style without one is made from the others. */
export interface FontFamily {
  regular: Uint8Array;
  bold?: Uint8Array | undefined;
  italic?: Uint8Array | undefined;
  boldItalic?: Uint8Array | undefined;
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
  /** Its files are printed pages: {@link PrintOptions} say how. */
  printed?: true;
  /**
   * How sure the first bytes make us, 0 (not this) to 1 (certainly). `text` is the same head decoded leniently; `files`
   * are the names of what is in it when it is a ZIP archive that can be opened.
   */
  sniff(head: Uint8Array, text: string, files?: readonly string[]): number;
}
