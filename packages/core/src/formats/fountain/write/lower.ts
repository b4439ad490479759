import type { Block, BlockNote, Manuscript, ParagraphStyle, RichText } from '../../../conventions/manuscript/types.js';
import { trimRich } from '../../../conventions/rich-slice.js';
import { hasFountainPrefix, isSceneNumber } from '../grammar.js';
import { BLANK_LINE, EXTRA, OWN, elementOf, shotMark } from '../mapping.js';
import { USUAL, element } from '../tree.js';
import type { ElementType, FountainElement, Hidden } from '../tree.js';
import type { countBlockLosses, countRunLosses } from './count-losses.js';
import type { readSides } from './dual.js';
import type { FountainLosses } from './losses.js';
import type { Marks } from './marks.js';
import type { SortedNotes } from './notes.js';
import { printElements } from './print.js';
import { capitalised, isSingleLine, needsWords, withoutOuterLines } from './text.js';

/** What only some manuscripts need; those that a manuscript needs must be there. */
export interface LowerParts {
  /** Writes emphasis and escapes, and what is hidden in the text: see {@link needsMarks}. */
  marks?: Marks | undefined;
  /** Counts what blocks say that Fountain cannot: see {@link mayLose}. */
  count?: { countBlockLosses: typeof countBlockLosses; countRunLosses: typeof countRunLosses } | undefined;
  /** Finds the partners of dual dialogue: see {@link needsSides}. */
  sides?: typeof readSides | undefined;
}

/** The elements that a manuscript's blocks say; what Fountain cannot say is counted. */
export function lowerElements(manuscript: Manuscript, losses: FountainLosses, parts: LowerParts): FountainElement[] {
  return new Lowerer(manuscript, losses, parts).run();
}

/** Whether any speech stands beside another, or is marked as if it did. */
export function needsSides({ blocks }: Manuscript): boolean {
  return blocks.some(({ dual, extra }) => dual !== undefined || extra?.[EXTRA.caret] !== undefined);
}

/** Whether a manuscript may say anything that Fountain cannot. */
export function mayLose({ blocks, setup, kept, revisions, cast, tagCategories, logline, genre }: Manuscript): boolean {
  const facts = [setup, kept, revisions, cast, tagCategories, logline, genre];
  return facts.some((fact) => fact !== undefined) || blocks.some((block) => !isPlain(block));
}

/** Whether a block is words of a kind that Fountain has, and nothing else. */
function isPlain(block: Block): boolean {
  const { kind, number, locked, layout, bookmarks, tags, revisions, scene, runs, extra } = block;
  const more = locked ?? layout ?? bookmarks ?? tags ?? revisions ?? scene ?? runs;
  if (more !== undefined || (number !== undefined && kind !== 'heading')) return false;
  for (const key in extra) if (!key.startsWith(OWN)) return false;
  return elementOf(block).exact;
}

