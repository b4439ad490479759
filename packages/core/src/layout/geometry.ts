import { defaultSetup } from '../conventions/page-setup.js';
import type { Paper } from '../conventions/page-setup.js';
import type { Block, Manuscript, PageSetup, ParagraphStyle, Setup } from '../conventions/manuscript/types.js';

/** Points of an inch. */
export const INCH = 72;
/** Baseline to baseline at single spacing, points: six lines an inch. */
export const LINE = 12;

/** Final Draft says 7 points and advances this; its columns follow from it (6 inches hold 61 characters). */
const FINAL_DRAFT_ADVANCE = 7.002;

/** How one paragraph prints. Lengths in points from the left edge of the paper. */
export interface Box {
  left: number;
  right: number;
  /** First-line indent relative to `left`. */
  first: number;
  align: NonNullable<ParagraphStyle['align']>;
  /** Space before. */
  before: number;
  /** Baseline to baseline of its lines. */
  pitch: number;
  /** Cells of a line, and of the first. */
  cells: number;
  firstCells: number;
  newPage: boolean;
  paginateAs: string;
  style: ParagraphStyle;
}

export interface Geometry {
  /** Paper, points. */
  width: number;
  height: number;
  /** Top of the first line's cell and how far lines may go, points from the top. */
  top: number;
  bottom: number;
  headerAt: number;
  footerAt: number;
  /** Lines of a page. */
  lines: number;
  /** Cell width, points. */
  advance: number;
  breakAtSentences: boolean;
  setup: Setup;
  boxOf(block: Block): Box;
}

export interface GeometryOptions {
  paper?: Paper | undefined;
}

/** The geometry of a manuscript's pages: its own settings, the usual ones where it has none. */
export function geometryOf(manuscript: Manuscript, options: GeometryOptions = {}): Geometry {
  const defaults = defaultSetup(options.paper ?? 'letter');
  const own = manuscript.setup ?? {};
  const page: PageSetup = { ...defaults.page, ...defined(own.page ?? {}) };
  if (options.paper) Object.assign(page, { width: defaults.page?.width, height: defaults.page?.height });
  const setup: Setup = { ...defaults, ...defined(own), page };
  const styles: Record<string, ParagraphStyle> = {};
  for (const [name, style] of Object.entries({ ...defaults.styles, ...own.styles })) {
    styles[name] = { ...defaults.styles?.[name], ...defined(style) };
  }
  setup.styles = styles;
  const width = (page.width ?? 8.5) * INCH;
  const height = (page.height ?? 11) * INCH;
  const top = page.top ?? INCH;
  const lines = Math.max(3, Math.floor((height - top - (page.bottom ?? INCH)) / LINE + 1e-6));
  const advance = page.advance === undefined || page.advance === 7 ? FINAL_DRAFT_ADVANCE : page.advance;
  const cache = new Map<string, Box>();
  return {
    width,
    height,
    top,
    bottom: top + lines * LINE,
    headerAt: page.headerMargin ?? 36,
    footerAt: height - (page.footerMargin ?? 36),
    lines,
    advance,
    breakAtSentences: page.breakAtSentences ?? true,
    setup,
    boxOf(block) {
      const name = block.class !== undefined && styles[block.class] ? block.class : block.kind;
      if (block.layout) return box(name, { ...(styles[name] ?? styles['general']), ...defined(block.layout) }, advance);
      let known = cache.get(name);
      if (!known) {
        known = box(name, styles[name] ?? styles['general'] ?? {}, advance);
        cache.set(name, known);
      }
      return known;
    },
  };
}

/** A copy without members that are undefined: they would hide a default. */
function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

function box(name: string, style: ParagraphStyle, advance: number): Box {
  const left = (style.left ?? 1.5) * INCH;
  const right = (style.right ?? 7.5) * INCH;
  const first = (style.first ?? 0) * INCH;
  return {
    left,
    right,
    first,
    align: style.align ?? 'left',
    before: style.before ?? 0,
    pitch: LINE * (style.spacing ?? 1),
    cells: cellsIn(right - left, advance),
    firstCells: cellsIn(right - left - first, advance),
    newPage: style.newPage ?? false,
    paginateAs: style.paginateAs ?? name,
    style,
  };
}

/** Characters that fit in `width` points. */
export function cellsIn(width: number, advance: number): number {
  return Math.max(1, Math.floor(width / advance + 1e-6));
}
