/** What kinds of characters there are for a page set in cells. */

/** Whether a character draws nothing and needs no font: controls, joiners, marks of direction, variation selectors. */
export function isIgnorable(point: number): boolean {
  return (
    point < 0x20 ||
    (point >= 0x7f && point < 0xa0) ||
    point === 0xad ||
    point === 0x34f ||
    point === 0x61c ||
    (point >= 0x180b && point <= 0x180e) ||
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x2028 && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    (point >= 0xfe00 && point <= 0xfe0f) ||
    point === 0xfeff ||
    (point >= 0xfff9 && point <= 0xfffb) ||
    (point >= 0xe0000 && point <= 0xe0fff) ||
    isBlank(point)
  );
}

/** Blanks of any width; no font is asked for one but the space. */
export function isBlank(point: number): boolean {
  return (
    point === 0x20 ||
    point === 0xa0 ||
    point === 0x1680 ||
    (point >= 0x2000 && point <= 0x200a) ||
    point === 0x202f ||
    point === 0x205f ||
    point === 0x3000
  );
}

/**
 * Whether a letter belongs to a script whose letters change with their neighbours, so that a word of it is shaped as a
 * whole and not set cell by cell: Hebrew, Arabic and their like, and the scripts of South and South-East Asia.
 */
export function isShaped(point: number): boolean {
  if (point < 0x590) return false;
  return (
    point <= 0x109f ||
    (point >= 0x1700 && point <= 0x1cff) ||
    (point >= 0xa800 && point <= 0xabff) ||
    (point >= 0xfb1d && point <= 0xfdff) ||
    (point >= 0xfe70 && point <= 0xfefe) ||
    (point >= 0x10800 && point <= 0x10fff) ||
    (point >= 0x11000 && point <= 0x1183f)
  );
}

/** Whether a text holds letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802\ud803\ud83a\ud83b]/;

/** Whether a mark is drawn above its letter (combining class 230); else it is drawn below, through or around it. */
export function isMarkAbove(point: number): boolean {
  if (point < 0x300) return false;
  if (point < 0x370)
    return (
      point <= 0x315 ||
      (point >= 0x33d && point <= 0x344) ||
      point === 0x346 ||
      (point >= 0x34a && point <= 0x34c) ||
      (point >= 0x350 && point <= 0x352) ||
      point === 0x357 ||
      point === 0x35b ||
      point >= 0x363
    );
  return (
    (point >= 0x483 && point <= 0x487) ||
    (point >= 0x1dc0 && point <= 0x1dff) ||
    (point >= 0x20d0 && point <= 0x20f0) ||
    (point >= 0x2de0 && point <= 0x2dff)
  );
}
