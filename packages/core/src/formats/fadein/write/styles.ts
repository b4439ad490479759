import { classOf } from '../../../conventions/classes.js';
import type { Block, BlockKind, ParagraphStyle, Setup } from '../../../conventions/manuscript/types.js';
import { defaultSetup } from '../../../conventions/page-setup.js';
import { attributesBut, branch } from '../../../syntax/xml-element.js';
import { toInches } from '../frame.js';
import type { Frame } from '../frame.js';
import {
  BUILT_IN,
  FLAGS,
  PARAGRAPH_ATTRIBUTES,
  StyleClasses,
  inStyleOrder,
  printParagraph,
  readParagraph,
} from '../mapping.js';
import { numberRule } from '../numbering.js';
import type { NumberRule } from '../numbering.js';
import { STANDARD_FONT, STANDARD_STYLES } from '../standard.js';
import { StyleTable } from '../style-table.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { BLACK, WHITE, printNumber } from '../values.js';
import type { FadeInLosses } from './losses.js';

/** Final Draft's own Courier, which nobody else has. */
const FINAL_DRAFT_FONT = 'Courier Final Draft';
/** The bracket of a parenthetical hangs out by itself. */
const BRACKET = -0.1;
/** Styles of the document that are no styles in Fade In. */
const NO_STYLES = new Set(['centered']);

/** A style as paragraphs need it: its name, and all that it says. */
export interface SheetStyle {
  name: string;
  look: ParagraphStyle;
}

/** The styles of the file that is written: those of the file that was read, else Fade In's, and what the script adds. */
export class StyleSheet {
  readonly #setup: Readonly<Record<string, ParagraphStyle>>;
  readonly #frame: Frame;
  readonly #own: boolean;
  readonly #losses: FadeInLosses;
  readonly #table: StyleTable;
  readonly #looks = new Map<string, ParagraphStyle>();
  /** Names by kind, and by kind and class. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #others: readonly OsfElement[];
  /** Entries of the setup that are styles here. */
  readonly #used = new Set<string>(NO_STYLES);

