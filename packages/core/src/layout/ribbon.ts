import type { Look, ParagraphStyle, RichText, RunningLine, TabStop } from '../conventions/manuscript/types.js';
import { RichBuilder, richLines, sliceRich } from '../conventions/rich-text.js';
import { INCH, LINE } from './geometry.js';
import type { Geometry } from './geometry.js';
import { lineRuns } from './looks.js';
import { placeExtra } from './place.js';
import type { PlacedLine } from './types.js';
import { cellWidth } from './wrap.js';

/** What the dynamic parts of a header or footer say on one page. `label:` and the like: '' when there is nothing to say. */
export type RibbonValues = (part: string) => string;

/** Tab stops when a paragraph names none, inches. */
const TAB_EVERY = 0.5;

/** The lines of a header or footer whose first line's cell starts at `top`. */
export function placeRibbon(
  line: RunningLine,
  role: 'header' | 'footer',
  top: number,
  values: RibbonValues,
  geometry: Geometry,
): PlacedLine[] {
  const placed: PlacedLine[] = [];
  richLines(line.text).forEach((paragraph, at) => {
    const style = line.layout?.[at] ?? line.layout?.[0] ?? {};
    const filled = fill(paragraph, values);
    for (const segment of segmentsOf(filled, style, line.tabs?.[at] ?? [], geometry)) {
      if (segment.rich.text.trim() === '') continue;
      placed.push(
        placeExtra(
          {
            role,
            text: segment.rich.text,
            at: segment.at,
            top: top + at * LINE * (style.spacing || 1),
            align: segment.align,
            size: style.size,
            runs: lineRuns(segment.rich.runs, undefined, segment.rich.text, 0, style.size ?? 12),
          },
          geometry,
        ),
      );
    }
  });
  return placed;
}

const PART = /\{\{|\}\}|\{([^{}]{0,80})\}/g;

/** A ribbon's text with its dynamic parts filled in, each in the look of its place. */
function fill(source: RichText, values: RibbonValues): RichText {
  const out = new RichBuilder();
  const copy = (from: number, to: number): void => {
    if (to > from) out.pushRich(sliceRich(source, from, to));
  };
  let at = 0;
  for (const match of source.text.matchAll(PART)) {
    copy(at, match.index);
    const part = match[1];
    out.push(part === undefined ? match[0].charAt(0) : values(part), lookAt(source, match.index));
    at = match.index + match[0].length;
  }
  copy(at, source.text.length);
  return out.build();
}

function lookAt({ runs }: RichText, offset: number): Look | undefined {
  const run = runs?.find(({ start, end }) => start <= offset && offset < end);
  if (!run) return undefined;
  const { start, end, ...look } = run;
  return look;
}

interface Segment {
  rich: RichText;
  /** Left edge, middle or right edge, points. */
  at: number;
  align: 'left' | 'center' | 'right';
}

/** The stretches between tabs, each at its stop. Without tabs the paragraph's own alignment counts. */
function segmentsOf(rich: RichText, style: ParagraphStyle, stops: readonly TabStop[], geometry: Geometry): Segment[] {
  const left = (style.left ?? 1.5) * INCH;
  const right = style.right === undefined ? geometry.width - INCH : style.right * INCH;
  const first = (style.first ?? 0) * INCH;
  const whole = trimmedEnd(rich);
  if (!whole.text.includes('\t')) {
    if (style.align === 'right') return [{ rich: whole, at: right, align: 'right' }];
    if (style.align === 'center') return [{ rich: whole, at: (left + right) / 2, align: 'center' }];
    return [{ rich: whole, at: left + first, align: 'left' }];
  }
  const sorted = [...stops].sort((a, b) => a.position - b.position);
  const segments: Segment[] = [];
  let from = 0;
  let edge = left + first;
  let stop: TabStop | undefined;
  for (const text of whole.text.split('\t')) {
    const part = sliceRich(whole, from, from + text.length);
    from += text.length + 1;
    const width = cellWidth(text) * geometry.advance;
    const align =
      stop?.align === 'center' || stop?.align === 'right' ? stop.align : stop?.align === 'decimal' ? 'right' : 'left';
    const at = stop ? stop.position * INCH : edge;
    segments.push({ rich: part, at, align });
    edge = align === 'left' ? at + width : align === 'right' ? at : at + width / 2;
    stop = sorted.find(({ position }) => position * INCH > edge + 0.01) ?? defaultStop(edge);
  }
  return segments;
}

function defaultStop(edge: number): TabStop {
  return { position: (Math.floor(edge / INCH / TAB_EVERY + 0.01) + 1) * TAB_EVERY, align: 'left' };
}

function trimmedEnd(rich: RichText): RichText {
  const end = rich.text.trimEnd().length;
  return end === rich.text.length ? rich : sliceRich(rich, 0, end);
}
