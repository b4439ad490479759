import type { Block, BlockNote, Manuscript, ParagraphStyle, RichText } from '../../../conventions/manuscript/types.js';
import { hasFountainPrefix } from '../grammar.js';
import type { parseInline } from '../inline.js';
import { BLANK_LINE, BLOCK_OF, EXTRA, usualBlanks } from '../mapping.js';
import type { ElementType, FountainElement, Hidden } from '../tree.js';
import type { pairSpeeches } from './dual.js';

/** What prints, so that blank lines below it are seen on paper. */
const PRINTED: ReadonlySet<ElementType> = new Set<ElementType>([
  'heading',
  'action',
  'parenthetical',
  'dialogue',
  'lyrics',
  'transition',
  'centered',
]);

/** What only some texts need; those that a text needs must be there. */
export interface LiftParts {
  /** Reads emphasis and escapes. */
  inline?: typeof parseInline | undefined;
  /** Sets the sides of dual dialogue. */
  pair?: typeof pairSpeeches | undefined;
}

/** Makes a manuscript of a tree that comes element by element. */
export class FountainLifter {
  /** There is a title page. */
  readonly #titled: boolean;
  readonly #parts: LiftParts;
  /** The blocks that nobody took yet. */
  #blocks: Block[] = [];
  /** Index of the last of them at which no speech goes on: all before it are complete. */
  #seam = 0;
  /** Cues marked with `^`. */
  readonly #carets = new Set<Block>();
  /** Type of the element above; undefined at the top of the script. */
  #above: ElementType | undefined;
  /** The last block that is no boneyard. */
  #last: Block | undefined;
  /** Nothing but speech and lyrics since the last cue. */
  #voiced = false;
  /** Notes for the block below. */
  #waiting: BlockNote[] = [];
  /** The note above, as long as it may turn out to stand right on top of the block below. */
  #loose: BlockNote | undefined;

  constructor(titled: boolean, parts: LiftParts) {
    this.#titled = titled;
    this.#parts = parts;
  }

