import type { Block, Manuscript } from '../../../conventions/manuscript/types.js';
import { branch } from '../../../syntax/xml-element.js';
import { parseAttributes, parseFragments } from '../../../syntax/xml-fragments.js';
import type { Frame } from '../frame.js';
import { inStyleOrder, printParagraph } from '../mapping.js';
import type { OsfElement } from '../tree.js';
import { printColor } from '../values.js';
import { unbracketed } from './brackets.js';
import { gather } from './gather.js';
import type { Draft } from './gather.js';
import type { FadeInLosses } from './losses.js';
import { planNumbers } from './numbers.js';
import { printRuns } from './runs.js';
import type { SheetStyle, StyleSheet } from './styles.js';

export interface ScriptContext {
  sheet: StyleSheet;
  frame: Frame;
  /** The script came from a Fade In file. */
  own: boolean;
  losses: FadeInLosses;
}

/** The children of `paragraphs`. */
export function printScript(manuscript: Manuscript, context: ScriptContext): OsfElement[] {
  return new ScriptPrinter(manuscript, context).print();
}

class ScriptPrinter {
  readonly #manuscript: Manuscript;
  readonly #context: ScriptContext;
  /** Who edited paragraphs that say nothing else. */
  readonly #editor: string;
  readonly #typed: boolean;

  constructor(manuscript: Manuscript, context: ScriptContext) {
    this.#manuscript = manuscript;
    this.#context = context;
    this.#editor = manuscript.extra?.['fadein.edited-by'] ?? '';
    this.#typed = manuscript.extra?.['fadein.brackets'] === 'typed';
  }

