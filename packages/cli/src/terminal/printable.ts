/** A text of somebody else's as it can safely stand in a message: control characters are spelt out. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