  element(element: FountainElement): void {
    const { type } = element;
    if (type === 'note') this.#addNote(element);
    else {
      this.#settleNote(element.blanks === 0 && type !== 'boneyard');
      if (type === 'boneyard') this.#addBoneyard(element);
      else if (type === 'synopsis' && this.#above === 'heading') this.#addSynopsis(element);
      else this.#addBlock(element, type);
    }
    this.#above = type;
  }

  /** Takes the blocks that nothing to come can change, so that they need not be kept until the end. */
  take(): readonly Block[] {
    if (this.#seam === 0) return [];
    const taken = this.#blocks.splice(0, this.#seam);
    this.#seam = 0;
    this.#pair(taken);
    return taken;
  }

  #pair(blocks: readonly Block[]): void {
    if (this.#carets.size === 0) return;
    this.#parts.pair?.(blocks, this.#carets);
    for (const block of blocks) this.#carets.delete(block);
  }

  /** The blocks that are left, and the notes on the script as a whole. */
  finish(): Manuscript {
    this.#settleNote(false);
    this.#pair(this.#blocks);
    const manuscript: Manuscript = { blocks: this.#blocks };
    if (this.#waiting.length > 0) {
      const last = this.#blocks[this.#blocks.length - 1];
      if (last) for (const note of this.#waiting) attach(last, { ...note, placement: 'after' });
      else manuscript.notes = this.#waiting.map(withoutPlacement);
    }
    return manuscript;
  }

  #rich(raw: string, places?: number[]): RichText {
    return this.#parts.inline?.(raw, places) ?? { text: raw };
  }

  #addBlock(element: FountainElement, type: Exclude<ElementType, 'note'>): void {
    const { kind, class: className } = BLOCK_OF[type];
    const places = element.hidden?.map((hidden) => hidden.at);
    const { text, runs } = this.#rich(element.text, places);
    const block: Block = { kind: element.spoken && type === 'lyrics' ? 'dialogue' : kind, text };
    if (type === 'action' && element.mark !== undefined) block.kind = 'shot';
    if (runs) block.runs = runs;
    if (className !== undefined) block.class = className;
    if (element.number !== undefined) block.number = element.number;
    if (element.level > 0) block.level = element.level;
    if (element.dual) this.#carets.add(block);
    this.#addExtras(block, element);
    if (this.#waiting.length > 0) {
      block.notes = this.#waiting;
      this.#waiting = [];
    }
    const index = this.#blocks.push(block) - 1;
    if (block.kind !== 'character' && block.kind !== 'dialogue' && block.kind !== 'parenthetical') this.#seam = index;
    this.#last = block;
    this.#voiced = type === 'cue' || (this.#voiced && (element.spoken || type === 'lyrics'));
    if (element.hidden && places) this.#addHidden(block, element.hidden, places);
  }

  /** What the element says beyond the block. Blank lines that are seen on paper are space before the block. */
  #addExtras(block: Block, element: FountainElement): void {
    const { blanks, indent, mark } = element;
    if (blanks !== usualBlanks(this.#above, element.spoken, this.#titled)) {
      const layout = spaceBefore(this.#above, element);
      if (layout) block.layout = layout;
      else this.#keepBlanks(block, blanks);
    }
    // The document gives lyrics below a speech to its speaker; here they stand apart.
    if (element.type === 'lyrics' && !element.spoken && this.#voiced && blanks > 0) this.#keepBlanks(block, blanks);
    if (indent !== '') putExtra(block, EXTRA.indent, indent);
    if (element.forced) putExtra(block, EXTRA.forced, 'true');
    else if (element.type === 'heading' && !hasFountainPrefix(element.text, 0, element.text.length))
      putExtra(block, EXTRA.forced, 'false');
    if (mark !== undefined) putExtra(block, EXTRA.mark, mark);
  }

  /** Blank lines at the very top of a text say nothing. */
  #keepBlanks(block: Block, blanks: number): void {
    if (this.#above !== undefined || this.#titled) putExtra(block, EXTRA.blank, String(blanks));
  }

  #addHidden(block: Block, list: readonly Hidden[], places: readonly number[]): void {
    list.forEach((hidden, index) => {
      const at = Math.min(places[index] ?? 0, block.text.length);
      const extra: Record<string, string> = {};
      if (hidden.ownLine) extra[EXTRA.line] = 'own';
      if (hidden.tight) extra[EXTRA.tight] = 'true';
      if (hidden.type === 'note') {
        const note = liftNote(hidden.text, extra);
        note.range = [at, at];
        attach(block, note);
        return;
      }
      extra[EXTRA.at] = `${at}/${block.text.length}`;
      const boneyard = boneyardBlock(hidden.text);
      boneyard.extra = extra;
      this.#blocks.push(boneyard);
    });
  }

  #addBoneyard(element: FountainElement): void {
    const block = boneyardBlock(element.text);
    if (element.blanks !== usualBlanks(this.#above, false, this.#titled)) this.#keepBlanks(block, element.blanks);
    this.#blocks.push(block);
  }

  #addSynopsis(element: FountainElement): void {
    const heading = this.#last;
    if (!heading) return;
    heading.scene = { ...heading.scene, synopsis: this.#rich(element.text) };
    if (element.blanks !== 1) putExtra(heading, EXTRA.synopsisBlank, String(element.blanks));
    for (const hidden of element.hidden ?? []) {
      if (hidden.type === 'note') attach(heading, { ...liftNote(hidden.text, {}), placement: 'after' });
      else this.#blocks.push(boneyardBlock(hidden.text));
    }
  }

  /**
   * A note that is a paragraph of its own hangs on the block above, or on the one below when it stands right on top of
   * that. At the top of the script and below a boneyard it waits for the block below.
   */
  #addNote(element: FountainElement): void {
    this.#settleNote(false);
    const extra: Record<string, string> = {};
    if (
      element.blanks !== usualBlanks(this.#above, false, this.#titled) &&
      (this.#above !== undefined || this.#titled)
    ) {
      extra[EXTRA.blank] = String(element.blanks);
    }
    if (element.indent !== '') extra[EXTRA.indent] = element.indent;
    const note = liftNote(element.text, extra);
    if (!this.#last || this.#above === 'boneyard' || this.#waiting.length > 0) {
      this.#waiting.push({ ...note, placement: 'before' });
    } else if (element.blanks === 0 && this.#above !== 'note') {
      attach(this.#last, { ...note, placement: 'after' });
    } else {
      this.#loose = note;
    }
  }

  #settleNote(onTop: boolean): void {
    const note = this.#loose;
    if (!note) return;
    this.#loose = undefined;
    if (onTop) this.#waiting.push({ ...note, placement: 'before' });
    else if (this.#last) attach(this.#last, { ...note, placement: 'after' });
  }
}

/** Extra space above action on paper: more than one blank line, or none between two stretches of action. */
function spaceBefore(above: ElementType | undefined, { type, blanks }: FountainElement): ParagraphStyle | undefined {
  if ((type !== 'action' && type !== 'centered') || above === undefined || !PRINTED.has(above)) return undefined;
  if (blanks === 0) return above === 'action' || above === 'centered' ? NO_SPACE : undefined;
  return { before: blanks * BLANK_LINE };
}

const NO_SPACE: ParagraphStyle = { before: 0 };

/** A note's text without the blanks at its ends, which its brackets keep. */
function liftNote(raw: string, extra: Record<string, string>): BlockNote {
  const text = raw.trim();
  if (text !== raw) {
    const head = raw.slice(0, raw.length - raw.trimStart().length);
    extra[EXTRA.pad] = `${head}|${raw.slice(head.length + text.length)}`;
  }
  const note: BlockNote = { text: text.includes('\n') ? text.replace(/^[^\S\n]+$/gm, '') : text };
  if (Object.keys(extra).length > 0) note.extra = extra;
  return note;
}

function attach(block: Block, note: BlockNote): void {
  // The array is this reader's own until the manuscript is finished.
  const notes = block.notes as BlockNote[] | undefined;
  if (notes) notes.push(note);
  else block.notes = [note];
}

function withoutPlacement(note: BlockNote): BlockNote {
  const { placement: _, ...rest } = note;
  return rest;
}

function putExtra(block: Block, key: string, value: string): void {
  // The record is this reader's own until the manuscript is finished.
  const extra = block.extra as Record<string, string> | undefined;
  if (extra) extra[key] = value;
  else block.extra = { [key]: value };
}

function boneyardBlock(text: string): Block {
  return { kind: 'general', class: 'boneyard', text, omit: true };
}
