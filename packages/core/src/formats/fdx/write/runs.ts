import type { Look, RichText, Run } from '../../../conventions/manuscript/types.js';
import { richLines } from '../../../conventions/rich-text.js';
import { NO_STYLE, keptRunAttributes, printColor, printNumber, printStyle } from '../mapping.js';
import type { TypeStyle } from '../mapping.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

const PLAIN: FdxAttributes = {};

/** The attributes that a look asks for on text of a type; `tag` is the breakdown tag on the text. */
export function lookAttributes(look: Look | undefined, type: TypeStyle = NO_STYLE, tag?: string): FdxAttributes {
  if (look === undefined) return tag === undefined ? PLAIN : { TagNumber: tag };
  const attributes: Record<string, string> = {};
  const style = printStyle(look, type);
  if (look.background !== undefined) put(attributes, 'Background', printColor(look.background));
  if (look.color !== undefined) put(attributes, 'Color', printColor(look.color));
  if (look.font !== undefined) attributes['Font'] = look.font;
  if (look.revision !== undefined) attributes['RevisionID'] = String(look.revision);
  if (look.size !== undefined) attributes['Size'] = printNumber(look.size);
  if (style !== undefined) attributes['Style'] = style;
  if (tag !== undefined) attributes['TagNumber'] = tag;
  if (look.other) {
    const kept = keptRunAttributes(look);
    if (kept.length > 0) return inOrder({ ...Object.fromEntries(kept), ...attributes });
  }
  return attributes;
}

function put(attributes: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined) attributes[name] = value;
}

/** All that text outside the script says of itself, whether or not it is the usual; only its look without a font. */
export function fullAttributes(
  look: Look | undefined,
  font: string | undefined,
  size: number,
  version: FileVersion,
): FdxAttributes {
  if (font === undefined) return lookAttributes(look);
  return inOrder({
    AdornmentStyle: '0',
    ...version.colors,
    Font: font,
    RevisionID: '0',
    Size: printNumber(size),
    Style: '',
    ...lookAttributes(look),
  });
}

/** The stretches of a text that look the same, in order. */
export function segments(text: string, runs: readonly Run[] | undefined): { text: string; look: Look | undefined }[] {
  const list: { text: string; look: Look | undefined }[] = [];
  let at = 0;
  for (const run of runs ?? []) {
    if (run.start > at) list.push({ text: text.slice(at, run.start), look: undefined });
    list.push({ text: text.slice(run.start, run.end), look: run });
    at = run.end;
  }
  if (at < text.length) list.push({ text: text.slice(at), look: undefined });
  return list;
}

/** Paragraphs of prose outside the script, one a line. */
export function proseParagraphs(
  prose: RichText,
  options: {
    version: FileVersion;
    font: string | undefined;
    size: number;
    attributes: (line: number) => FdxAttributes;
  },
): FdxElement[] {
  return richLines(prose).map((line, at) =>
    branch(
      'Paragraph',
      options.attributes(at),
      segments(line.text, line.runs).map(({ text, look }) =>
        leaf('Text', fullAttributes(look, options.font, options.size, options.version), text),
      ),
    ),
  );
}
