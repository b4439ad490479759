/**
 * The manuscript: a screenplay as a flat run of typed blocks, the view that every file format shares.
 *
 * Readers lift their own tree into a manuscript and writers lower a manuscript into their own tree;
 * {@link toDocument} and {@link fromDocument} are the only places that know how a manuscript lies in the native
 * document. Offsets here are UTF-16 code units (what string slicing uses); the document counts code points.
 */

/** How a stretch of text looks. Absent means "as the block's style says". */
export interface Look {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  caps?: true;
  /** Underlined words, blanks left bare (Final Draft's WordUnderline). */
  wordUnderline?: true;
  superscript?: true;
  subscript?: true;
  /** Index of the revision set ({@link RevisionSet.index}) in which this text was changed. */
  revision?: number;
  font?: string;
  /** Points. */
  size?: number;
  /** `#rrggbb` or whatever the source wrote for a colour. */
  color?: string;
  background?: string;
  link?: string;
  /** Style names of the source for which there is no flag here, e.g. `HiddenText`. */
  other?: readonly string[];
}

/** A look on the half-open UTF-16 range `[start, end)`. Runs are sorted, never overlap and are never empty. */
export interface Run extends Look {
  start: number;
  end: number;
}

/** Plain text and the runs on it. `runs` is absent when nothing stands out. */
export interface RichText {
  text: string;
  runs?: readonly Run[] | undefined;
}

export type Align = 'left' | 'center' | 'right' | 'full';

/**
 * Paragraph settings, the same vocabulary for an element type's style and for one paragraph's overrides.
 * `left`, `right` and `first` are inches: `left` and `right` from the left edge of the paper, `first` from `left`.
 */
export interface ParagraphStyle {
  align?: Align;
  left?: number;
  right?: number;
  /** First-line indent relative to `left`; negative hangs. */
  first?: number;
  /** Space before, points. */
  before?: number;
  /** Line spacing: 1, 1.5, 2. */
  spacing?: number;
  /** Final Draft's line leading: `regular`, `tight`, `loose`, ... */
  leading?: string;
  /** Starts a new page. */
  newPage?: boolean;
  /** Element type (slug) that pagination treats this one as. */
  paginateAs?: string;
  font?: string;
  size?: number;
  color?: string;
  background?: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  caps?: boolean;
}

/** The name of the document's block kinds: the seven element types and the scene heading. */
export type BlockKind =
  | 'heading'
  | 'action'
  | 'shot'
  | 'transition'
  | 'general'
  | 'character'
  | 'parenthetical'
  | 'dialogue';

/** Classes with a meaning of their own; any other class is the slug of a type name. */
export type KnownClass =
  | 'lyrics'
  | 'centered'
  | 'new-act'
  | 'end-of-act'
  | 'cast-list'
  | 'page-break'
  | 'section'
  | 'synopsis'
  | 'dialogue'
  | 'boneyard'
  | 'alternate'
  | 'heading-anchor';

export interface BlockNote extends RichText {
  /** The source's own UUID. */
  id?: string | undefined;
  /** What the note is about, `[start, end)` in the block's text; absent: the block as a whole. */
  range?: readonly [number, number] | undefined;
  /** Who wrote it. */
  writer?: string | undefined;
  /** ISO 8601. */
  created?: string | undefined;
  /** `#rrggbb`. */
  color?: string | undefined;
  /** A title or type that the source gives the note. */
  title?: string | undefined;
  /** The note stands as a paragraph of its own before or after the block, not inside it. */
  placement?: 'before' | 'after' | undefined;
  /** Format-specific extras; keys without the `screenplay.` prefix. */
  extra?: Readonly<Record<string, string>> | undefined;
}

export interface BlockBookmark {
  id?: string | undefined;
  title: string;
  desc?: string | undefined;
  extra?: Readonly<Record<string, string>> | undefined;
}

/** A breakdown tag on a stretch of the block's text. */
export interface BlockTag {
  /** Category as the source names it, e.g. `Props`, `Background Actors`. */
  category: string;
  /** The thing's name as the source spells it. */
  label: string;
  range?: readonly [number, number] | undefined;
  /** The source's own identifiers for the tag and its definition, to write the same graph back. */
  extra?: Readonly<Record<string, string>> | undefined;
}

export interface ArcBeat extends RichText {
  character: string;
}

