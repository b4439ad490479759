/** The operators that matter, numbered anew: a page has thousands, so they are told apart by constants. */
export const SHOW_TEXT = 1;
export const SAVE = 2;
export const RESTORE = 3;
export const TRANSFORM = 4;
export const BEGIN_TEXT = 5;
export const SET_TEXT_MATRIX = 6;
export const MOVE_TEXT = 7;
export const SET_LEADING_MOVE_TEXT = 8;
export const NEXT_LINE = 9;
export const SET_FONT = 10;
export const SET_CHAR_SPACING = 11;
export const SET_WORD_SPACING = 12;
export const SET_H_SCALE = 13;
export const SET_LEADING = 14;
export const SET_TEXT_RISE = 15;
export const SET_TEXT_RENDERING_MODE = 16;
export const SET_FILL_RGB_COLOR = 17;
export const SET_FILL_COLOR_N = 18;
export const SET_FILL_TRANSPARENT = 19;
export const SET_STROKE_RGB_COLOR = 20;
export const SET_LINE_WIDTH = 21;
export const CONSTRUCT_PATH = 22;
export const PAINT_FORM_X_OBJECT_BEGIN = 23;
export const PAINT_FORM_X_OBJECT_END = 24;
export const BEGIN_MARKED_CONTENT = 25;
export const BEGIN_MARKED_CONTENT_PROPS = 26;
export const END_MARKED_CONTENT = 27;
export const PAINT_IMAGE_X_OBJECT = 28;
export const PAINT_INLINE_IMAGE_X_OBJECT = 29;
export const PAINT_IMAGE_MASK_X_OBJECT = 30;
export const PAINT_IMAGE_X_OBJECT_REPEAT = 31;
export const PAINT_IMAGE_MASK_X_OBJECT_REPEAT = 32;
export const PAINT_IMAGE_MASK_X_OBJECT_GROUP = 33;
export const PAINT_INLINE_IMAGE_X_OBJECT_GROUP = 34;
export const STROKE = 35;
export const CLOSE_STROKE = 36;
export const FILL = 37;
export const EO_FILL = 38;
export const FILL_STROKE = 39;
export const EO_FILL_STROKE = 40;

const OPERATORS: Readonly<Record<string, number>> = {
  showText: SHOW_TEXT,
  save: SAVE,
  restore: RESTORE,
  transform: TRANSFORM,
  beginText: BEGIN_TEXT,
  setTextMatrix: SET_TEXT_MATRIX,
  moveText: MOVE_TEXT,
  setLeadingMoveText: SET_LEADING_MOVE_TEXT,
  nextLine: NEXT_LINE,
  setFont: SET_FONT,
  setCharSpacing: SET_CHAR_SPACING,
  setWordSpacing: SET_WORD_SPACING,
  setHScale: SET_H_SCALE,
  setLeading: SET_LEADING,
  setTextRise: SET_TEXT_RISE,
  setTextRenderingMode: SET_TEXT_RENDERING_MODE,
  setFillRGBColor: SET_FILL_RGB_COLOR,
  setFillColorN: SET_FILL_COLOR_N,
  setFillTransparent: SET_FILL_TRANSPARENT,
  setStrokeRGBColor: SET_STROKE_RGB_COLOR,
  setLineWidth: SET_LINE_WIDTH,
  constructPath: CONSTRUCT_PATH,
  paintFormXObjectBegin: PAINT_FORM_X_OBJECT_BEGIN,
  paintFormXObjectEnd: PAINT_FORM_X_OBJECT_END,
  beginMarkedContent: BEGIN_MARKED_CONTENT,
  beginMarkedContentProps: BEGIN_MARKED_CONTENT_PROPS,
  endMarkedContent: END_MARKED_CONTENT,
  paintImageXObject: PAINT_IMAGE_X_OBJECT,
  paintInlineImageXObject: PAINT_INLINE_IMAGE_X_OBJECT,
  paintImageMaskXObject: PAINT_IMAGE_MASK_X_OBJECT,
  paintImageXObjectRepeat: PAINT_IMAGE_X_OBJECT_REPEAT,
  paintImageMaskXObjectRepeat: PAINT_IMAGE_MASK_X_OBJECT_REPEAT,
  paintImageMaskXObjectGroup: PAINT_IMAGE_MASK_X_OBJECT_GROUP,
  paintInlineImageXObjectGroup: PAINT_INLINE_IMAGE_X_OBJECT_GROUP,
  stroke: STROKE,
  closeStroke: CLOSE_STROKE,
  fill: FILL,
  eoFill: EO_FILL,
  fillStroke: FILL_STROKE,
  eoFillStroke: EO_FILL_STROKE,
};

/** Ours by pdfjs' numbers; 0 is what does not matter. */
export function operatorCodes(ops: Readonly<Record<string, number>>): Uint8Array {
  const codes = new Uint8Array(256);
  for (const [name, own] of Object.entries(OPERATORS)) {
    const theirs = ops[name];
    if (theirs !== undefined) codes[theirs] = own;
  }
  return codes;
}