  constructor(
    setup: Setup | undefined,
    kept: OsfElement | undefined,
    frame: Frame,
    own: boolean,
    losses: FadeInLosses,
  ) {
    this.#setup = setup?.styles ?? {};
    this.#frame = frame;
    this.#own = own;
    this.#losses = losses;
    const [styles, others] = [true, false].map(
      (wanted) => kept?.children.filter(({ name }) => (name === 'style') === wanted) ?? [],
    ) as [OsfElement[], OsfElement[]];
    this.#others = [...others, ...RUNNING_STYLES.filter(({ name }) => others.every((other) => other.name !== name))];
    this.#table = new StyleTable(
      styles.map(({ attributes }) => attributes),
      (style) => attributesBut(style, PARAGRAPH_ATTRIBUTES) ?? style,
    );
    this.#name();
  }

  /** Finds what the styles stand for, in the order in which they were given their classes. */
  #name(): void {
    const classes = new StyleClasses();
    const names = this.#table.names();
    for (const name of names) {
      this.#taken.add(name.toLowerCase());
      const kind = this.#table.kindOf(name);
      const className = this.#table.builtInIndex(name) === undefined ? classes.of(name) : undefined;
      const key = className === undefined ? kind : `${kind} ${className}`;
      if (!this.#names.has(key)) this.#names.set(key, name);
      const setup = className ?? kind;
      this.#used.add(setup);
      const look = this.#setup[setup];
      if (look) this.#looks.set(name, this.#complete({ ...this.#usual(kind, look), ...look }, kind));
    }
    for (const name of names) this.#inherit(name);
  }

  /** A style of which the setup says nothing looks like the one that it is based on, else like Fade In's. */
  #inherit(name: string): ParagraphStyle {
    let look = this.#looks.get(name);
    if (!look) {
      const base = this.#table.builtInIndex(name) === undefined ? this.#table.get(name)?.['basestyle'] : undefined;
      const kind = this.#table.kindOf(name);
      look = base === undefined ? this.#complete(this.#standard(kind), kind) : this.#inherit(base);
      this.#looks.set(name, look);
    }
    return look;
  }

  #standard(kind: BlockKind): ParagraphStyle {
    const index = BUILT_IN.findIndex(([, own]) => own === kind);
    return readParagraph(STANDARD_STYLES[index] ?? {}, this.#frame);
  }

  /** What a look leaves unsaid. One that names its font says everything that it is; others say what is unlike the usual. */
  #usual(kind: BlockKind, look: ParagraphStyle): ParagraphStyle {
    if (this.#own) return {};
    const usual = this.#standard(kind);
    if (look.font !== undefined || look.size !== undefined) for (const [, flag] of FLAGS) delete usual[flag];
    return usual;
  }

  /** A look that says everything. */
  #complete(style: ParagraphStyle, kind: BlockKind): ParagraphStyle {
    const { left, right, width, pitch } = this.#frame;
    const { first, leading } = style;
    if (first !== undefined && first !== 0 && !(kind === 'parenthetical' && first === BRACKET))
      this.#losses.add('firstLine');
    if (leading !== undefined && leading !== 'regular') this.#losses.add('leading');
    const font = !this.#own && style.font === FINAL_DRAFT_FONT ? STANDARD_FONT : (style.font ?? STANDARD_FONT);
    return {
      ...PLAIN,
      left: toInches(left),
      right: toInches(width - right),
      spacing: pitch,
      ...style,
      font,
    };
  }

  /** The style of a block's paragraph. */
  styleOf(block: Block): SheetStyle {
    const { kind } = block;
    const className = block.class === undefined || NO_STYLES.has(block.class) ? undefined : block.class;
    const key = className === undefined ? kind : `${kind} ${className}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#add(block, className ?? kind);
      this.#names.set(key, name);
    }
    return { name, look: this.#looks.get(name) ?? PLAIN };
  }

  /** A new style for a class of the script. */
  #add(block: Block, className: string): string {
    const { kind } = block;
    const base = this.#table.builtIn(kind);
    const wanted = block.typeName ?? block.extra?.['fadein.style'];
    const spelled = wanted !== undefined && classOf(wanted) === className ? wanted : titleCase(className);
    let name = spelled;
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) name = `${spelled} ${n}`;
    this.#taken.add(name.toLowerCase());
    const look = this.#setup[className] ?? usualLook(className);
    this.#used.add(className);
    const stays = look?.paginateAs === 'scene-heading' && (kind === 'general' || kind === 'action');
    this.#table.define({ name, basestyle: base, ...(stays ? { keepwithnext: '1' } : {}) });
    this.#looks.set(name, this.#complete({ ...this.#looks.get(base), ...look }, kind));
    return name;
  }

  /** What a style says beside its look. */
  attributesOf(name: string): OsfAttributes {
    return this.#table.get(name) ?? {};
  }

  /** Changes what a style says beside its look. */
  set(name: string, attributes: OsfAttributes): void {
    this.#table.set(name, attributes);
  }

  /** The built-in style of a kind. */
  builtIn(kind: BlockKind): SheetStyle {
    return this.styleOf({ kind, text: '' });
  }

  /** The look of a style by its name; undefined when there is none. */
  lookOf(name: string): ParagraphStyle | undefined {
    return this.#looks.get(name);
  }

  numbering(name: string): NumberRule | undefined {
    return numberRule(name, (style) => this.#table.get(style));
  }

  print(): OsfElement {
    const styles = this.#table.names().map((name) => {
      const attributes = this.attributesOf(name);
      const look = this.#looks.get(name) ?? PLAIN;
      const base = this.#looks.get(attributes['basestyle'] ?? '') ?? this.#complete({}, 'general');
      const { font = STANDARD_FONT, size = 12 } = look;
      return branch(
        'style',
        inStyleOrder({ ...attributes, ...printParagraph(look, base, this.#frame), font, size: printNumber(size) }),
      );
    });
    const unused = Object.keys(this.#setup).filter((key) => !this.#used.has(key));
    this.#losses.add('unusedStyle', unused.length);
    return branch('styles', undefined, [...styles, ...this.#others]);
  }
}

const RUNNING_STYLES = ['header_style', 'footer_style'].map((name) => branch(name, { basestyle: 'Normal Text' }));

const PLAIN: ParagraphStyle = {
  align: 'left',
  before: 0,
  size: 12,
  color: BLACK,
  background: WHITE,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  caps: false,
  newPage: false,
};

/** How the classes that every program knows look, on a page of any width. */
function usualLook(className: string): ParagraphStyle | undefined {
  const { left, right, first, size, spacing, ...look } = defaultSetup('letter').styles?.[className] ?? {};
  return look;
}

/** `new-act` reads `New Act`, but `end-of-act` `End of Act`. */
function titleCase(slug: string): string {
  return slug
    .split('-')
    .map((word, at) =>
      at > 0 && /^(?:of|the|and|a|in|to)$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
