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

/** The code of a letter that says nothing: private use that no font rule explains, or nothing at all. */
export const UNKNOWN = 0;
/** From here on codes are numbers of {@link clusterOf}. */
const CLUSTERS = 0x10000;

/** Enough for the scripts of the world that stand in one file; a hostile file does not fill the memory. */
const MAX_KNOWN = 20_000;
const codes = new Map<string, number>();
const clusters: string[] = [];

/**
 * The code of the letters that a glyph stands for, as people type them: ligatures taken apart, symbolic fonts' private
 * copies of ASCII brought back, no controls. A single blank for every blank. A UTF-16 unit is its own code.
 */
export function letterCode(unicode: string): number {
  if (unicode.length === 1) {
    const code = unicode.charCodeAt(0);
    if (code > 0x20 && code < 0x7f) return code;
  }
  const before = codes.get(unicode);
  if (before !== undefined) return before;
  let letters = '';
  for (const char of unicode.slice(0, 32)) letters += typed(char);
  const code = codeOf(letters);
  if (codes.size < MAX_KNOWN) codes.set(unicode, code);
  return code;
}

/** Several letters that one glyph stands for; undefined for a code that is a UTF-16 unit. */
export function clusterOf(code: number): string | undefined {
  return code < CLUSTERS ? undefined : clusters[code - CLUSTERS];
}

function codeOf(letters: string): number {
  const first = letters.charCodeAt(0);
  if (letters === '' || (first >= 0xe000 && first <= 0xf8ff)) return UNKNOWN;
  if (letters.length === 1 || clusters.length >= MAX_KNOWN) return first;
  return CLUSTERS + clusters.push(letters) - 1;
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
