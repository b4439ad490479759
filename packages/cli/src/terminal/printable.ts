/** A file name or a word of the user's as it can safely stand in a message: control characters are spelt out. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