/** What may be read as a mark. */
const MARKS = /[*_\\]|\[\[|\/\*/;

/** Whether any block has emphasis, something hidden in it, or text that needs escapes. */
export function needsMarks({ blocks, notes }: Manuscript): boolean {
  return (
    notes !== undefined ||
    blocks.some(
      ({ runs, notes: own, omit, text, scene }) =>
        runs !== undefined || own !== undefined || omit === true || scene?.synopsis !== undefined || MARKS.test(text),
    )
  );
}

const NO_NOTES: SortedNotes = { before: [], inside: [], after: [] };

/** More blank lines than anybody sets. */
const MAX_BLANKS = 1000;

class Lowerer {
  readonly #manuscript: Manuscript;
  readonly #blocks: readonly Block[];
  readonly #losses: FountainLosses;
  readonly #parts: LowerParts;
  /** Cues to be marked with `^`. */
  readonly #carets: ReadonlySet<Block> | undefined;
  readonly #elements: FountainElement[] = [];
  /** A cue is written and its speech may go on. */
  #speaking = false;
  /** Blank lines that stand for empty paragraphs. */
  #blanks = 0;
  /** Index behind the verses in hand. */
  #verseEnd = 0;

  constructor(manuscript: Manuscript, losses: FountainLosses, parts: LowerParts) {
    this.#manuscript = manuscript;
    this.#parts = parts;
    this.#blocks = manuscript.blocks;
    this.#losses = losses;
    const sides = parts.sides?.(manuscript.blocks);
    this.#carets = sides?.carets;
    losses.add('dual', sides?.unpaired ?? 0);
  }

  run(): FountainElement[] {
    for (const note of this.#manuscript.notes ?? []) this.#addNote(note);
    for (let at = 0; at < this.#blocks.length; ) {
      const block = this.#blocks[at] as Block;
      at = block.omit ? this.#addOmitted(at) : this.#addBlock(block, at);
    }
    return this.#elements;
  }

  /** Adds the block and what is hidden inside its text; returns the index of the next block. */
  #addBlock(block: Block, at: number): number {
    const type = this.#typeOf(block);
    const spoken = this.#isSpoken(block, type, at);
    const { text, above, below, cut } = withoutOuterLines(this.#textOf(block, type), type);
    const notes = (block.notes && this.#parts.marks?.sortNotes(block)) ?? NO_NOTES;
    let { after } = notes;
    const goesOn = (type === 'cue' || spoken) && this.#isSpeech(at + 1);
    if (block.pageBreak) this.#addPageBreak(spoken);
    for (const note of notes.before) this.#addNote(note, spoken);
    this.#blanks += above;
    if (text.text.trim() === '' && (needsWords(type) || type === 'action')) {
      this.#skip(type, text.text);
      for (const note of [...notes.inside, ...after]) this.#addNote(note, spoken);
      return at + 1;
    }

    const hidden = notes.inside.map((note) => this.#hiddenNote(note, text.text.length, cut));
    let next = at + 1;
    for (; this.#blocks[next]?.omit; ) {
      const omitted = this.#blocks[next] as Block;
      const place = this.#parts.marks?.placeInside(omitted, block);
      if (place) {
        const inside = Math.max(0, Math.min(place.at - cut, text.text.length));
        hidden.push({ ...place, type: 'boneyard', text: omitted.text, at: inside });
        if (omitted.notes) after = [...after, ...omitted.notes];
        next++;
      } else if (goesOn) {
        const end = this.#endOfOmitted(next);
        hidden.push({
          type: 'boneyard',
          text: this.#omittedText(next, end),
          at: text.text.length,
          ownLine: true,
          tight: false,
        });
        next = end;
      } else break;
    }
    if (goesOn) {
      for (const note of after) {
        const place = { at: text.text.length, ownLine: true, tight: false };
        hidden.push({ type: 'note', text: this.#noteText(note), ...place });
      }
    }

    this.#push(block, type, spoken, text, hidden);
    if (type === 'heading') this.#addSynopsis(block);
    if (!goesOn) for (const note of after) this.#addNote(note);
    this.#speaking = type === 'cue' || spoken;
    this.#blanks += below;
    return next;
  }

  #push(block: Block, type: ElementType, spoken: boolean, text: RichText, hidden: Hidden[]): void {
    if (hidden.length > 1) hidden.sort((a, b) => a.at - b.at || Number(a.ownLine) - Number(b.ownLine));
    const { raw, places } = this.#parts.marks?.markUp(text, hidden) ?? { raw: text.text, places: [] };
    const added = element(type, raw, this.#blanksOf(block, type));
    added.spoken = spoken;
    if (hidden.length > 0) added.hidden = hidden.map((entry, index) => ({ ...entry, at: places[index] ?? raw.length }));
    const { extra } = block;
    const indent = extra?.[EXTRA.indent];
    if (indent !== undefined && type !== 'action' && indent.trim() === '') added.indent = indent;
    added.mark = type === 'action' ? shotMark(block) : extra?.[EXTRA.mark];
    const forced = extra?.[EXTRA.forced];
    // Other programs know the English prefixes only.
    added.forced =
      forced === 'true' || (type === 'heading' && forced === undefined && !hasFountainPrefix(raw, 0, raw.length));
    if (forced === 'true' && type === 'action' && indent !== undefined && indent.trim() === '') added.indent = indent;
    if (type === 'cue') added.dual = this.#carets?.has(block) ?? false;
    if (type === 'section') added.level = Math.min(6, Math.max(1, Math.round(block.level ?? 1)));
    if (type === 'heading' && block.number !== undefined) {
      const number = block.number.trim();
      if (isSceneNumber(number)) added.number = number;
      else this.#losses.add('sceneNumber');
    }
    this.#countMerge(added);
    this.#elements.push(added);
  }

  /** Two paragraphs of dialogue in one speech are one to whoever reads them. */
  #countMerge(added: FountainElement): void {
    const above = this.#elements[this.#elements.length - 1];
    if (added.spoken && above?.type === added.type && above.spoken && added.type !== 'parenthetical')
      this.#losses.add('paragraph');
  }

  // What a block becomes

  #typeOf(block: Block): ElementType {
    const { type, exact } = elementOf(block);
    this.#parts.count?.countBlockLosses(block, type, exact, this.#styleOf(block), this.#losses);
    if ((type === 'dialogue' || type === 'parenthetical') && !this.#speaking) {
      this.#losses.add('orphan');
      return 'action';
    }
    return type;
  }

  #isSpoken(block: Block, type: ElementType, at: number): boolean {
    if (type === 'dialogue' || type === 'parenthetical') return true;
    if (!this.#speaking) return false;
    if (type === 'lyrics') return block.kind === 'dialogue' && !this.#standsApart(block, at);
    return type === 'page-break' && this.#isSpeech(at + 1);
  }

  /** Lyrics that a blank line parted from the speech above, as long as nothing of the speech follows. */
  #standsApart(block: Block, at: number): boolean {
    if (!isParted(block)) return false;
    if (at >= this.#verseEnd) {
      let next = at + 1;
      for (let below = this.#blocks[next]; below && (below.omit || isParted(below)); below = this.#blocks[next]) next++;
      this.#verseEnd = next;
    }
    return !this.#isSpeech(this.#verseEnd);
  }

  /** Whether the next printed block at or after `at` goes on a speech. */
  #isSpeech(at: number): boolean {
    while (this.#blocks[at]?.omit) at++;
    const kind = this.#blocks[at]?.kind;
    return kind === 'dialogue' || kind === 'parenthetical';
  }

  #textOf(block: Block, type: ElementType): RichText {
    this.#parts.count?.countRunLosses(block.runs, this.#losses);
    let text = capitalised(block, this.#isAllCaps(block));
    if (isSingleLine(type)) {
      if (text.text.trim().includes('\n')) this.#losses.add('lineBreak');
      text = { ...text, text: text.text.replaceAll('\n', ' ') };
    } else if (type === 'action' || type === 'synopsis') {
      if (text.text.includes('\n') && /\n[^\S\n]*\n/.test(text.text.trim())) this.#losses.add('blankLine');
    } else if (type === 'dialogue' && /(?:^|\n)[^\S\n]+\S/.test(text.text)) {
      this.#losses.add('indent');
    }
    return text;
  }

  #isAllCaps(block: Block): boolean {
    return block.layout?.caps ?? this.#styleOf(block)?.caps ?? false;
  }

  #blanksOf(block: Block, type: ElementType): number {
    const extra = this.#blanks;
    this.#blanks = 0;
    let blanks = USUAL;
    const before = block.layout?.before;
    const kept = block.extra?.[EXTRA.blank];
    if (before !== undefined && (type === 'action' || type === 'centered'))
      blanks = Math.max(0, Math.round(before / BLANK_LINE));
    else if (kept !== undefined && /^\d{1,4}$/.test(kept)) blanks = Number(kept);
    else if (type === 'action' && this.#goesOnAction(block)) blanks = 0;
    if (extra === 0) return Math.min(blanks, MAX_BLANKS);
    return Math.min((blanks === USUAL ? 1 : blanks) + extra, MAX_BLANKS);
  }

  /** Styles such as Final Draft's General set no space above a paragraph: below action it prints as a further line. */
  #goesOnAction(block: Block): boolean {
    return this.#styleOf(block)?.before === 0 && this.#elements[this.#elements.length - 1]?.type === 'action';
  }

  #styleOf(block: Block): ParagraphStyle | undefined {
    const styles = this.#manuscript.setup?.styles;
    return (block.class !== undefined ? styles?.[block.class] : undefined) ?? styles?.[block.kind];
  }

  /** An empty paragraph of action is blank paper; anything else that is empty says nothing. */
  #skip(type: ElementType, text: string): void {
    if (type === 'action') {
      this.#blanks += 1 + text.split('\n').length;
      this.#speaking = false;
    } else {
      this.#losses.add('empty');
      if (type === 'cue' || type === 'heading') this.#speaking = false;
    }
  }

  #addPageBreak(spoken: boolean): void {
    const added = element('page-break', '', USUAL);
    added.spoken = spoken;
    this.#elements.push(added);
  }

  #addSynopsis(block: Block): void {
    const synopsis = block.scene?.synopsis;
    if (!synopsis || synopsis.text.trim() === '') return;
    this.#parts.count?.countRunLosses(synopsis.runs, this.#losses);
    const kept = block.extra?.[EXTRA.synopsisBlank];
    const blanks = kept !== undefined && /^\d{1,4}$/.test(kept) ? Math.min(Number(kept), MAX_BLANKS) : USUAL;
    const text = trimRich(synopsis);
    this.#elements.push(element('synopsis', this.#parts.marks?.markUp(text, []).raw ?? text.text, blanks));
  }

  // Notes and omitted blocks

  /** What stands between a note's brackets. */
  #noteText(note: BlockNote): string {
    return this.#parts.marks?.noteText(note, this.#losses) ?? note.text;
  }

  #addNote(note: BlockNote, insideSpeech = false): void {
    const text = this.#noteText(note);
    const above = this.#elements[this.#elements.length - 1];
    if (insideSpeech && above) {
      (above.hidden ??= []).push({ type: 'note', text, at: above.text.length, ownLine: true, tight: false });
      return;
    }
    const kept = note.extra?.[EXTRA.blank];
    const added = element(
      'note',
      text,
      kept !== undefined && /^\d{1,4}$/.test(kept) ? Math.min(Number(kept), MAX_BLANKS) : USUAL,
    );
    const indent = note.extra?.[EXTRA.indent];
    if (indent !== undefined && indent.trim() === '') added.indent = indent;
    this.#elements.push(added);
  }

  #hiddenNote(note: BlockNote, length: number, cut: number): Hidden {
    const at = note.range ? Math.max(0, Math.min(note.range[1] - cut, length)) : length;
    return {
      type: 'note',
      text: this.#noteText(note),
      at,
      ownLine: note.extra?.[EXTRA.line] === 'own',
      tight: note.extra?.[EXTRA.tight] === 'true',
    };
  }

  #addOmitted(at: number): number {
    const end = this.#endOfOmitted(at);
    const block = this.#blocks[at] as Block;
    const added = element('boneyard', this.#omittedText(at, end), this.#blanksOf(block, 'boneyard'));
    this.#elements.push(added);
    if (elementOf(block).type === 'boneyard') for (const note of block.notes ?? []) this.#addNote(note);
    return end;
  }

  /** Index behind the omitted blocks that go into one boneyard: a boneyard alone, or all up to the next. */
  #endOfOmitted(at: number): number {
    if (this.#blocks[at]?.class === 'boneyard') return at + 1;
    let end = at;
    while (this.#blocks[end]?.omit && this.#blocks[end]?.class !== 'boneyard') end++;
    return end;
  }

  #omittedText(from: number, to: number): string {
    const first = this.#blocks[from] as Block;
    if (first.class === 'boneyard') {
      this.#parts.count?.countBlockLosses(first, 'boneyard', true, this.#styleOf(first), this.#losses);
      return first.text;
    }
    this.#losses.add('omit', to - from);
    const blocks = this.#blocks.slice(from, to).map((block) => ({ ...block, omit: false }));
    const manuscript = { blocks, setup: this.#manuscript.setup };
    return `\n${printElements(lowerElements(manuscript, this.#losses, this.#parts), { hide: this.#parts.marks })}\n`;
  }
}

function isParted(block: Block): boolean {
  return elementOf(block).type === 'lyrics' && /^[1-9]/.test(block.extra?.[EXTRA.blank] ?? '');
}
