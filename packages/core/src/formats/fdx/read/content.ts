import type { Warnings } from '../../../errors/index.js';
import type { Block, BlockNote, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import { isUuid } from '../../../model/ids.js';
import { XML_TEXT, isXmlBlank } from '../../../syntax/xml.js';
import { printAttributes, printFragments } from '../../../syntax/xml-fragments.js';
import { HIDDEN_NOTES, SPEC_ATTRIBUTES, isUsualDual, readFlag, readSpec, typeFacts } from '../mapping.js';
import { attributesBut, leaf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import type { Alternates } from './alternates.js';
import { pairMarked } from './marked-dual.js';
import { isHidden, readNote } from './notes.js';
import type { ListedNotes } from './notes.js';
import type { ScriptPositions } from './positions.js';
import { NO_BASE, RunReader, isLaidOut } from './runs.js';
import type { RunBase } from './runs.js';
import { readSceneProperties } from './scene-properties.js';
import type { TagBook } from './tags.js';

export interface ContentContext {
  /** What each paragraph type gives its text. */
  bases: ReadonlyMap<string, RunBase>;
  tags: TagBook;
  alternates: Alternates;
  /** Notes that the file lists at its end, for those that stand for hidden paragraphs. */
  listed: ListedNotes;
  /** Present when something in the file counts in script-wide offsets. */
  positions: ScriptPositions | undefined;
  warnings: Warnings;
}

const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set<string>([
  ...SPEC_ATTRIBUTES,
  'DualDialogue',
  'Type',
  'Number',
  'id',
]);
const DEPTH = 8;

interface OwnParagraph {
  /** Index of the paragraph's own block. */
  block: number;
  /** The omitted scene inside it, to be read next. */
  omitted: FdxElement | undefined;
  /** Notes behind the omitted scene that stand for hidden paragraphs. */
  late: readonly FdxElement[];
}

/** The script's paragraphs -> blocks. */
export function readContent(content: readonly FdxElement[], context: ContentContext): Block[] {
  const reader = new ContentReader(context);
  for (const element of content) reader.top(element);
  reader.finish();
  return reader.blocks;
}

/** Whether an element is text that is not empty. */
function hasWords({ name, text, children }: FdxElement): boolean {
  return name === 'Text' && (text !== '' || children.length > 0);
}

class ContentReader {
  readonly blocks: Block[] = [];
  readonly #context: ContentContext;
  #paragraph = 0;
  /** Attributes of paragraphs that say no more than the type; equal ones are mostly one object. */
  readonly #plainAttributes = new Set<FdxAttributes>();
  /** What paragraphs say of their side in a dual dialogue, where other programs note it on them. */
  readonly #sides = new Map<Block, string>();

  constructor(context: ContentContext) {
    this.#context = context;
  }

  /** A direct child of `Content`. */
  top(element: FdxElement): void {
    this.#paragraph++;
    const { positions } = this.#context;
    if (positions) this.#listedHidden(positions.next);
    switch (element.name) {
      case 'Paragraph':
        this.#topParagraph(element);
        break;
      case 'DualDialogue':
        // Other programs leave out the paragraph around it.
        this.#dual(element, undefined);
        break;
      case XML_TEXT:
        this.#warn('Text between the paragraphs was read as a paragraph of its own');
        this.#topParagraph(leaf('Paragraph', { Type: 'General' }, element.text.trim()));
        break;
      default:
        this.#warn(`<${element.name}> is no paragraph; its text was left out`);
    }
    if (positions) this.#listedHidden(positions.next - 1);
  }

  /** Hidden paragraphs whose place is behind the end of the script. */
  finish(): void {
    this.#listedHidden(Infinity);
    if (this.#sides.size > 0) pairMarked(this.blocks, this.#sides);
  }

  #warn(message: string): void {
    this.#context.warnings.add('repaired', message, { paragraph: this.#paragraph });
  }

  #topParagraph(element: FdxElement): void {
    const { positions } = this.#context;
    const { children } = element;
    for (const { name } of children) {
      if (name === 'DualDialogue') this.#dualParagraph(element);
      else if (name === 'Paragraph') this.#nest(element);
      else continue;
      return;
    }
    if (this.#isPlain(element)) {
      const text = (children[0] as FdxElement).text;
      positions?.add(this.blocks.length, text.length);
      const { kind, class: className, typeName, level } = typeFacts(element.attributes['Type'] ?? 'General');
      const block: Block = { kind, text };
      if (className !== undefined) block.class = className;
      if (typeName !== undefined) block.typeName = typeName;
      if (level !== undefined) block.level = level;
      this.blocks.push(block);
      return;
    }
    const own = this.#own(element, false, undefined);
    const length = (this.blocks[own.block] as Block).text.length;
    if (own.omitted) {
      const first = this.blocks.length;
      this.#omitted(own.omitted, 0);
      positions?.add(own.block, length, this.blocks.length > first ? [first, this.blocks.length - 1] : undefined);
      for (const note of own.late) this.#hidden(note);
    } else positions?.add(own.block, length);
  }

  /** Whether a paragraph is a type and one text without a look, as nearly all are. */
  #isPlain({ attributes, children }: FdxElement): boolean {
    const [text] = children;
    if (children.length !== 1 || text?.name !== 'Text' || text.children.length > 0 || isLaidOut(text)) return false;
    for (const _ in text.attributes) return false;
    if (this.#plainAttributes.has(attributes)) return true;
    if (Object.keys(attributes).join() !== 'Type') return false;
    this.#plainAttributes.add(attributes);
    return true;
  }

  /** Hidden paragraphs of listed notes up to an offset of the script. */
  #listedHidden(offset: number): void {
    for (const note of this.#context.listed.hiddenUpTo(offset)) this.#hidden(note);
  }

  /** The paragraphs that a note stands for. */
  #hidden(note: FdxElement): void {
    const boneyard = note.attributes['Type'] === HIDDEN_NOTES.boneyard.type;
    for (const child of note.children) {
      if (child.name !== 'Paragraph') continue;
      const { block } = this.#own(child, boneyard, undefined);
      const own = this.blocks[block] as Block;
      if (boneyard && own.kind === 'general' && own.class === undefined) own.class = 'boneyard';
    }
  }

  /** A paragraph with others inside, as a missing end tag leaves it. */
  #nest({ name, attributes, children }: FdxElement): void {
    this.#warn('A paragraph inside another became one of its own');
    const own = children.filter((child) => child.name !== 'Paragraph');
    if (own.length > 0) this.#topParagraph({ name, attributes, children: own, text: '' });
    for (const child of children) if (child.name === 'Paragraph') this.#topParagraph(child);
  }

  /** A paragraph around dual dialogue: mostly one, and nothing else that shows. */
  #dualParagraph({ name, attributes, children }: FdxElement): void {
    const part = (own: readonly FdxElement[]): FdxElement => ({ name, attributes, children: own, text: '' });
    const first = children.findIndex((child) => child.name === 'DualDialogue');
    let from = 0;
    if (children.slice(0, first).some(hasWords)) {
      this.#warn('Text beside a dual dialogue became a paragraph of its own');
      this.#topParagraph(part(children.slice(0, first)));
      from = first;
    }
    // Each dual dialogue takes along what stands behind it.
    for (let at = first; at < children.length; ) {
      let next = at + 1;
      while (next < children.length && children[next]?.name !== 'DualDialogue') next++;
      this.#dual(children[at] as FdxElement, part(children.slice(from, next)));
      from = at = next;
    }
  }

  /** The speeches of a dual dialogue: the second cue starts the right column. */
  #dual(element: FdxElement, wrapper: FdxElement | undefined, counts = true): void {
    const first = this.blocks.length;
    let cues = 0;
    // Some programs put an element around each speech.
    const speeches = element.children.flatMap((child) =>
      child.name !== 'Paragraph' && child.children.some(({ name }) => name === 'Paragraph') ? child.children : [child],
    );
    for (const child of speeches) {
      if (child.name !== 'Paragraph') {
        this.#warn(`<${child.name}> in a dual dialogue was left out`);
        continue;
      }
      if (typeFacts(child.attributes['Type'] ?? '').kind === 'character') cues++;
      const { omitted, late } = this.#own(child, false, cues > 1 ? 'right' : 'left');
      if (omitted) this.#omitted(omitted, 0);
      for (const note of late) this.#hidden(note);
    }
    const last = this.blocks.length - 1;
    if (last < first) {
      this.#warn('A dual dialogue without paragraphs was left out');
      return;
    }
    const head = this.blocks[first] as Block;
    if (wrapper) {
      if (!isUsualDual(wrapper.attributes))
        head.extra = { ...head.extra, 'fdx.dual': printAttributes(wrapper.attributes) };
      if (readFlag(wrapper.attributes['StartsNewPage'])) head.pageBreak = true;
    }
    if (counts) this.#context.positions?.add(first, 0, [first, last]);
    if (wrapper) this.#besideDual(wrapper, head);
  }

  /** What else the paragraph around a dual dialogue holds. */
  #besideDual(wrapper: FdxElement, head: Block): void {
    const rest = wrapper.children.filter((child) => child.name !== 'DualDialogue');
    if (rest.some(hasWords)) {
      this.#warn('Text beside a dual dialogue became a paragraph of its own');
      this.#own(
        { name: 'Paragraph', attributes: { Type: wrapper.attributes['Type'] }, children: rest, text: '' },
        false,
        undefined,
      );
      return;
    }
    const notes = rest.filter((child) => child.name === 'ScriptNote');
    const shown = notes.filter((note) => !isHidden(note));
    if (shown.length > 0) head.notes = [...(head.notes ?? []), ...shown.map((note) => readNote(note))];
    for (const note of notes) if (isHidden(note)) this.#hidden(note);
    const at = wrapper.children.findIndex((child) => child.name === 'DualDialogue');
    for (const [key, children] of [
      ['fdx.dual-before', wrapper.children.slice(0, at)],
      ['fdx.dual-after', wrapper.children.slice(at + 1)],
    ] as const) {
      const others = children.filter((child) => child.name !== 'ScriptNote');
      if (others.length > 0) head.extra = { ...head.extra, [key]: printFragments(others) };
    }
  }

  /** The paragraphs of an omitted scene. */
  #omitted(element: FdxElement, depth: number): void {
    for (const child of element.children) {
      if (child.name !== 'Paragraph' || depth >= DEPTH) {
        this.#warn(`<${child.name}> in an omitted scene was left out`);
        continue;
      }
      const dual = child.children.find((inner) => inner.name === 'DualDialogue');
      if (dual) {
        const at = this.blocks.length;
        this.#dual(dual, child, false);
        for (let i = at; i < this.blocks.length; i++) (this.blocks[i] as Block).omit = true;
        continue;
      }
      const inner = this.#own(child, true, undefined);
      if (inner.omitted) this.#omitted(inner.omitted, depth + 1);
      for (const note of inner.late) this.#hidden(note);
    }
  }

  /** Appends the block of a paragraph itself, its alternates, and the hidden blocks that its notes stand for. */
  #own(element: FdxElement, omit: boolean, side: 'left' | 'right' | undefined): OwnParagraph {
    const { attributes, children } = element;
    const type = attributes['Type'] ?? 'General';
    const facts = typeFacts(type);
    const block: Block = { kind: facts.kind, text: '' };
    if (facts.class !== undefined) block.class = facts.class;
    if (facts.typeName !== undefined) block.typeName = facts.typeName;
    if (facts.level !== undefined) block.level = facts.level;
    if (omit) block.omit = true;
    if (side !== undefined) block.dual = side;
    this.#attributes(block, attributes);

    const runs = new RunReader(this.#context.bases.get(type) ?? NO_BASE, this.#context.tags.numbers);
    let after: FdxElement[] | undefined;
    let notes: BlockNote[] | undefined;
    let others: FdxElement[] | undefined;
    let omitted: FdxElement | undefined;
    let alternates: FdxElement | undefined;
    let late: FdxElement[] | undefined;
    let texts = 0;
    for (const child of children) {
      switch (child.name) {
        case 'Text':
          texts++;
          runs.add(child);
          break;
        case 'SceneProperties':
          this.#scene(block, child);
          break;
        case 'ScriptNote':
          if (!isHidden(child)) (notes ??= []).push(readNote(child, runs.text.length));
          else if (texts === 0 && !omitted) this.#hidden(child);
          else if (omitted) (late ??= []).push(child);
          else (after ??= []).push(child);
          break;
        case 'OmittedScene':
          omitted = child;
          break;
        case 'Alts':
          alternates = child;
          break;
        case XML_TEXT:
          if (!isXmlBlank(child.text)) runs.add(child);
          break;
        default:
          (others ??= []).push(child);
      }
    }
    if (children.length === 0 && element.text !== '' && !isXmlBlank(element.text))
      runs.add(leaf('Text', undefined, element.text));
    block.text = runs.text;
    if (runs.runs) block.runs = runs.runs;
    if (runs.tagged) block.tags = this.#context.tags.tags(runs.tagged);
    if (notes) block.notes = notes;
    if (others) block.extra = { ...block.extra, 'fdx.xml': printFragments(others) };
    const at = this.blocks.length;
    this.blocks.push(block);
    if (alternates) this.blocks.push(...this.#context.alternates.of(block, alternates));
    for (const note of after ?? []) this.#hidden(note);
    return { block: at, omitted, late: late ?? [] };
  }

  #attributes(block: Block, attributes: FdxAttributes): void {
    let count = 0;
    let unknown = false;
    for (const name in attributes) {
      count++;
      if (!KNOWN_ATTRIBUTES.has(name)) unknown = true;
    }
    if (count <= 1 && attributes['Type'] !== undefined) return;
    const { Number: number, id, DualDialogue: side } = attributes;
    if (side !== undefined) this.#sides.set(block, side.toLowerCase());
    if (number !== undefined && number !== '') block.number = number;
    if (id !== undefined) {
      if (isUuid(id)) block.id = id;
      else block.extra = { ...block.extra, 'fdx.id': id };
    }
    const layout = readSpec(attributes);
    if (layout) this.#layout(block, layout);
    if (unknown) {
      const rest = attributesBut(attributes, KNOWN_ATTRIBUTES);
      if (rest) block.extra = { ...block.extra, 'fdx.attributes': printAttributes(rest) };
    }
  }

  #layout(block: Block, layout: ParagraphStyle): void {
    if (layout.newPage === true) {
      block.pageBreak = true;
      delete layout.newPage;
    }
    if (
      layout.align === 'center' &&
      block.class === undefined &&
      (block.kind === 'action' || block.kind === 'general')
    ) {
      block.class = 'centered';
      delete layout.align;
    }
    if (Object.keys(layout).length > 0) block.layout = layout;
  }

  #scene(block: Block, element: FdxElement): void {
    if (block.kind !== 'heading') {
      block.extra = { ...block.extra, 'fdx.scene': printFragments([element]) };
      return;
    }
    const { facts, titleRuns, rest } = readSceneProperties(element);
    if (facts) block.scene = facts;
    if (titleRuns !== undefined) block.extra = { ...block.extra, 'fdx.title-runs': titleRuns };
    if (rest) block.extra = { ...block.extra, 'fdx.scene': printFragments([rest]) };
  }
}
