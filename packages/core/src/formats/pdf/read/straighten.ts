import type { PageInk } from './ink.js';

/** Glyphs of one line follow each other, and stand off each other's baselines by less than this part of their size. */
const OFF = 0.35;
/** Lines shorter than so many sizes tell nothing of their slope, and so few lines nothing of the page's. */
const LONG = 12;
const FEW = 5;
/** The part of the lines that must slope to the same side, and the least slope that matters: a point on a line's length. */
const SAME_SIDE = 0.8;
const LEAST = 0.002;

/** Sets the glyphs of a scanned page upright that was not quite straight on the glass. */
export function straighten(ink: PageInk): void {
  const slopes = slopesOf(ink);
  if (slopes.length < FEW) return;
  slopes.sort((a, b) => a - b);
  const slope = slopes[slopes.length >> 1] as number;
  const alike = slopes.filter((one) => one > 0 === slope > 0).length;
  if (Math.abs(slope) < LEAST || alike < SAME_SIDE * slopes.length) return;
  const { x, y, end, width, height, count } = ink;
  for (let at = 0; at < count; at++) {
    const left = x[at] as number;
    const baseline = y[at] as number;
    const aside = slope * (baseline - height / 2);
    x[at] = left + aside;
    end[at] = (end[at] as number) + aside;
    y[at] = baseline - slope * (left - width / 2);
  }
}

/** How much the baselines of a page's longer lines fall from left to right. */
function slopesOf({ x, y, size, count }: PageInk): number[] {
  const slopes: number[] = [];
  let first = 0;
  for (let at = 1; at <= count; at++) {
    const before = at - 1;
    const goesOn =
      at < count &&
      (x[at] as number) > (x[before] as number) &&
      Math.abs((y[at] as number) - (y[before] as number)) < OFF * (size[before] as number);
    if (goesOn) continue;
    const length = (x[before] as number) - (x[first] as number);
    if (length > LONG * (size[first] as number)) slopes.push(((y[before] as number) - (y[first] as number)) / length);
    first = at;
  }
  return slopes;
}