/** What only a scene heading carries. */
export interface SceneFacts {
  title?: string | undefined;
  /** `#rrggbb`. */
  color?: string | undefined;
  /** Synopsis of the scene; paragraphs joined by `\n`. */
  synopsis?: RichText | undefined;
  arcBeats?: readonly ArcBeat[] | undefined;
  /** The page the source says the scene starts on, and its length in eighths as the source writes it (`1 3/8`). */
  page?: string | undefined;
  length?: string | undefined;
  /** Non-speaking characters that the source lists for the scene. */
  cast?: readonly string[] | undefined;
}

export interface Block extends RichText {
  kind: BlockKind;
  /** The source's own UUID. */
  id?: string | undefined;
  /** What the block is more precisely than its kind. */
  class?: KnownClass | (string & {}) | undefined;
  /** The source's name of the type, when `class` and `kind` do not tell it exactly. */
  typeName?: string | undefined;
  /** Production number as printed: scene number on headings, element number elsewhere. */
  number?: string | undefined;
  /** Side of a dual dialogue pair. */
  dual?: 'left' | 'right' | undefined;
  /** Not part of the printed script: boneyard, omitted scenes, alternates. */
  omit?: boolean | undefined;
  locked?: boolean | undefined;
  /** Section depth, 1 to 6. */
  level?: number | undefined;
  /** A forced page break before this block. */
  pageBreak?: boolean | undefined;
  layout?: ParagraphStyle | undefined;
  notes?: readonly BlockNote[] | undefined;
  bookmarks?: readonly BlockBookmark[] | undefined;
  tags?: readonly BlockTag[] | undefined;
  /** Revision sets in which the block as a whole was changed, beside those on its runs. */
  revisions?: readonly number[] | undefined;
  scene?: SceneFacts | undefined;
  /** Format-specific extras; keys without the `screenplay.` prefix, e.g. `fountain.indent`. */
  extra?: Readonly<Record<string, string>> | undefined;
}

/** Title-page fields that have a place of their own; anything else is a key as the source typed it. */
export type TitleKey =
  | 'title'
  | 'credit'
  | 'author'
  | 'source'
  | 'draft-date'
  | 'contact'
  | 'copyright'
  | 'notes'
  | 'revision'
  | (string & {});

/** One printed line of the title page (text may hold `\n`). */
export interface TitleLine extends RichText {
  /** The field it belongs to; absent when the source has only lines. */
  key?: TitleKey | undefined;
  /** The key as the source spelled it, when that is not the usual spelling. */
  label?: string | undefined;
  /** Set on every line when the source places its lines itself. */
  layout?: ParagraphStyle | undefined;
  extra?: Readonly<Record<string, string>> | undefined;
}

export interface TitlePage {
  lines: readonly TitleLine[];
  /** The lines are in printed order with blank lines between and their own layout (FDX, OSF), not a list of fields. */
  placed: boolean;
}

/** A header or footer. */
export interface RunningLine {
  show: boolean;
  /** Also on the first page. */
  cover: boolean;
  /** Number of the first page. */
  start?: number | undefined;
  /** Pages on which it does not print. */
  omit?: readonly number[] | undefined;
  /**
   * Its text. Dynamic parts read `{page}`, `{date}`, `{last-revised}`, `{revisions}`, `{title}`, `{scene}`,
   * `{label:Name}`; a literal brace is doubled. Several paragraphs are joined by `\n`.
   */
  text: RichText;
  /** Settings of each paragraph. */
  layout?: readonly ParagraphStyle[] | undefined;
  /** Tab stops of each paragraph, inches from the left edge of the paper. */
  tabs?: readonly (readonly TabStop[])[] | undefined;
}

export interface TabStop {
  position: number;
  align: 'left' | 'center' | 'right' | 'decimal';
}

/** Lengths in inches where not said otherwise. */
export interface PageSetup {
  width?: number | undefined;
  height?: number | undefined;
  /** Margins in points. */
  top?: number | undefined;
  bottom?: number | undefined;
  headerMargin?: number | undefined;
  footerMargin?: number | undefined;
  /** Side margins, inches. */
  left?: number | undefined;
  right?: number | undefined;
  /** Cell width of the source's own fixed-pitch font, points: 7 in Final Draft, 7.2 elsewhere. */
  advance?: number | undefined;
  /** Dialogue and action break over pages only at sentence ends. */
  breakAtSentences?: boolean | undefined;
  /** `normal`, `tight`, `very-tight`, `loose`. */
  leading?: string | undefined;
}

