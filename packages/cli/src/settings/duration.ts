const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

const DURATION = /^(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9}(?:\.\d{1,3})?)s)?(?:(\d{1,12})ms)?$/;

/** Milliseconds of `500ms`, `15s`, `1m30s`, `2h`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (match === null || text === '') return undefined;
  let total = 0;
  for (const [place, [, milliseconds]] of UNITS.entries()) total += Number(match[place + 1] ?? 0) * milliseconds;
  return Math.round(total);
}

/** The text that {@link parseDuration} reads back: `1m30s` of 90,000. */
export function durationText(milliseconds: number): string {
  let left = milliseconds;
  let text = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    if (count === 0) continue;
    text += `${count}${unit}`;
    left -= count * size;
  }
  return text === '' ? '0s' : text;
}
