import type { TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { titleLabelOf } from '../../../conventions/title-page-fields.js';
import { titleKeyOf } from '../../../conventions/title-page-keys.js';
import { parseInline } from '../inline.js';
import { EXTRA } from '../mapping.js';
import { TITLE_INDENT } from '../title-page.js';
import type { TitleField } from '../tree.js';

/** The title page that fields say. */
export function liftTitlePage(fields: readonly TitleField[]): TitlePage {
  return { lines: fields.map(liftField), placed: false };
}

function liftField(field: TitleField): TitleLine {
  const key = titleKeyOf(field.key) ?? field.key;
  const line: TitleLine = { key, ...parseInline(field.lines.join('\n')) };
  if (titleLabelOf(key, [line]) !== field.key) line.label = field.key;
  // One line stands beside its key, several stand below it.
  const beside = field.lines.length <= 1;
  const extra: Record<string, string> = {};
  if (field.inline !== beside && field.lines.length > 0) extra[EXTRA.value] = field.inline ? 'beside' : 'below';
  if (field.indent !== TITLE_INDENT) extra[EXTRA.indent] = field.indent;
  if (Object.keys(extra).length > 0) line.extra = extra;
  return line;
}
