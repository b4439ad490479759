import type { Warnings } from '../../../errors/index.js';
import type { Block, BlockNote, Look, Run } from '../../../conventions/manuscript/types.js';
import { parseAttributes, parseFragments } from '../../../syntax/xml-fragments.js';
import { DUAL_PARAGRAPH, NO_STYLE, printSpec, typeName } from '../mapping.js';
import type { TypeStyle } from '../mapping.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import type { AlternatePrinter } from './alternates.js';
import type { NotePrinter } from './notes.js';
import { ScriptOffsets } from './offsets.js';
import { lookAttributes } from './runs.js';
import { printSceneProperties } from './scene-properties.js';
import type { TagPrinter, TagSegment } from './tags.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

export interface ContentContext {
  version: FileVersion;
  notes: NotePrinter;
  tags: TagPrinter;
  alternates: AlternatePrinter;
  /** The style that each type gives its text. */
  styles: ReadonlyMap<string, TypeStyle>;
  warnings: Warnings;
}

export interface Content {
  paragraphs: FdxElement[];
  /** Notes that stand for hidden paragraphs, for the versions that list notes. */
  hiddenNotes: FdxElement[];
  offsets: ScriptOffsets;
}

/** Blocks -> the paragraphs of `Content`. */
export function printContent(blocks: readonly Block[], context: ContentContext): Content {
  return new ContentPrinter(blocks, context).print();
}

type Hidden = 'boneyard' | 'section' | 'synopsis';

/** Whether a version of Final Draft can hold a block in a note only: what it does not print and has no type for. */
function hiddenKind(block: Block, version: FileVersion): Hidden | undefined {
  if (block.omit === true) return 'boneyard';
  if (version.listsNotes || block.kind !== 'general') return undefined;
  if (block.class === 'section') return 'section';
  return block.class === 'synopsis' ? 'synopsis' : undefined;
}

/** The paragraph types of the blocks that are paragraphs of the script. */
export function typesInUse(blocks: readonly Block[], version: FileVersion): Set<string> {
  const types = new Set<string>();
  for (const block of blocks)
    if (block.class !== 'page-break' && hiddenKind(block, version) === undefined) types.add(typeName(block));
  return types;
}

class ContentPrinter {
  readonly #blocks: readonly Block[];
  readonly #context: ContentContext;
  readonly #paragraphs: FdxElement[] = [];
  readonly #hiddenNotes: FdxElement[] = [];
  readonly #offsets = new ScriptOffsets();
  /** What waits for the next paragraph: hidden paragraphs in front of it, a page break, notes on neither. */
  #hidden: { kind: Hidden; blocks: number[] }[] = [];
  #pageBreak = false;
  #notes: BlockNote[] = [];
  /** The last block that has a paragraph. */
  #last: number | undefined;

  constructor(blocks: readonly Block[], context: ContentContext) {
    this.#blocks = blocks;
    this.#context = context;
  }

  print(): Content {
    let at = 0;
    while (at < this.#blocks.length) at = this.#next(at);
    this.#finish();
    return { paragraphs: this.#paragraphs, hiddenNotes: this.#hiddenNotes, offsets: this.#offsets };
  }

  #block(at: number): Block {
    return this.#blocks[at] as Block;
  }

  /** Writes what starts at a block; the index after it. */
  #next(at: number): number {
    const block = this.#block(at);
    if (block.class === 'page-break') {
      this.#pageBreak = true;
      if (block.notes) this.#notes.push(...block.notes);
      return at + 1;
    }
    const hidden = this.#hides(block);
    if (hidden !== undefined) {
      const group = this.#hidden[this.#hidden.length - 1];
      if (group?.kind === hidden) group.blocks.push(at);
      else this.#hidden.push({ kind: hidden, blocks: [at] });
      return at + 1;
    }
    if (block.dual !== undefined && block.omit !== true) return this.#dual(at);
    const length = block.text.length;
    const alternates = this.#alternatesFrom(at + 1);
    const omitted = this.#omittedFrom(alternates.end, block);
    const base = this.#offsets.next;
    const inside: FdxElement[] = [];
    for (let i = alternates.end; i < omitted; ) i = this.#omittedParagraph(i, omitted, inside);
    const pending = this.#takePending();
    const lead = this.#leading(base);
    const tail = [
      ...(inside.length > 0 ? [branch('OmittedScene', undefined, inside)] : []),
      ...this.#alts(at, alternates.blocks),
    ];
    this.#paragraphs.push(this.#paragraph(at, lead, tail, pending));
    const embedded = Array.from({ length: omitted - alternates.end }, (_, i) => alternates.end + i);
    this.#offsets.add(at, length, embedded);
    this.#place(at, alternates.blocks);
    return omitted;
  }

