import type { Block, BlockBookmark, BlockNote, LockedPage, Manuscript } from '../../../conventions/manuscript/types.js';
import { readNumber } from '../values.js';
import type { FadeInLosses } from './losses.js';

/** A paragraph to be: its block, and what it takes over from blocks that are no paragraphs in Fade In. */
export interface Draft {
  block: Block;
  /** Notes, each a text. */
  notes: string[];
  synopses: string[];
  synopsisColor: string | undefined;
  bookmarks: BlockBookmark[];
  pageBreak: boolean;
  /** Number of the locked page on which it stands. */
  page: string | undefined;
}

/** The paragraphs of a script. */
export function gather({ blocks, notes, setup }: Manuscript, losses: FadeInLosses): Draft[] {
  return new Gatherer(losses).run(blocks, notes ?? [], setup?.lockedPages ?? []);
}

class Gatherer {
  readonly #losses: FadeInLosses;
  readonly #drafts: Draft[] = [];
  /** What waits for the next paragraph. */
  #notes: string[] = [];
  #bookmarks: BlockBookmark[] = [];
  #pageBreak = false;
  /** Synopses by the paragraph they belong to. */
  readonly #synopses = new Map<number, Block[]>();
  /** Text of omitted blocks that stand one behind the other. */
  #omitted: string[] = [];

  constructor(losses: FadeInLosses) {
    this.#losses = losses;
  }

  run(blocks: readonly Block[], scriptNotes: readonly BlockNote[], pages: readonly LockedPage[]): Draft[] {
    this.#notes = scriptNotes.map((note) => this.#noteText(note));
    const starts = this.#pageStarts(pages);
    let page: string | undefined;
    blocks.forEach((block, at) => {
      page = starts.get(at) ?? page;
      if (block.omit) this.#omit(block);
      else {
        this.#endOmitted();
        this.#take(block, page);
      }
    });
    this.#endOmitted();
    this.#finish();
    this.#placeSynopses();
    return this.#drafts;
  }

  #pageStarts(pages: readonly LockedPage[]): Map<number, string> {
    const starts = new Map<number, string>();
    for (const { number, block, offset } of pages) {
      if (offset > 0) this.#losses.add('lockedPage');
      starts.set(offset > 0 ? block + 1 : block, number);
    }
    return starts;
  }

  #take(block: Block, page: string | undefined): void {
    if (block.class === 'page-break') {
      this.#pageBreak = true;
      this.#wait(block);
    } else if (block.class === 'section' && block.kind === 'general') {
      this.#losses.add('section');
      this.#notes.push(`${'#'.repeat(block.level ?? 1)} ${block.text}`);
      this.#wait(block);
    } else if (block.class === 'synopsis' && block.kind === 'general') {
      const at = this.#drafts.length + (readNumber(block.extra?.['fadein.ahead']) ?? 0);
      const list = this.#synopses.get(at);
      if (list) list.push(block);
      else this.#synopses.set(at, [block]);
      this.#wait(block);
    } else {
      this.#drafts.push({
        block,
        notes: [...this.#notes, ...this.#ownNotes(block)],
        synopses: [],
        synopsisColor: block.extra?.['fadein.synopsis-color'],
        bookmarks: [...this.#bookmarks, ...(block.bookmarks ?? [])],
        pageBreak: this.#pageBreak || block.pageBreak === true,
        page,
      });
      this.#notes = [];
      this.#bookmarks = [];
      this.#pageBreak = false;
    }
  }

  /** Notes and bookmarks of a block that is no paragraph wait for the next one. */
  #wait(block: Block): void {
    this.#notes.push(...this.#ownNotes(block));
    this.#bookmarks.push(...(block.bookmarks ?? []));
  }

  #omit(block: Block): void {
    this.#losses.add('omitted');
    if (block.text.trim() !== '') this.#omitted.push(block.text.trim());
    this.#omitted.push(...this.#ownNotes(block));
    this.#bookmarks.push(...(block.bookmarks ?? []));
  }

  #endOmitted(): void {
    if (this.#omitted.length === 0) return;
    const text = this.#omitted.join('\n');
    this.#omitted = [];
    (this.#drafts[this.#drafts.length - 1]?.notes ?? this.#notes).push(text);
  }

  /** What waits when there is no paragraph any more. */
  #finish(): void {
    if (this.#pageBreak) this.#losses.add('pageBreak');
    if (this.#notes.length === 0 && this.#bookmarks.length === 0) return;
    const last = this.#drafts[this.#drafts.length - 1];
    if (last) {
      last.notes.push(...this.#notes);
      last.bookmarks.push(...this.#bookmarks);
    } else this.#take({ kind: 'action', text: '' }, undefined);
  }

  /** A synopsis belongs to the paragraph after it; what closes a scene would read as the synopsis of the next one. */
  #placeSynopses(): void {
    for (const [at, blocks] of this.#synopses) {
      const draft = this.#drafts[at];
      const texts = blocks.map(({ text }) => text);
      if (blocks.some(({ runs }) => runs !== undefined)) this.#losses.add('synopsisLook');
      if (draft && draft.block.kind !== 'heading') {
        draft.synopses = texts;
        draft.synopsisColor ??= blocks.find(({ extra }) => extra?.['fadein.synopsis-color'] !== undefined)?.extra?.[
          'fadein.synopsis-color'
        ];
        continue;
      }
      this.#losses.add('synopsis', blocks.length);
      const beside = this.#drafts[Math.min(at, this.#drafts.length) - 1] ?? this.#drafts[0];
      if (beside) beside.notes.push(...texts);
      else this.#take({ kind: 'action', text: '', notes: texts.map((text) => ({ text })) }, undefined);
    }
  }

  #ownNotes(block: Block): string[] {
    return (block.notes ?? []).map((note) => {
      if (note.range && note.range[1] > note.range[0]) this.#losses.add('noteRange');
      return this.#noteText(note);
    });
  }

  #noteText({ title, text, writer, created, color, runs }: BlockNote): string {
    if (writer !== undefined || created !== undefined || color !== undefined) this.#losses.add('noteFact');
    if (runs) this.#losses.add('noteLook');
    return title === undefined || title === '' ? text : `${title}\n${text}`;
  }
}
