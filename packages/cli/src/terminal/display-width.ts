/** East Asian characters two columns wide, as ranges of code points (Unicode's EastAsianWidth W and F, emoji apart). */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

const ASCII = /^[\x20-\x7e]*$/;
/** Marks, format characters, and the vowels and final consonants that Hangul syllables are made of. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u;

/** Made when a text needs it, for that takes as long as half a start of the program. */
let segmenter: Intl.Segmenter | undefined;

/** What people take for one character each: no cut may fall inside. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** A text cut down to so many columns, the last one an ellipsis; whole when it fits. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of graphemesOf(text)) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let width = 0;
  for (const char of grapheme) {
    if (!WITHOUT_WIDTH.test(char)) width += isWide(char.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

function isWide(point: number): boolean {
  return point >= 0x1100 && WIDE.some(([first, last]) => point >= first && point <= last);
}
