import { drawPdf } from './draw.js';
import type { SampleElement } from './sample-script.js';
import type { DrawStyle, TypeStyle } from './type-style.js';
import { typeset } from './typeset.js';

export { pdfBytes, literal } from './pdf-bytes.js';
export { sampleScripts } from './sample-script.js';
export type { SampleElement } from './sample-script.js';
export { drawStyles, typeStyles } from './type-style.js';
export type { DrawStyle, TypeStyle } from './type-style.js';
export { TITLE } from './typeset.js';

/** Prints a script as some program would: a style of pages, and habits of drawing. */
export function printSample(
  script: readonly SampleElement[],
  style: TypeStyle,
  draw: DrawStyle,
  seed: number,
): Uint8Array {
  return drawPdf(typeset(script, style), style, draw, seed);
}