  print(): OsfElement[] {
    const { sheet, own, losses } = this.#context;
    const drafts = gather(this.#manuscript, losses);
    const styles = drafts.map(({ block }) => sheet.styleOf(block));
    const numbered = drafts.map(({ block }, at) => ({ block, style: (styles[at] as SheetStyle).name }));
    planNumbers(numbered, sheet, this.#manuscript.setup?.sceneNumbers, { own, losses });
    const pairs = this.#pairs(drafts);
    return drafts.map((draft, at) => this.#paragraph(draft, styles[at] as SheetStyle, pairs.has(at)));
  }

  /** The cues that open a dual dialogue: a speech of one cue beside another. */
  #pairs(drafts: readonly Draft[]): Set<number> {
    const pairs = new Set<number>();
    for (let at = 0; at < drafts.length; ) {
      if (drafts[at]?.block.dual === undefined) {
        at++;
        continue;
      }
      const middle = endOfColumn(drafts, at, 'left');
      const end = endOfColumn(drafts, middle, 'right');
      if (isSpeech(drafts, at, middle) && isSpeech(drafts, middle, end)) pairs.add(at);
      else this.#context.losses.add('dual');
      at = Math.max(end, at + 1);
    }
    return pairs;
  }

  #paragraph(draft: Draft, style: SheetStyle, dual: boolean): OsfElement {
    const { block } = draft;
    const { losses } = this.#context;
    const { extra } = block;
    this.#countLosses(block);
    const bare = block.kind === 'parenthetical' && this.#isBare(block) ? unbracketed(block) : undefined;
    const revision = block.revisions && block.revisions.length > 0 ? Math.max(...block.revisions) : undefined;
    const children = [this.#style(draft, style, dual), ...printRuns(bare ?? block, losses, revision)];
    const marks = printMarks(extra?.['marks.deleted'], bare ? 1 : 0);
    if (marks) children.push(marks);
    const others = extra?.['fadein.xml'];
    if (others !== undefined) children.push(...(parseFragments(others) ?? []));
    return branch('para', this.#attributes(draft, style), children);
  }

  /** Whether a parenthetical is typed without its brackets, as Fade In prints them itself. */
  #isBare({ extra }: Block): boolean {
    const own = extra?.['fadein.brackets'];
    return own === undefined ? !this.#typed : own === 'bare';
  }

  #style({ block, pageBreak }: Draft, { name, look }: SheetStyle, dual: boolean): OsfElement {
    const { layout, extra } = block;
    const attributes: Record<string, string> = { basestyle: name };
    if (layout) {
      Object.assign(attributes, printParagraph(layout, look, this.#context.frame));
      if (layout.first !== undefined && layout.first !== 0) this.#context.losses.add('firstLine');
      if (layout.leading !== undefined && layout.leading !== 'regular') this.#context.losses.add('leading');
    }
    if (block.class === 'centered' && layout?.align === undefined && look.align !== 'center')
      attributes['align'] = 'center';
    if (pageBreak) attributes['pagebreakbefore'] = '1';
    if (dual || extra?.['fadein.dualdialogue'] !== undefined) attributes['dualdialogue'] = '1';
    const rest = extra?.['fadein.style-attributes'];
    return branch('style', inStyleOrder(rest === undefined ? attributes : { ...parseAttributes(rest), ...attributes }));
  }

  #attributes(draft: Draft, { name }: SheetStyle): Record<string, string> {
    const { block, notes, bookmarks } = draft;
    const { sheet, own } = this.#context;
    const { extra, scene } = block;
    const attributes: Record<string, string> = {};
    const editor = extra?.['fadein.edited-by'] ?? this.#editor;
    if (editor !== '') attributes['edited_by'] = editor;
    const rule = sheet.numbering(name);
    if (!rule || rule.locked) {
      const number = block.number ?? extra?.['fadein.number'];
      if (number !== undefined) attributes['number'] = number;
    }
    const page = draft.page ?? (own ? scene?.page : undefined);
    if (page !== undefined && extra?.['fadein.unlocked'] === undefined) attributes['page_number'] = page;
    const synopsis = [scene?.synopsis?.text, ...draft.synopses]
      .filter((text) => text !== undefined && text !== '')
      .join('\n');
    if (synopsis !== '') attributes['synopsis'] = synopsis;
    const color = scene?.color ?? draft.synopsisColor;
    if (color !== undefined) attributes['synopsis_color'] = printColor(color) ?? color;
    if (notes.length > 0) attributes['note'] = notes.join('\n\n');
    const [bookmark, ...further] = bookmarks;
    if (bookmark) attributes['bookmark'] = bookmark.title;
    this.#context.losses.add('bookmark', further.length);
    this.#context.losses.add('bookmarkText', bookmarks.filter(({ desc }) => desc !== undefined && desc !== '').length);
    const rest = extra?.['fadein.attributes'];
    return rest === undefined ? attributes : { ...parseAttributes(rest), ...attributes };
  }

  #countLosses({ extra, locked, scene, tags }: Block): void {
    const { losses } = this.#context;
    if (locked) losses.add('locked');
    if (tags) losses.add('tag', tags.filter((tag) => tag.extra?.['fadein.own'] === undefined).length);
    if (scene) {
      const { title, length, arcBeats, cast, synopsis } = scene;
      if (title !== undefined || length !== undefined || arcBeats || cast) losses.add('sceneFact');
      if (synopsis?.runs) losses.add('synopsisLook');
    }
    for (const key in extra) {
      if (!/^(?:fadein|marks|fountain)\./.test(key) && !key.endsWith('.id')) {
        losses.add('foreign');
        break;
      }
    }
  }
}

function endOfColumn(drafts: readonly Draft[], from: number, side: 'left' | 'right'): number {
  let end = from;
  while (drafts[end]?.block.dual === side) end++;
  return end;
}

/** A cue and what it says, and no second cue. */
function isSpeech(drafts: readonly Draft[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const kind = drafts[at]?.block.kind;
    if (at === from ? kind !== 'character' : kind !== 'dialogue' && kind !== 'parenthetical') return false;
  }
  return end > from;
}

/** `25:2 36:2` as `marks`; `shift` units are cut off the start of the text. */
function printMarks(marks: string | undefined, shift: number): OsfElement | undefined {
  const children: OsfElement[] = [];
  for (const mark of marks?.split(' ') ?? []) {
    const match = /^(\d{1,9}):(\d{1,6})$/.exec(mark);
    if (match) children.push(branch('mark', { at: String(Math.max(0, Number(match[1]) - shift)), revision: match[2] }));
  }
  return children.length > 0 ? branch('marks', undefined, children) : undefined;
}
