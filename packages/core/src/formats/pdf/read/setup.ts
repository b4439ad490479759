import type {
  BlockKind,
  Continuation,
  ParagraphStyle,
  RunningLine,
  Setup,
} from '../../../conventions/manuscript/types.js';
import type { Columns } from './columns.js';
import type { Element } from './elements.js';
import { firstLine, lastLine, roughText } from './elements.js';
import type { ScriptPage } from './furniture.js';
import { formOf } from './furniture.js';
import type { BodyLine } from './margins.js';
import { peaks } from './metrics.js';
import type { Metrics } from './metrics.js';
import type { Script } from './script.js';
import { chunksOf } from './slice.js';
import type { StyleLooks } from './style-looks.js';

const INCH = 72;
/** From the top of a line's cell to its baseline, points. */
const ASCENT = 8;
const LINE = 12;

/** A printed script with what was learned of its styles. */
interface SetupSource extends Script {
  looks: StyleLooks;
  metrics: Metrics;
}

/** How many lines the fullest page holds, from the first baseline down. */
export function rowsOfPage(lines: readonly BodyLine[], metrics: Metrics): number {
  const first = firstBaseline(lines, metrics) ?? INCH + ASCENT;
  let last = first;
  for (const { y } of lines) if (y > last) last = y;
  return Math.round((last - first) / metrics.pitch) + 1;
}

/** The page layout of a printed script, so that it prints alike again. */
export function setupOf(script: Script, looks: StyleLooks, metrics: Metrics): Setup {
  const source: SetupSource = { ...script, looks, metrics };
  const { pages, lines } = script;
  const setup: Setup = { page: pageOf(source), styles: stylesOf(source), continuation: continuationOf(source) };
  const header = runningLine(pages, 'header', metrics);
  if (header) setup.header = header;
  const footer = runningLine(pages, 'footer', metrics);
  if (footer) setup.footer = footer;
  const left = usual(
    lines.flatMap(({ numberLeft }) => numberLeft ?? []),
    metrics.cell,
  );
  const right = usual(
    lines.flatMap(({ numberRight }) => numberRight ?? []),
    metrics.cell,
  );
  setup.sceneNumbers = {
    left: left !== undefined,
    right: right !== undefined,
    ...(left === undefined ? {} : { leftAt: inches(left) }),
    ...(right === undefined ? {} : { rightAt: inches(right) }),
  };
  const mark = usual(
    lines.flatMap(({ revised }) => revised?.x ?? []),
    metrics.cell,
  );
  if (mark !== undefined) setup.revisionMarkAt = inches(mark);
  return setup;
}

/** Baseline of the first line of most pages. */
export function firstBaseline(lines: readonly BodyLine[], { pitch }: Metrics): number | undefined {
  const [top] = peaks(
    lines.filter((line) => line.top).map(({ y }) => ({ at: y, weight: 1 })),
    pitch * 0.3,
  );
  return top?.at;
}

function pageOf({ pages, lines, elements, frame, columns, metrics }: SetupSource): Setup['page'] {
  const { width, height } = pages[0]?.source ?? { width: 612, height: 792 };
  const first = firstBaseline(lines, metrics) ?? INCH + ASCENT;
  const rows = rowsOfPage(lines, metrics);
  const top = first - ASCENT;
  const page: Setup['page'] = {
    width: inches(width),
    height: inches(height),
    top: points(top),
    // The lowest line of all tells how many lines a page holds; a little more, so that rounding loses none.
    bottom: points(Math.max(0, height - top - rows * metrics.pitch - 1)),
    left: inches(frame.left),
    right: inches(Math.max(0, width - columns.right)),
    breakAtSentences: !breaksAnywhere(elements),
  };
  if (metrics.fixed) page.advance = Math.round(metrics.cell * 10) / 10;
  if (Math.abs(metrics.pitch - LINE) > 0.3) page.leading = 'normal';
  const header = pages.flatMap((one) => one.header[0]?.y ?? []);
  const footer = pages.flatMap((one) => one.footer[0]?.y ?? []);
  const headerAt = usual(header, metrics.pitch);
  const footerAt = usual(footer, metrics.pitch);
  if (headerAt !== undefined) page.headerMargin = points(headerAt - ASCENT);
  if (footerAt !== undefined) page.footerMargin = points(height - footerAt + ASCENT);
  return page;
}

