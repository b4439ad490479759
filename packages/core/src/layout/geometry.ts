import { defaultSetup } from '../conventions/page-setup.js';
import type { Paper } from '../conventions/page-setup.js';
import type {
  Align,
  Block,
  Continuation,
  Manuscript,
  PageSetup,
  ParagraphStyle,
  SceneNumbering,
  Setup,
} from '../conventions/manuscript/types.js';

/** Points of an inch. */
export const INCH = 72;
/** Baseline to baseline at single spacing, points: six lines an inch. */
export const LINE = 12;
/** The size that the grid is made for. */
const GRID_SIZE = 12;
/** From the top of a line's cell to its baseline. Final Draft 11 prints the first line at 80 points under a margin of 72. */
export const ASCENT = 8;

/** Final Draft says 7 points and advances this; its columns follow from it (6 inches hold 61 characters). */
const FINAL_DRAFT_ADVANCE = 7.002;

/**
 * Lines of a letter page that normally has 54, by document leading, as Final Draft's help gives them; the distance of
 * lines and the space before paragraphs change alike.
 */
const NORMAL_LINES = 54;
const LINES_BY_LEADING: ReadonlyMap<string, number> = new Map([
  ['loose', 47],
  ['tight', 58],
  ['very-tight', 64],
]);

/** How far apart lines are by a leading's name, of the usual distance. */
function leadingFactor(name: string | undefined): number {
  const lines = name === undefined ? undefined : LINES_BY_LEADING.get(name.toLowerCase().replace(/\s+/g, '-'));
  return lines === undefined ? 1 : NORMAL_LINES / lines;
}

/** How one paragraph prints. Lengths in points from the left edge of the paper. */
export interface Box {
  left: number;
  right: number;
  /** First-line indent relative to `left`. */
  first: number;
  align: Align;
  /** Space before. */
  before: number;
  /** Baseline to baseline of its lines, for text of the style's own size. */
  pitch: number;
  /** Cells of a line, and of the first. */
  cells: number;
  firstCells: number;
  /** Distance from cell to cell. */
  advance: number;
  size: number;
  newPage: boolean;
  paginateAs: string;
  style: ParagraphStyle;
}

/** The settings that layout reads, none missing. */
export interface FullSetup extends Setup {
  page: PageSetup;
  styles: Readonly<Record<string, ParagraphStyle>>;
  continuation: Continuation;
  sceneNumbers: SceneNumbering;
}

export interface Geometry {
  /** Paper, points. */
  width: number;
  height: number;
  /** Top of the first line's cell. */
  top: number;
  /** Points that the lines of a page may take. */
  room: number;
  /** Tops of the header's and the footer's first line. */
  headerAt: number;
  footerAt: number;
  /** Lines of a page at single spacing. */
  lines: number;
  /** Baseline to baseline at single spacing. */
  line: number;
  /** Cell width, points. */
  advance: number;
  breakAtSentences: boolean;
  setup: FullSetup;
  boxOf(block: Block): Box;
  /** The box of a paragraph with settings of its own. */
  box(name: string, style: ParagraphStyle): Box;
}

/** Bounds of settings that would make pages without end or lines without room. */
const SANE = { paper: 200 * INCH, before: 2000, spacing: 10, size: 400 };

/** The geometry of a manuscript's pages: its own settings, the usual ones where it has none. */
export function geometryOf(manuscript: Manuscript, paper?: Paper): Geometry {
  const setup = fullSetup(manuscript.setup ?? {}, paper);
  const { page, styles } = setup;
  const width = clamp((page.width ?? 8.5) * INCH, INCH, SANE.paper);
  const height = clamp((page.height ?? 11) * INCH, INCH, SANE.paper);
  const top = clamp(page.top ?? INCH, 0, height);
  const line = LINE * leadingFactor(page.leading);
  const room = Math.max(3 * line, height - top - (page.bottom ?? INCH));
  const lines = Math.floor(room / line + 1e-6);
  const given = page.advance ?? 7;
  const advance = clamp(given === 7 ? FINAL_DRAFT_ADVANCE : given, 1, 100);
  const cache = new Map<string, Box>();
  const box = (name: string, style: ParagraphStyle): Box => makeBox(name, style, advance, line);
  return {
    width,
    height,
    top,
    room,
    headerAt: page.headerMargin ?? 36,
    footerAt: height - (page.footerMargin ?? 36),
    lines,
    line,
    advance,
    breakAtSentences: page.breakAtSentences ?? true,
    setup,
    box,
    boxOf(block) {
      const name = block.class !== undefined && Object.hasOwn(styles, block.class) ? block.class : block.kind;
      if (block.layout) return box(name, { ...(styles[name] ?? styles['general']), ...defined(block.layout) });
      let known = cache.get(name);
      if (!known) {
        known = box(name, styles[name] ?? styles['general'] ?? {});
        cache.set(name, known);
      }
      return known;
    },
  };
}

function fullSetup(own: Setup, paper: Paper | undefined): FullSetup {
  const defaults = defaultSetup(paper ?? 'letter');
  const page: PageSetup = { ...defaults.page, ...defined(own.page ?? {}) };
  if (paper) Object.assign(page, { width: defaults.page?.width, height: defaults.page?.height });
  const styles: Record<string, ParagraphStyle> = { ...defaults.styles };
  for (const [name, style] of Object.entries(own.styles ?? {})) {
    const usual = Object.hasOwn(styles, name) ? styles[name] : undefined;
    styles[name] = { ...placement(usual), ...defined(style) };
  }
  return {
    ...defaults,
    ...defined(own),
    page,
    styles,
    continuation: { ...defaults.continuation, ...defined(own.continuation ?? {}) },
    sceneNumbers: { ...defaults.sceneNumbers, ...defined(own.sceneNumbers ?? {}) },
  };
}

/** Of a default style what its place is: a script that styles a type itself says all its looks. */
function placement(style: ParagraphStyle | undefined): ParagraphStyle {
  if (!style) return {};
  const { bold, italic, underline, strike, caps, ...rest } = style;
  return rest;
}

/** A copy without members that are undefined: they would hide a default. */
function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

function makeBox(name: string, style: ParagraphStyle, advance: number, line: number): Box {
  const left = finite(style.left, 1.5) * INCH;
  const right = finite(style.right, 7.5) * INCH;
  const first = finite(style.first, 0) * INCH;
  const size = clamp(finite(style.size, GRID_SIZE), 1, SANE.size);
  const cell = (advance * size) / GRID_SIZE;
  return {
    left,
    right,
    first,
    align: style.align ?? 'left',
    before: (clamp(finite(style.before, 0), 0, SANE.before) * line) / LINE,
    pitch: (line * leadingFactor(style.leading) * clamp(style.spacing || 1, 0.5, SANE.spacing) * size) / GRID_SIZE,
    cells: cellsIn(right - left, cell),
    firstCells: cellsIn(right - left - first, cell),
    advance: cell,
    size,
    newPage: style.newPage ?? false,
    paginateAs: style.paginateAs ?? name,
    style,
  };
}

/** Characters that fit in `width` points. */
export function cellsIn(width: number, advance: number): number {
  return Math.max(1, Math.floor(width / advance + 1e-6));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Number.isFinite(value) ? value : least));
}

function finite(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) ? value : otherwise;
}