/** (MORE), (CONT'D) and CONTINUED: settings. */
export interface Continuation {
  /** Print `dialogueBottom` under a speech that goes on overleaf. */
  dialogueBottomOn?: boolean | undefined;
  dialogueTopOn?: boolean | undefined;
  /** `(CONT'D)` after a cue whose speaker spoke last in the same scene. */
  automatic?: boolean | undefined;
  dialogueBottom?: string | undefined;
  dialogueTop?: string | undefined;
  sceneBottomOn?: boolean | undefined;
  sceneTopOn?: boolean | undefined;
  sceneBottom?: string | undefined;
  sceneTop?: string | undefined;
  /** Number the continueds: `CONTINUED: (2)`. */
  sceneNumbered?: boolean | undefined;
}

export interface SceneNumbering {
  left?: boolean | undefined;
  right?: boolean | undefined;
  /** Inches from the left edge of the paper. */
  leftAt?: number | undefined;
  rightAt?: number | undefined;
  scheme?: string | undefined;
}

export interface LockedPage {
  /** As printed: `12`, `12A`, `23-24`. */
  number: string;
  /** Block at which the page starts, and the offset in its text. */
  block: number;
  offset: number;
}

/** One set of revisions (a coloured draft). */
export interface RevisionSet {
  /** The number that runs and blocks refer to. */
  index: number;
  name: string;
  /** Text colour, `#rrggbb`. */
  color?: string | undefined;
  /** Page colour, `#rrggbb`. */
  pageColor?: string | undefined;
  mark?: string | undefined;
  style?: string | undefined;
  full?: boolean | undefined;
  created?: string | undefined;
  id?: string | undefined;
  /** This is the set being worked in. */
  active?: boolean | undefined;
  extra?: Readonly<Record<string, string>> | undefined;
}

export interface CastMember {
  name: string;
  id?: string | undefined;
  aliases?: readonly string[] | undefined;
  desc?: string | undefined;
  traits?: readonly string[] | undefined;
  extra?: Readonly<Record<string, string>> | undefined;
}

/** A setting block of the source that no other program understands, kept word for word. Holds no script text. */
export interface KeptBlock {
  /** Slug, prefixed by the format: `fdx-smart-type`. */
  id: string;
  text: string;
}

export interface Setup {
  page?: PageSetup | undefined;
  /** Style of each element type: key is the kind or the class (`heading`, `action`, `new-act`, `lyrics`, ...). */
  styles?: Readonly<Record<string, ParagraphStyle>> | undefined;
  header?: RunningLine | undefined;
  footer?: RunningLine | undefined;
  titleHeader?: RunningLine | undefined;
  titleFooter?: RunningLine | undefined;
  continuation?: Continuation | undefined;
  sceneNumbers?: SceneNumbering | undefined;
  lockedPages?: readonly LockedPage[] | undefined;
  /** Where revision marks print, inches from the left edge. */
  revisionMarkAt?: number | undefined;
  /** Pages print in the colour of their revision. */
  pageColors?: boolean | undefined;
}

export interface Manuscript {
  titlePage?: TitlePage | undefined;
  blocks: readonly Block[];
  setup?: Setup | undefined;
  revisions?: readonly RevisionSet[] | undefined;
  /** Characters that the source lists, in its order; speakers not listed are added as they speak. */
  cast?: readonly CastMember[] | undefined;
  /** Tag categories of the source in order, used or not. */
  tagCategories?: readonly string[] | undefined;
  kept?: readonly KeptBlock[] | undefined;
  /** Program that wrote the source. */
  generator?: { name: string; version: string } | undefined;
  /** The source's own UUID for the script. */
  id?: string | undefined;
  /** Language that the source names, BCP 47. */
  lang?: string | undefined;
  logline?: string | undefined;
  genre?: readonly string[] | undefined;
  /** Pages and lengths that the source recorded for its scenes were taken off: the script was edited since. */
  pagesStale?: boolean | undefined;
  /** Whole-script notes that hang on no block. */
  notes?: readonly BlockNote[] | undefined;
  /** Format-specific extras of the whole script; keys without the `screenplay.` prefix. */
  extra?: Readonly<Record<string, string>> | undefined;
}
