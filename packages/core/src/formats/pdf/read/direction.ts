/** Hebrew, Arabic and their like, with the presentation forms that fonts draw. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u;

export function hasRightToLeft(text: string): boolean {
  return text.charCodeAt(0) >= 0x590 && RIGHT_TO_LEFT.test(text);
}

/**
 * Units that stand from left to right on the page in the order in which they are read, and the blanks before each:
 * the line is turned around, and what is written from left to right in it, numbers and Latin words, back again.
 */
export function logicalOrder<T extends { text: string }>(
  units: readonly T[],
  gaps: readonly number[],
): { units: T[]; gaps: number[] } {
  const rightToLeft = units.filter((unit) => hasRightToLeft(unit.text)).length;
  const leftToRight = units.filter((unit) => !hasRightToLeft(unit.text) && /\p{L}/u.test(unit.text)).length;
  const base = rightToLeft >= leftToRight;
  const order = base ? turnRuns(units, false) : turnRuns(units, true);
  const result: { units: T[]; gaps: number[] } = { units: [], gaps: [] };
  order.forEach((at, n) => {
    result.units.push(units[at] as T);
    const before = order[n - 1];
    // Blanks lie between neighbours on the page, in either direction.
    result.gaps.push(before === undefined ? 0 : (gaps[Math.max(at, before)] ?? 0));
  });
  return result;
}

/** The order of the units when runs of one direction are turned within a line of the other. */
function turnRuns(units: readonly { text: string }[], baseLeftToRight: boolean): number[] {
  const order = units.map((_, at) => at);
  if (!baseLeftToRight) order.reverse();
  const against = (at: number): boolean => {
    const text = units[at]?.text ?? '';
    return baseLeftToRight ? hasRightToLeft(text) : !hasRightToLeft(text) && LEFT_TO_RIGHT.test(text);
  };
  for (let from = 0; from < order.length; ) {
    if (!against(order[from] as number)) {
      from++;
      continue;
    }
    let last = from;
    for (let at = from + 1; at < order.length; at++) {
      if (against(order[at] as number)) last = at;
      else if (hasRightToLeft(units[order[at] as number]?.text ?? '') !== baseLeftToRight) break;
    }
    for (let a = from, b = last; a < b; a++, b--) {
      const swap = order[a] as number;
      order[a] = order[b] as number;
      order[b] = swap;
    }
    from = last + 1;
  }
  return order;
}