/** Whether some element goes over a page in the middle of a sentence. */
function breaksAnywhere(elements: readonly Element[]): boolean {
  return elements.some(({ lines }) =>
    lines.some((line, at) => {
      const next = lines[at + 1];
      return next !== undefined && next.page !== line.page && !/[.!?:…—–-]["'”’)\]]*$/.test(line.text);
    }),
  );
}

function stylesOf(source: SetupSource): Record<string, ParagraphStyle> {
  const { elements, looks } = source;
  const styles: Record<string, ParagraphStyle> = {};
  for (const name of looks.names) {
    const own = elements.filter((element) => element.dual === undefined && (element.class ?? element.kind) === name);
    const [first] = own;
    const look = looks.styleOf(name);
    if (first) styles[name] = styleOf(name, first.kind, own, source);
    else if (Object.keys(look).length > 0) styles[name] = look;
  }
  const { action } = styles;
  if (action) {
    // What the script has none of looks like the rest of it.
    styles['general'] ??= { ...action };
    styles['shot'] ??= { ...action };
    styles['centered'] ??= { ...action, align: 'center' };
  }
  return styles;
}

/** Types that are usually set in capitals. */
const CAPITALS: ReadonlySet<string> = new Set([
  'heading',
  'character',
  'transition',
  'shot',
  'new-act',
  'end-of-act',
  'cast-list',
]);

function styleOf(name: string, kind: BlockKind, own: readonly Element[], source: SetupSource): ParagraphStyle {
  const { columns, metrics, looks } = source;
  const left = leftOf(kind, own, columns, metrics);
  const spacing = kind === 'dialogue' ? Math.round(columns.speechPitch * 2) / 2 : 1;
  const style: ParagraphStyle = {
    align: 'left',
    left: inches(left),
    right: inches(rightOf(kind, own, left, source)),
    first: 0,
    before: beforeOf(own, metrics, spacing),
    spacing,
  };
  if (
    CAPITALS.has(name) &&
    !source.elements.some((element) => (element.class ?? element.kind) === name && /\p{Ll}/u.test(roughText(element)))
  ) {
    style.caps = true;
  }
  if (kind === 'parenthetical') Object.assign(style, hang(own, left, metrics));
  if (kind === 'transition' && columns.transition !== undefined) {
    const middle = (columns.action + columns.right) / 2;
    Object.assign(style, {
      align: 'right',
      left: inches(middle),
      right: inches(gridEnd(columns.transition, own, metrics)),
    });
  }
  const said = looks.alignOf(own[0] as Element);
  if (said === 'center' || isCentred(name, own, columns, metrics)) {
    Object.assign(style, { align: 'center', left: inches(columns.action), right: inches(columns.right) });
  } else if (said && style.align === 'left') style.align = said;
  return Object.assign(style, looks.styleOf(name));
}

function isCentred(name: string, own: readonly Element[], { action, right }: Columns, { cell }: Metrics): boolean {
  if (name === 'centered') return true;
  if (name !== 'new-act' && name !== 'end-of-act') return false;
  const { x, end } = firstLine(own[0] as Element);
  return Math.abs((x + end) / 2 - (action + right) / 2) <= 2 * cell;
}

function leftOf(kind: BlockKind, own: readonly Element[], columns: Columns, { cell }: Metrics): number {
  if (kind === 'dialogue') return columns.dialogue ?? columns.action;
  if (kind === 'character' && columns.cue && !columns.cue.centred) return columns.cue.at;
  if (kind === 'heading' || kind === 'action' || kind === 'shot') return columns.action;
  return (
    usual(
      own.map((element) => firstLine(element).x),
      cell,
    ) ?? columns.action
  );
}

/** A right edge at which the lines wrap as they do: in whole cells, the width that the fewest of them contradict. */
function rightOf(kind: BlockKind, own: readonly Element[], left: number, { columns, metrics }: SetupSource): number {
  const { cell } = metrics;
  /** By width in cells: lines that are so wide, and lines that would have been with the word that went on. */
  const full: number[] = [];
  const over: number[] = [];
  for (const { lines } of own) {
    lines.forEach((line, at) => {
      // A hyphen may hang over the edge.
      const hangs = /[\p{L}\p{N}]-$/u.test(line.text) ? 1 : 0;
      const cells = Math.round((line.x - left) / cell) + line.text.length;
      count(full, cells - hangs);
      const next = lines[at + 1];
      if (!next || next.page !== line.page) return;
      const word = /^[^\s-]*[^\s]?-*/.exec(next.text)?.[0].length ?? 1;
      count(over, cells + (hangs === 1 ? 0 : 1) + word);
    });
  }
  if (kind === 'character' || kind === 'transition') return Math.max(columns.right, left + full.length * cell);
  return left + (fewestContradictions(full, over) + 0.5) * cell;
}

const MAX_CELLS = 300;
/** How much more a line that is too wide tells than one that ends early. */
const WIDER = 5;

function count(counts: number[], cells: number): void {
  const at = Math.min(MAX_CELLS, Math.max(0, cells));
  while (counts.length <= at) counts.push(0);
  counts[at] = (counts[at] ?? 0) + 1;
}

/** The width that the fewest lines contradict: those wider, and those to which another word would have fitted. */
function fewestContradictions(full: readonly number[], over: readonly number[]): number {
  let best = full.length - 1;
  let least = Infinity;
  let wider = 0;
  let narrower = over.slice(0, full.length).reduce((sum, n) => sum + n, 0);
  for (let width = full.length - 1; width > 0; width--) {
    if (wider + narrower < least) {
      least = wider + narrower;
      best = width;
    }
    // Lines end early for many reasons, but none is wider than its column.
    wider += WIDER * (full[width] ?? 0);
    narrower -= over[width] ?? 0;
  }
  return best;
}

/** Points above an element: what most of its kind have, beyond the distance of lines. */
function beforeOf(own: readonly Element[], { pitch }: Metrics, spacing = 1): number {
  const gaps = own
    .map((element) => firstLine(element))
    .filter(({ top }) => !top)
    .map(({ gap }) => gap);
  const [gap] = peaks(
    gaps.map((at) => ({ at, weight: 1 })),
    0.2,
  );
  return gap ? Math.max(0, Math.round((gap.at - spacing) * 4) / 4) * Math.round(pitch) : 0;
}

/** Parentheticals hang: the bracket stands left of the lines below it. */
function hang(own: readonly Element[], left: number, { cell }: Metrics): ParagraphStyle {
  const offs = own
    .flatMap(({ lines }) => lines.slice(1).map(({ x }) => x - left))
    .filter((off) => off > 0.5 * cell && off < 2.5 * cell);
  const longer = own.filter(({ lines }) => lines.length > 1).length;
  if (longer === 0 || offs.length < longer * 0.5) return {};
  return { left: inches(left + cell), first: -inches(cell) };
}

/** Where right-aligned text ends on the grid: a letter can be wider than its cell. */
function gridEnd(end: number, own: readonly Element[], { cell, fixed }: Metrics): number {
  const line = own.map(lastLine).find((one) => Math.abs(one.end - end) <= cell);
  return fixed && line ? line.x + line.text.length * cell : end;
}

function continuationOf({ continueds, repeated, automatic }: SetupSource): Continuation {
  const { more, words } = continueds;
  const split = more.size > 0 || repeated !== undefined;
  return {
    automatic: automatic !== undefined,
    ...(split ? { dialogueBottomOn: more.size > 0, dialogueTopOn: repeated !== undefined } : {}),
    ...(words.more === undefined ? {} : { dialogueBottom: words.more }),
    ...(repeated === undefined && automatic === undefined ? {} : { dialogueTop: repeated ?? automatic?.text }),
    sceneBottomOn: words.sceneBottom !== undefined,
    sceneTopOn: words.sceneTop !== undefined,
    ...(words.sceneBottom === undefined ? {} : { sceneBottom: words.sceneBottom }),
    ...(words.sceneTop === undefined ? {} : { sceneTop: words.sceneTop.replace(/ ?\(\d+\):?$/, '') }),
    ...(words.sceneTop !== undefined && /\(\d+\)/.test(words.sceneTop) ? { sceneNumbered: true } : {}),
  };
}

/** The header (or footer) that most pages bear, with the page's number taken out. */
function runningLine(
  pages: readonly ScriptPage[],
  edge: 'header' | 'footer',
  metrics: Metrics,
): RunningLine | undefined {
  const forms = new Map<string, ScriptPage[]>();
  for (const page of pages) {
    const form = page[edge].map(({ text }) => formOf(text)).join('\n');
    if (form === '') continue;
    const same = forms.get(form);
    if (same) same.push(page);
    else forms.set(form, [page]);
  }
  const [same] = [...forms.values()].sort((a, b) => b.length - a.length);
  const model = same?.[0];
  const labelled = pages.filter(({ label }) => label !== undefined);
  const start = firstNumber(pages);
  if (!model) return edge === 'header' ? { show: false, cover: false, start, text: { text: '' } } : undefined;
  const layout: ParagraphStyle[] = [];
  const tabs: { position: number; align: 'left' | 'right' }[][] = [];
  const texts = model[edge].map((line) => {
    const chunks = chunksOf(line, 3 * metrics.cell);
    const parts = chunks.map(({ from, to }) => withPage(line.text.slice(from, to), model.label));
    const right = chunks.length === 1 && line.x > model.source.width * 0.55;
    layout.push(
      right
        ? { align: 'right', left: 1, right: inches(line.x + line.text.length * metrics.cell) }
        : { align: 'left', left: inches(line.x) },
    );
    tabs.push(
      chunks
        .slice(1)
        .map(({ x, end }) =>
          x > model.source.width / 2
            ? { position: inches(end), align: 'right' }
            : { position: inches(x), align: 'left' },
        ),
    );
    return parts.join('\t');
  });
  const cover = (pages[0]?.[edge].length ?? 0) > 0;
  const line: RunningLine = { show: true, cover, text: { text: texts.join('\n') }, layout };
  if (labelled.length > 0) line.start = start;
  if (tabs.some((stops) => stops.length > 0)) line.tabs = tabs;
  return line;
}

/** The number of the first page, by the first number that a page bears. */
function firstNumber(pages: readonly ScriptPage[]): number {
  const at = pages.findIndex(({ label }) => label !== undefined);
  const number = Number.parseInt(pages[at]?.label ?? '', 10);
  return Number.isNaN(number) ? 1 : Math.max(0, number - at);
}

/** A running line's text with the page's number as a dynamic part, and literal braces doubled. */
function withPage(text: string, label: string | undefined): string {
  const escape = (part: string): string => part.replace(/[{}]/g, '$&$&');
  if (label === undefined) return escape(text);
  const at = text.toUpperCase().search(new RegExp(`(?<![0-9A-Z])${label}(?![0-9A-Z])`));
  if (at < 0) return escape(text);
  return `${escape(text.slice(0, at))}{page}${escape(text.slice(at + label.length))}`;
}

function usual(values: readonly number[], reach: number): number | undefined {
  return peaks(
    values.map((at) => ({ at, weight: 1 })),
    reach * 0.6,
    1,
  )[0]?.at;
}

function inches(value: number): number {
  return Math.round((value / INCH) * 1000) / 1000;
}

function points(value: number): number {
  return Math.round(Math.max(0, value) * 10) / 10;
}
