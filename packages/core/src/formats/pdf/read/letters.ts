/** Ligatures that fonts draw as one glyph, and what is typed for them. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['\ufb00', 'ff'],
  ['\ufb01', 'fi'],
  ['\ufb02', 'fl'],
  ['\ufb03', 'ffi'],
  ['\ufb04', 'ffl'],
  ['\ufb05', 'st'],
  ['\ufb06', 'st'],
]);

const known = new Map<string, string>();
/** Enough for the scripts of the world that stand in one file; a hostile file does not fill the memory. */
const MAX_KNOWN = 20_000;

/**
 * The letters that a glyph stands for, as people type them: ligatures taken apart, symbolic fonts' private copies of
 * ASCII brought back, no controls. A single blank for every blank, nothing for what is no letter.
 */
export function lettersOf(unicode: string): string {
  if (unicode.length === 1) {
    const code = unicode.charCodeAt(0);
    if (code > 0x20 && code < 0x7f) return unicode;
  }
  const before = known.get(unicode);
  if (before !== undefined) return before;
  let letters = '';
  for (const char of unicode.slice(0, 32)) letters += typed(char);
  if (known.size < MAX_KNOWN) known.set(unicode, letters);
  return letters;
}

function typed(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000) {
    return code === 0x3000 ? char : code === 0 || (code < 0x20 && code !== 9) ? '' : ' ';
  }
  // Symbolic TrueType fonts keep their letters at F000 plus the code.
  if (code >= 0xf020 && code <= 0xf07e) return String.fromCharCode(code - 0xf000);
  if (code === 0xfffd || code === 0xfeff || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200d))
    return '';
  return LIGATURES.get(char) ?? char;
}

/** Whether a glyph's letters say nothing: private use that no font rule explains, or nothing at all. */
export function isUnknown(letters: string): boolean {
  if (letters === '') return true;
  const code = letters.charCodeAt(0);
  return code >= 0xe000 && code <= 0xf8ff;
}
