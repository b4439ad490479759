import type { Look, RichText, Run } from '../../../conventions/manuscript/types.js';
import { leaf } from '../../../syntax/xml-element.js';
import { FLAGS, keptRunAttributes } from '../mapping.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { printColor, printNumber } from '../values.js';
import type { FadeInLosses } from './losses.js';

const PLAIN: OsfAttributes = {};

/** Text as `text` elements, one for each look. `revision` is that of text which has none of its own. */
export function printRuns({ text, runs }: RichText, losses: FadeInLosses, revision?: number): OsfElement[] {
  const base: Look | undefined = revision === undefined ? undefined : { revision };
  if (!runs || runs.length === 0) return [leaf('text', base ? lookAttributes(base) : PLAIN, text)];
  const elements: OsfElement[] = [];
  const push = (from: number, to: number, look: Look | undefined): void => {
    if (to > from) elements.push(leaf('text', look ? lookAttributes(look) : PLAIN, text.slice(from, to)));
  };
  let at = 0;
  for (const run of runs) {
    push(at, run.start, base);
    push(run.start, run.end, base ? { ...base, ...run } : run);
    countLosses(run, losses);
    at = run.end;
  }
  push(at, text.length, base);
  return elements.length > 0 ? elements : [leaf('text', PLAIN, '')];
}

function lookAttributes(look: Look): OsfAttributes {
  const attributes: Record<string, string> = {};
  if (look.font !== undefined) attributes['font'] = look.font;
  if (look.size !== undefined) attributes['size'] = printNumber(look.size);
  for (const [name, flag] of FLAGS) {
    if (look[flag] || (flag === 'underline' && look.wordUnderline)) attributes[name] = '1';
  }
  if (look.color !== undefined) attributes['color'] = printColor(look.color) ?? look.color;
  if (look.background !== undefined) attributes['bgcolor'] = printColor(look.background) ?? look.background;
  if (look.link !== undefined) attributes['link'] = look.link;
  if (look.revision !== undefined) attributes['revision'] = String(look.revision);
  if (look.other) for (const [name, value] of keptRunAttributes(look)) attributes[name] ??= value;
  return attributes;
}

function countLosses(run: Run, losses: FadeInLosses): void {
  if (run.wordUnderline) losses.add('wordUnderline');
  if (run.superscript || run.subscript) losses.add('script');
  if (run.other && run.other.length > keptRunAttributes(run).length) losses.add('otherLook');
}
