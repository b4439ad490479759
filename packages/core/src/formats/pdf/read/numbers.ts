/** `12`, `12A`, `A12`, `71E`, `4-1`, `2-B`, `1.3`: numbers of scenes and pages, with what may stand behind them. */
const NUMBER = /^#?[A-Z]{0,3}\d{1,4}[A-Z]{0,3}(?:[-.][A-Z\d]{1,4}){0,3}[.:)]?$/i;

/** Whether a text is a scene's or page's number. */
export function isNumberLike(text: string): boolean {
  return text.length <= MAX_NUMBER && NUMBER.test(text);
}

/** The number as it is written without what stands behind it: `12.` is 12. */
export function bareNumber(text: string): string {
  return text.replace(/^#/, '').replace(/[.:)]$/, '');
}

/** A line without the numbers in its margins: its first and last word, where they hold a digit. */
export function withoutNumbers(line: string): string {
  const first = line.indexOf(' ');
  let from = 0;
  let to = line.length;
  if (first > 0 && /\d/.test(line.slice(0, Math.min(first, MAX_NUMBER)))) from = first + 1;
  const last = line.lastIndexOf(' ');
  if (last > from && /\d/.test(line.slice(last + 1, last + 1 + MAX_NUMBER))) to = last;
  return line.slice(from, to).trim();
}

const MAX_NUMBER = 12;

/** Title pages, unnumbered first pages, and drafts bound into one: how far a number may lag behind the page. */
const LAG = 12;

/** The number in a header or footer that can be the page's own: the one nearest below the count of its pages. */
export function pageNumberIn(text: string, page: number): string | undefined {
  let best: string | undefined;
  let least = LAG + 1;
  for (const match of text.matchAll(/(?<![\w/.-])(\d{1,4})([A-Z]{0,2})(?![\w/-]|\.\d)/g)) {
    const lag = page - Number(match[1]);
    if (lag >= 0 && lag < least) {
      least = lag;
      best = `${match[1] ?? ''}${match[2] ?? ''}`;
    }
  }
  return best;
}
