import type { BlockKind, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { attributesBut, branch, childrenOf } from '../../../syntax/xml-element.js';
import type { Frame } from '../frame.js';
import { BUILT_IN, FLAGS, PARAGRAPH_ATTRIBUTES, StyleClasses, readParagraph } from '../mapping.js';
import { numberRule } from '../numbering.js';
import type { NumberRule } from '../numbering.js';
import { STANDARD_FONT } from '../standard.js';
import { StyleTable } from '../style-table.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { readFlag, readNumber } from '../values.js';
import { LookReader } from './runs.js';

/** A style, resolved down to the built-in one that it derives from. */
export interface StyleEntry {
  name: string;
  kind: BlockKind;
  /** Of a style of the writer's own. */
  class?: string;
  /** All that its paragraphs look like, what it inherits included. */
  style: ParagraphStyle;
  /** Reads the looks of runs against those of the style. */
  looks: LookReader;
  numbering: NumberRule | undefined;
}

/** Bits of `effects`, which version 12 has in place of attributes. */
const EFFECTS: readonly (readonly [bit: number, attribute: string])[] = [
  [0x1, 'allcaps'],
  [0x4, 'strikethrough'],
];
/** What says nothing about the script: names for menus, and what attributes say now. */
const GIVEN_UP = new Set(['label', 'effects']);
/** The bracket of a parenthetical hangs out by one character. */
const BRACKET = -0.1;

/** The styles of a file, those that every file has included. */
export class StyleBook {
  readonly #table: StyleTable;
  readonly #entries = new Map<string, StyleEntry>();
  readonly #classes = new StyleClasses();
  readonly #frame: Frame;
  readonly #warnings: Warnings;
  /** Children of `styles` that are no styles of paragraphs. */
  readonly #others: OsfElement[];

  constructor(styles: OsfElement | undefined, headings: OsfAttributes, frame: Frame, warnings: Warnings) {
    this.#frame = frame;
    this.#warnings = warnings;
    this.#table = new StyleTable(
      childrenOf(styles, 'style').map(({ attributes }) => modern(attributes)),
      // The others look like plain text of this file.
      ({ font, size, ...others }) => (others['basestyle'] === undefined ? { font, size, ...others } : others),
    );
    // Before version 40 the settings said how scenes are numbered.
    const heading = this.#table.builtIn('heading');
    if (this.#table.get(heading)?.['numbering'] === undefined) this.#table.set(heading, headings);
    this.#others = (styles?.children ?? []).filter(({ name }) => name !== 'style');
    // In the file's order, in which classes are given.
    for (const name of this.#table.names()) this.entry(name);
  }

  /** The style that a paragraph names; the nearest there is, with a warning, when the file does not define it. */
  find(paragraph: OsfAttributes): StyleEntry {
    const name = paragraph['basestyle'] ?? paragraph['name'];
    if (name !== undefined) return this.entry(name);
    return this.entry(this.#table.builtIn(BUILT_IN[readNumber(paragraph['builtin_index']) ?? -1]?.[1] ?? 'action'));
  }

  entry(name: string): StyleEntry {
    let entry = this.#entries.get(name);
    if (!entry) {
      entry = this.#table.has(name) ? this.#resolve(name) : this.#nearest(name);
      this.#entries.set(name, entry);
    }
    return entry;
  }

  /** A style that is not defined: one of the same name in other case, else action under that name. */
  #nearest(name: string): StyleEntry {
    const alike = name.trim() === '' ? this.#table.builtIn('action') : this.#table.alike(name);
    if (alike !== undefined) return this.entry(alike);
    this.#warnings.once(
      'repaired',
      'Paragraphs are in a style that the file does not define; they were read as action',
    );
    this.#table.define({ name, basestyle: this.#table.builtIn('action') });
    return this.#resolve(name);
  }

  #resolve(name: string): StyleEntry {
    const merged: Record<string, string | undefined> = Object.create(null) as Record<string, string | undefined>;
    for (const attributes of this.#table.chain(name).reverse()) Object.assign(merged, attributes);
    const kind = this.#table.kindOf(name);
    const style = this.#style(merged, kind);
    const entry: StyleEntry = {
      name,
      kind,
      style,
      looks: new LookReader(style),
      numbering: numberRule(name, (style) => this.#table.get(style)),
    };
    if (this.#table.builtInIndex(name) === undefined) {
      entry.class = this.#classes.of(name);
      style.paginateAs = paginateAs(kind, merged);
    } else if (kind === 'shot' && readFlag(merged['keepwithnext'])) style.paginateAs = 'scene-heading';
    return entry;
  }

  /** Everything that a style says, said in full. */
  #style(attributes: OsfAttributes, kind: BlockKind): ParagraphStyle {
    const said = readParagraph(attributes, this.#frame);
    const usual = readParagraph({ align: 'left', leftindent: '0', rightindent: '0', spacebefore: '0' }, this.#frame);
    const style: ParagraphStyle = { font: STANDARD_FONT, size: 12, ...usual, ...said };
    for (const [, flag] of FLAGS) if (!style[flag]) delete style[flag];
    if (!style.newPage) delete style.newPage;
    style.spacing ??= this.#frame.pitch;
    if (kind === 'parenthetical') style.first ??= BRACKET;
    return style;
  }

  /** The setup's styles by kind or class. */
  styles(): Record<string, ParagraphStyle> {
    const styles: Record<string, ParagraphStyle> = Object.create(null) as Record<string, ParagraphStyle>;
    for (const name of this.#table.names()) {
      const { kind, class: className, style } = this.entry(name);
      styles[className ?? kind] ??= style;
    }
    const action = styles['action'];
    if (action) styles['centered'] = { ...action, align: 'center', paginateAs: 'action' };
    return { ...styles };
  }

  /** The attributes that say how scene headings are numbered. */
  headingNumbers(): OsfAttributes {
    return this.#table.get(this.#table.builtIn('heading')) ?? {};
  }

  /** What the styles say that no setting has: for a writer of this format. */
  rest(): OsfElement {
    const styles = this.#table
      .names()
      .map((name) => branch('style', attributesBut(this.#table.get(name) ?? {}, PARAGRAPH_ATTRIBUTES)));
    return branch('styles', undefined, [...styles, ...this.#others]);
  }
}

/** A style without what was given up, and with attributes in place of the effects of version 12. */
function modern(attributes: OsfAttributes): OsfAttributes {
  const own: Record<string, string | undefined> = { ...attributesBut(attributes, GIVEN_UP) };
  const effects = readNumber(attributes['effects']);
  for (const [bit, attribute] of EFFECTS) if (effects !== undefined && effects & bit) own[attribute] ??= '1';
  return own;
}

function paginateAs(kind: BlockKind, attributes: OsfAttributes): string {
  if (kind === 'heading') return 'scene-heading';
  const stays =
    readFlag(attributes['keepwithnext']) === true && (kind === 'general' || kind === 'action' || kind === 'shot');
  return stays ? 'scene-heading' : kind;
}
