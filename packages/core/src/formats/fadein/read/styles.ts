import type { BlockKind, ParagraphStyle } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import { attributesBut, branch, childrenOf } from '../../../syntax/xml-element.js';
import type { Frame } from '../frame.js';
import {
  BUILT_IN,
  FLAGS,
  PARAGRAPH_ATTRIBUTES,
  StyleClasses,
  builtInIndex,
  builtInStyle,
  readParagraph,
} from '../mapping.js';
import { numberRule } from '../numbering.js';
import type { NumberRule } from '../numbering.js';
import { STANDARD_STYLES } from '../standard.js';
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

/** Styles that build on one another, at most. */
const DEPTH = 16;
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
  readonly #attributes = new Map<string, OsfAttributes>();
  readonly #entries = new Map<string, StyleEntry>();
  readonly #order: string[] = [];
  /** Names as they are spelled, by their lower-case form. */
  readonly #lower = new Map<string, string>();
  readonly #classes = new StyleClasses();
  readonly #frame: Frame;
  readonly #warnings: Warnings;
  /** Children of `styles` that are no styles of paragraphs. */
  readonly #others: OsfElement[];

  constructor(styles: OsfElement | undefined, headings: OsfAttributes, frame: Frame, warnings: Warnings) {
    this.#frame = frame;
    this.#warnings = warnings;
    for (const element of childrenOf(styles, 'style')) this.#define(element.attributes);
    const indexes = new Set([...this.#attributes.values()].map(builtInIndex));
    for (const attributes of STANDARD_STYLES) {
      if (indexes.has(builtInIndex(attributes))) continue;
      const { font, size, ...others } = attributes;
      this.#define(attributes['basestyle'] === undefined ? attributes : others);
    }
    // Before version 40 the settings said how scenes are numbered.
    for (const [name, attributes] of this.#attributes) {
      const numbered = BUILT_IN[builtInIndex(attributes)]?.[1] === 'heading' && attributes['numbering'] === undefined;
      if (numbered) this.#attributes.set(name, { ...attributes, ...headings });
    }
    this.#others = (styles?.children ?? []).filter(({ name }) => name !== 'style');
    // In the file's order, in which classes are given.
    for (const name of this.#order) this.entry(name);
  }

  #define(attributes: OsfAttributes): void {
    const { name } = attributes;
    if (name === undefined || this.#attributes.has(name)) return;
    const effects = readNumber(attributes['effects']);
    const own: Record<string, string | undefined> = { ...attributesBut(attributes, GIVEN_UP) };
    for (const [bit, attribute] of EFFECTS) if (effects !== undefined && effects & bit) own[attribute] ??= '1';
    this.#attributes.set(name, own);
    this.#order.push(name);
    const lower = name.trim().toLowerCase();
    if (!this.#lower.has(lower)) this.#lower.set(lower, name);
  }

  /** The style that a paragraph names; the nearest there is, with a warning, when the file does not define it. */
  find(paragraph: OsfAttributes): StyleEntry {
    const name =
      paragraph['basestyle'] ?? paragraph['name'] ?? BUILT_IN[readNumber(paragraph['builtin_index']) ?? 2]?.[0];
    return this.entry(name ?? builtInStyle('action'));
  }

  entry(name: string): StyleEntry {
    let entry = this.#entries.get(name);
    if (!entry) {
      entry = this.#attributes.has(name) ? this.#resolve(name) : this.#nearest(name);
      this.#entries.set(name, entry);
    }
    return entry;
  }

  /** A style that is not defined: one of the same name in other case, else action under that name. */
  #nearest(name: string): StyleEntry {
    const lower = name.trim().toLowerCase();
    const alike = this.#lower.get(lower);
    if (alike !== undefined && alike !== name) return this.entry(alike);
    if (lower === '') return this.entry(builtInStyle('action'));
    this.#warnings.once(
      'repaired',
      'Paragraphs are in a style that the file does not define; they were read as action',
    );
    this.#define({ name, basestyle: builtInStyle('action') });
    return this.#resolve(name);
  }

  #resolve(name: string): StyleEntry {
    const chain: OsfAttributes[] = [];
    let builtIn = -1;
    for (let at: string | undefined = name; at !== undefined && chain.length < DEPTH; ) {
      const attributes = this.#attributes.get(at);
      if (!attributes) break;
      chain.push(attributes);
      if (builtIn < 0) builtIn = builtInIndex(attributes);
      at = attributes['basestyle'] === at ? undefined : attributes['basestyle'];
    }
    const merged: Record<string, string | undefined> = Object.create(null) as Record<string, string | undefined>;
    for (const attributes of chain.reverse()) Object.assign(merged, attributes);
    const own = this.#attributes.get(name) ?? {};
    const kind = BUILT_IN[Math.max(0, builtIn)]?.[1] ?? 'general';
    const style = this.#style(merged, kind);
    const entry: StyleEntry = {
      name,
      kind,
      style,
      looks: new LookReader(style),
      numbering: numberRule(name, (style) => this.#attributes.get(style)),
    };
    if (builtInIndex(own) < 0) {
      entry.class = this.#classes.of(name);
      style.paginateAs = paginateAs(kind, merged);
    } else if (kind === 'shot' && readFlag(merged['keepwithnext'])) style.paginateAs = 'scene-heading';
    return entry;
  }

  /** Everything that a style says, said in full. */
  #style(attributes: OsfAttributes, kind: BlockKind): ParagraphStyle {
    const said = readParagraph(attributes, this.#frame);
    const usual = readParagraph({ align: 'left', leftindent: '0', rightindent: '0', spacebefore: '0' }, this.#frame);
    const style: ParagraphStyle = { ...usual, ...said };
    for (const [, flag] of FLAGS) if (!style[flag]) delete style[flag];
    if (!style.newPage) delete style.newPage;
    style.spacing ??= this.#frame.pitch;
    if (kind === 'parenthetical') style.first ??= BRACKET;
    return style;
  }

  /** The setup's styles by kind or class. */
  styles(): Record<string, ParagraphStyle> {
    const styles: Record<string, ParagraphStyle> = Object.create(null) as Record<string, ParagraphStyle>;
    for (const name of this.#order) {
      const { kind, class: className, style } = this.entry(name);
      styles[className ?? kind] ??= style;
    }
    const action = styles['action'];
    if (action) styles['centered'] = { ...action, align: 'center', paginateAs: 'action' };
    return { ...styles };
  }

  /** The attributes that say how scene headings are numbered. */
  headingNumbers(): OsfAttributes {
    for (const attributes of this.#attributes.values()) {
      if (BUILT_IN[builtInIndex(attributes)]?.[1] === 'heading') return attributes;
    }
    return {};
  }

  /** What the styles say that no setting has: for a writer of this format. */
  rest(): OsfElement {
    const styles = this.#order.map((name) => {
      const attributes = this.#attributes.get(name) ?? {};
      return branch('style', attributesBut(attributes, PARAGRAPH_ATTRIBUTES));
    });
    return branch('styles', undefined, [...styles, ...this.#others]);
  }
}

function paginateAs(kind: BlockKind, attributes: OsfAttributes): string {
  if (kind === 'heading') return 'scene-heading';
  const stays =
    readFlag(attributes['keepwithnext']) === true && (kind === 'general' || kind === 'action' || kind === 'shot');
  return stays ? 'scene-heading' : kind;
}