  /** How a block hides in a note; alternates belong to the paragraph before them. */
  #hides(block: Block): Hidden | undefined {
    if (block.omit === true && block.class === 'alternate' && this.#last !== undefined) return undefined;
    return hiddenKind(block, this.#context.version);
  }

  /** The alternates that stand at a block, and the index after them. */
  #alternatesFrom(at: number): { blocks: number[]; end: number } {
    const blocks: number[] = [];
    let end = at;
    for (; end < this.#blocks.length; end++) {
      const block = this.#block(end);
      if (block.omit !== true || block.class !== 'alternate') break;
      blocks.push(end);
    }
    return { blocks, end };
  }

  /** Index after the omitted scene that stands behind a heading, or `at`. */
  #omittedFrom(at: number, heading: Block): number {
    if (heading.kind !== 'heading' || !/^\s*(?:scene\s+)?omit/i.test(heading.text)) return at;
    let end = at;
    while (end < this.#blocks.length && this.#block(end).omit === true && this.#block(end).class !== 'boneyard') end++;
    return end;
  }

  /** A paragraph of an omitted scene, or a dual dialogue in it; the index after it. */
  #omittedParagraph(at: number, end: number, into: FdxElement[]): number {
    if (this.#block(at).dual !== undefined) {
      const inner: FdxElement[] = [];
      let next = at;
      while (next < end && this.#block(next).dual !== undefined) inner.push(this.#paragraph(next++, [], []));
      into.push(this.#dualParagraph(at, inner, false));
      return next;
    }
    const alternates = this.#alternatesFrom(at + 1);
    into.push(this.#paragraph(at, [], this.#alts(at, alternates.blocks)));
    return alternates.end;
  }

  /** The speeches of a dual dialogue; the index after them. */
  #dual(at: number): number {
    const base = this.#offsets.next;
    const pending = this.#takePending();
    const inside: FdxElement[] = [];
    const members: number[] = [];
    let lead = this.#leading(base);
    let side: 'left' | 'right' = 'left';
    let next = at;
    while (next < this.#blocks.length) {
      const block = this.#block(next);
      if (block.class === 'page-break' || this.#hides(block) !== undefined) {
        if (!this.#dualGoesOn(next, side)) break;
        next = this.#next(next);
        continue;
      }
      if (block.dual === undefined || (block.dual === 'left' && side === 'right')) break;
      side = block.dual;
      const alternates = this.#alternatesFrom(next + 1);
      if (members.length > 0) lead = this.#leading(base);
      const own = members.length === 0 ? { pageBreak: false, notes: pending.notes } : this.#takePending();
      inside.push(this.#paragraph(next, lead, this.#alts(next, alternates.blocks), own));
      members.push(next, ...alternates.blocks);
      this.#last = next;
      next = alternates.end;
    }
    this.#paragraphs.push(this.#dualParagraph(at, inside, pending.pageBreak));
    this.#offsets.add(undefined, 0, members);
    return next;
  }

  /** Whether behind what does not print the same dual dialogue goes on. */
  #dualGoesOn(at: number, side: 'left' | 'right'): boolean {
    for (let i = at; i < this.#blocks.length; i++) {
      const block = this.#block(i);
      if (block.class === 'page-break' || this.#hides(block) !== undefined) continue;
      return block.dual !== undefined && !(block.dual === 'left' && side === 'right');
    }
    return false;
  }

  /** The paragraph around a dual dialogue; a page break before its first cue is its own. */
  #dualParagraph(at: number, inside: readonly FdxElement[], breaks: boolean): FdxElement {
    const { extra, pageBreak } = this.#block(at);
    const own = extra?.['fdx.dual'];
    const attributes: Record<string, string | undefined> = {
      ...(own === undefined ? DUAL_PARAGRAPH : parseAttributes(own)),
    };
    if (breaks || pageBreak) attributes['StartsNewPage'] = 'Yes';
    else if (attributes['StartsNewPage'] !== undefined) attributes['StartsNewPage'] = 'No';
    return branch('Paragraph', inOrder(attributes), [
      ...this.#fragments(extra?.['fdx.dual-before']),
      branch('DualDialogue', undefined, inside),
      ...this.#fragments(extra?.['fdx.dual-after']),
    ]);
  }

  #takePending(): Pending {
    const pending = { pageBreak: this.#pageBreak, notes: this.#notes };
    this.#pageBreak = false;
    this.#notes = [];
    return pending;
  }

  /** What stands in a paragraph before its text, and waits for it. */
  #leading(base: number): FdxElement[] {
    const groups = this.#hidden;
    this.#hidden = [];
    return this.#hiddenElements(groups, base);
  }

  #hiddenElements(groups: readonly { kind: Hidden; blocks: readonly number[] }[], offset: number): FdxElement[] {
    const { notes, version } = this.#context;
    const inline: FdxElement[] = [];
    for (const { kind, blocks } of groups) {
      const paragraphs = blocks.map((at) => this.#paragraph(at, [], []));
      if (version.listsNotes) this.#hiddenNotes.push(notes.hidden(kind, paragraphs, offset));
      else inline.push(notes.hidden(kind, paragraphs));
    }
    return inline;
  }

  #place(at: number, companions: readonly number[]): void {
    this.#last = at;
    for (const companion of companions) this.#offsets.alias(companion, at);
  }

