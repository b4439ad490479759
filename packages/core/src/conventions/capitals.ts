/**
 * The text in capitals as styles print it. Of the same length, so that runs and offsets stay: a letter that would become
 * two (`ß`) stays as it is.
 */
export function printedCapitals(text: string): string {
  const turned = text.toUpperCase();
  if (turned.length === text.length) return turned;
  let out = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    out += upper.length === char.length ? upper : char;
  }
  return out;
}
