import type { Align, BlockKind, Run } from '../conventions/manuscript/types.js';
import type { Paper } from '../conventions/page-setup.js';

/**
 * What layout yields: pages of placed lines. Lengths are points from the top left corner of the paper, y downwards.
 * Nothing here knows of a file format.
 */
export interface LaidOut {
  /** Paper. */
  width: number;
  height: number;
  /** Cell width of the 12-point font on the grid: characters are set at this distance whatever font is drawn. */
  advance: number;
  /** In printed order: title pages, then the script's. */
  pages: readonly LaidPage[];
  /** Every printed scene in order. */
  scenes: readonly SceneExtent[];
}

export interface LaidPage {
  kind: 'title' | 'script';
  /** The number that the page bears, whether or not it is printed: `12`, `12A`, `12-13`; lower-case Roman for title pages. */
  label: string;
  /** What the sheet is printed on, when the script prints its revised pages in colour. */
  color?: PageColor | undefined;
  /**
   * In reading order: header, then the script's lines in the order of its text, then the footer. Of dual dialogue the
   * left speech comes whole, then the right one. A scene number stands before its heading (left) or behind it (right),
   * a revision mark behind its line.
   */
  lines: readonly PlacedLine[];
}

export interface PageColor {
  /** As people call it: `Blue`, `2nd Pink`. */
  name: string;
  /** `#rrggbb`. */
  rgb?: string | undefined;
}

/** Script text goes by the kind of its block; the other roles are put there by the page, not by the script. */
export type LineRole =
  | BlockKind
  /** A line of the title page. */
  | 'title'
  /** `(MORE)` under a speech that goes on overleaf. */
  | 'more'
  /** The cue repeated above the rest of a speech: `MARA (CONT'D)`. */
  | 'continued'
  /** `(CONTINUED)` and `CONTINUED:` where a scene goes on overleaf. */
  | 'scene-continued'
  | 'scene-number'
  | 'revision-mark'
  | 'header'
  | 'footer';

/** A stretch of one line with a look of its own; `start` and `end` count UTF-16 units of the line's text. */
export type LineRun = Omit<Run, 'caps' | 'wordUnderline' | 'other'>;

export interface PlacedLine {
  role: LineRole;
  /** As printed: capitals made, tabs as blanks, no blanks at the end. May be empty. */
  text: string;
  /**
   * Looks, those of the element's style included: bold, italic, underline, strike, superscript, subscript, font, size,
   * colours, links, revision. Sorted, never overlapping. Absent when nothing stands out.
   */
  runs?: readonly LineRun[] | undefined;
  /** Left edge of the text, whatever its alignment. */
  x: number;
  baseline: number;
  /** From `x` to where the text ends on the grid. */
  width: number;
  /** Distance from cell to cell on this line. */
  advance: number;
  /** Font size, points, where no run says another. */
  size: number;
  /** Points to add to each blank of a justified line. */
  wordSpace?: number | undefined;
  align: Align;
  /** Letters run from right to left: `text` is in logical order, its first letter at the right end. */
  direction: 'ltr' | 'rtl';
  /** Index of the block; for title pages that of the arranged line; absent where the page put the line there. */
  block?: number | undefined;
  /** The range of the block's text that the line prints, UTF-16 units. */
  start?: number | undefined;
  end?: number | undefined;
  /** What class the block has beyond its kind: `lyrics`, `new-act`, ... */
  class?: string | undefined;
  /** Column of dual dialogue. */
  dual?: 'left' | 'right' | undefined;
}

/** Where a scene lies and how long it is. */
export interface SceneExtent {
  /** Index of its heading's block. */
  block: number;
  /** The heading as printed, in one line. */
  heading: string;
  /** Production number as printed. */
  number?: string | undefined;
  /** Label of the page on which the heading stands. */
  page: string;
  /** Index of that page in {@link LaidOut.pages}. */
  pageIndex: number;
  /** Baseline of the heading's first line. */
  baseline: number;
  /** Length in eighths of a page, at least 1. */
  eighths: number;
  /** The same as production writes it: `3/8`, `1`, `1 3/8`. */
  length: string;
  /** Who speaks, in order of first appearance, names as first typed. */
  cast: readonly string[];
}

export interface LayoutOptions {
  /** Paper to use instead of the script's own. */
  paper?: Paper | undefined;
  /** Where scene numbers print, instead of the script's own setting. */
  sceneNumbers?: 'none' | 'left' | 'right' | 'both' | undefined;
  /** Whether the title page is laid out; default yes. */
  titlePage?: boolean | undefined;
  /** Whether (MORE) and (CONT'D) print, instead of the script's own setting. Pages break at the same places. */
  continueds?: boolean | undefined;
  /** What `{date}` in headers and footers prints; without it, nothing. */
  date?: string | undefined;
}