  #alts(at: number, alternates: readonly number[]): FdxElement[] {
    return this.#context.alternates.print(
      this.#block(at),
      alternates.map((index) => this.#block(index)),
    );
  }

  /** What still waits at the end of the script goes into the last paragraph. */
  #finish(): void {
    if (this.#pageBreak)
      this.#context.warnings.add(
        'not_carried',
        'A page break at the very end of the script has no place in Final Draft',
      );
    const groups = this.#hidden;
    const notes = this.#notes;
    if (groups.length === 0 && notes.length === 0) return;
    this.#hidden = [];
    this.#notes = [];
    const last = this.#paragraphs.pop() ?? this.#emptyParagraph();
    const inline = this.#hiddenElements(groups, Math.max(0, this.#offsets.next - 1));
    if (!this.#context.version.listsNotes) inline.push(...notes.map((note) => this.#context.notes.print(note)));
    this.#paragraphs.push(branch(last.name, last.attributes, [...last.children, ...inline]));
  }

  #emptyParagraph(): FdxElement {
    this.#offsets.add(undefined, 0, []);
    return branch('Paragraph', { Type: 'Action' }, [leaf('Text', undefined, '')]);
  }

  /** A block as a paragraph; `lead` before its text, `tail` behind it. */
  #paragraph(at: number, lead: readonly FdxElement[], tail: readonly FdxElement[], pending = NOTHING): FdxElement {
    const block = this.#block(at);
    const { version, notes } = this.#context;
    const type = typeName(block);
    const style = this.#context.styles.get(type) ?? NO_STYLE;
    const children: FdxElement[] = [];
    if (block.scene) children.push(...printSceneProperties(block, version));
    else children.push(...this.#fragments(block.extra?.['fdx.scene']));
    children.push(...lead);
    const own = pending.notes.length > 0 ? [...pending.notes, ...(block.notes ?? [])] : block.notes;
    if (version.listsNotes || !own) children.push(...this.#texts(block, style, NO_POINTS));
    else {
      const points = own.map((note) => ({
        at: Math.min(note.range?.[0] ?? 0, block.text.length),
        element: notes.print(note),
      }));
      this.#warnOfRanges(own);
      children.push(...this.#texts(block, style, points));
    }
    children.push(...tail, ...this.#fragments(block.extra?.['fdx.xml']));
    return branch('Paragraph', this.#attributes(block, type, pending.pageBreak), children);
  }

  #warnOfRanges(notes: readonly BlockNote[]): void {
    if (notes.some(({ range }) => range && range[1] > range[0])) {
      this.#context.warnings.once(
        'not_carried',
        'Notes in this version of Final Draft stand at one place: how far they reach is not carried',
      );
    }
  }

  /** The text of a block as runs, with what stands at points of it in between. */
  #texts(block: Block, style: TypeStyle, points: readonly Point[]): FdxElement[] {
    const { text } = block;
    const runs = block.runs ?? NO_RUNS;
    const base = baseLook(block);
    const tags = block.tags ? this.#context.tags.segments(block) : NO_TAGS;
    if (runs.length === 0 && !base && tags.length === 0 && points.length === 0) {
      return text === '' && !this.#context.version.emptyTexts ? [] : [leaf('Text', undefined, text)];
    }
    const edges = new Set([0, text.length]);
    for (const { start, end } of runs) edges.add(start).add(end);
    for (const { start, end } of tags) edges.add(start).add(end);
    for (const { at } of points) edges.add(at);
    const sorted = [...edges].filter((edge) => edge >= 0 && edge <= text.length).sort((a, b) => a - b);
    const waiting = [...points].sort((a, b) => a.at - b.at);
    const elements: FdxElement[] = [];
    let run = 0;
    let tag = 0;
    let point = 0;
    sorted.forEach((start, i) => {
      for (; waiting[point]?.at === start; point++) elements.push((waiting[point] as Point).element);
      const end = sorted[i + 1];
      if (end === undefined) return;
      while ((runs[run]?.end ?? Infinity) <= start) run++;
      while ((tags[tag]?.end ?? Infinity) <= start) tag++;
      const onRun = runs[run] && (runs[run] as Run).start <= start ? runs[run] : undefined;
      const onTag = tags[tag] && (tags[tag] as TagSegment).start <= start ? tags[tag] : undefined;
      const look = base ? { ...base, ...onRun } : onRun;
      elements.push(leaf('Text', lookAttributes(look, style, onTag?.number), text.slice(start, end)));
    });
    if (text === '' && this.#context.version.emptyTexts) elements.push(leaf('Text', undefined, ''));
    return elements;
  }

  #attributes(block: Block, type: string, breaksBefore: boolean): FdxAttributes {
    const { layout, number, extra, id } = block;
    const { hasIds } = this.#context.version;
    // In a dual dialogue the paragraph around it breaks the page.
    const breaks = breaksBefore || (block.pageBreak === true && block.dual === undefined);
    if (!layout && number === undefined && !extra && !breaks && !hasIds && block.class !== 'centered')
      return { Type: type };
    const attributes: Record<string, string> = layout ? printSpec(layout) : {};
    if (extra?.['fdx.attributes'] !== undefined) Object.assign(attributes, parseAttributes(extra['fdx.attributes']));
    if (block.class === 'centered') attributes['Alignment'] ??= 'Center';
    if (number !== undefined) attributes['Number'] = number;
    if (breaks) attributes['StartsNewPage'] = 'Yes';
    attributes['Type'] = type;
    const ownId = extra?.['fdx.id'] ?? (hasIds ? id : undefined);
    if (ownId !== undefined) attributes['id'] = ownId;
    return inOrder(attributes);
  }

  #fragments(text: string | undefined): readonly FdxElement[] {
    if (text === undefined) return [];
    return parseFragments(text) ?? [];
  }
}

/** What stood before a paragraph and has none of its own. */
interface Pending {
  pageBreak: boolean;
  notes: readonly BlockNote[];
}

const NOTHING: Pending = { pageBreak: false, notes: [] };

/** What stands at a place of a text. */
interface Point {
  at: number;
  element: FdxElement;
}

const NO_POINTS: readonly Point[] = [];
const NO_RUNS: readonly Run[] = [];
const NO_TAGS: readonly TagSegment[] = [];

/** What a block says of all its text: revised as a whole, or styled where Final Draft styles only runs. */
function baseLook({ layout, revisions }: Block): Look | undefined {
  let look: Look | undefined;
  if (revisions && revisions.length > 0) look = { revision: Math.max(...revisions) };
  if (!layout) return look;
  for (const flag of ['bold', 'italic', 'underline', 'strike', 'caps'] as const)
    if (layout[flag]) (look ??= {})[flag] = true;
  for (const name of ['font', 'color', 'background'] as const) {
    const value = layout[name];
    if (value !== undefined) (look ??= {})[name] = value;
  }
  if (layout.size !== undefined) (look ??= {}).size = layout.size;
  return look;
}
