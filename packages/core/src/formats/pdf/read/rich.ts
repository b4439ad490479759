import type { Look, RichText } from '../../../conventions/manuscript/types.js';
import { RichBuilder, sameLook } from '../../../conventions/rich-text.js';
import type { PdfLine, PdfLook } from '../tree.js';
import type { Joint } from './joins.js';

/** What is no news in an element's lines: looks that its style already has are no emphasis. */
export interface Plain {
  /** Letters stand on a grid, and every blank in a gap is one that was typed. */
  fixed: boolean;
  font: string;
  size: number;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
}

/** The revision set that text of a look on a line belongs to. */
export type RevisionOf = (joint: Joint, look: PdfLook) => number | undefined;

const NOTHING: PdfLook = {};
/** Where nothing but its width tells how many blanks a gap has, running text has one. */
const WIDE_GAP = / {3,}/g;

/** The joined lines of an element as one rich text. */
export function richOf(joints: readonly Joint[], plain: Plain, revisionOf: RevisionOf): RichText {
  const builder = new RichBuilder();
  let glue = '';
  let before: Look | undefined;
  for (const joint of joints) {
    const { line } = joint.line;
    for (const { text, look } of partsOf(line, line.text.length - joint.cut)) {
      const own = toLook(look, line, plain, revisionOf(joint, look));
      // A blank between words that look alike looks like them.
      if (glue !== '') builder.push(glue, before && sameLook(before, own) ? own : undefined);
      glue = '';
      builder.push(plain.fixed ? text : text.replace(WIDE_GAP, ' '), own);
      before = own;
    }
    glue = joint.glue;
  }
  return builder.build();
}

/** The stretches of a line up to `end`, each of one look. */
function partsOf({ text, spans }: PdfLine, end: number): { text: string; look: PdfLook }[] {
  if (spans.length === 0) return [{ text: text.slice(0, end), look: NOTHING }];
  const parts: { text: string; look: PdfLook }[] = [];
  let at = 0;
  const push = (to: number, look: PdfLook): void => {
    if (to > at) parts.push({ text: text.slice(at, to), look });
    at = Math.max(at, to);
  };
  let before: PdfLook = NOTHING;
  for (const span of spans) {
    const start = Math.min(span.start, end);
    // Blanks belong to the word before them, but for what would show on them.
    const { underline, strike, background, ...own } = before;
    push(start, text.slice(at, start).trim() === '' ? own : NOTHING);
    push(Math.min(span.end, end), span);
    before = span;
  }
  push(end, NOTHING);
  return parts;
}

/** Points that sizes differ by for no reason. */
const SAME_SIZE = 0.6;

function toLook(look: PdfLook, line: PdfLine, plain: Plain, revision: number | undefined): Look {
  const result: Look = {};
  if (look.bold && !plain.bold) result.bold = true;
  if (look.italic && !plain.italic) result.italic = true;
  if (look.underline && !plain.underline) result.underline = true;
  if (look.strike) result.strike = true;
  if (look.superscript) result.superscript = true;
  else if (look.subscript) result.subscript = true;
  else {
    const size = look.size ?? line.size;
    if (Math.abs(size - plain.size) > SAME_SIZE) result.size = Math.round(size * 10) / 10;
  }
  const font = look.font ?? line.font;
  if (font !== '' && plain.font !== '' && font !== plain.font) result.font = font;
  if (revision !== undefined) result.revision = revision;
  else if (look.color !== undefined) result.color = look.color;
  if (look.background !== undefined) result.background = look.background;
  return result;
}
