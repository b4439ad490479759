/**
 * The native screenplay document, 2026-01 draft: the shapes that `schema/document.schema.json` describes.
 * A test holds the two against each other, so a change here is a change there.
 */

/** RFC 9562 UUID, 8-4-4-4-12 hexadecimal digits. */
export type Uuid = string;
/** Lower-case words joined by single hyphens, 3 to 50 characters. */
export type Slug = string;
/** ISO 8601 instant that exists in the calendar. */
export type DateTime = string;
/** BCP 47 language tag. */
export type Lang = string;
export type Dir = 'ltr' | 'rtl';

/** Extension data: keys of 1 to 64 of `A-Za-z0-9_.:-`, values of at most 2048 characters. */
export type Meta = Record<string, string>;
/** Language tag to prose of 1 to 10000 characters. */
export type Text = Record<Lang, string>;
/** Language tag to a name of 1 to 255 characters. */
export type Name = Record<Lang, string>;

/** An informational reference to a presentation standard. */
export interface Format {
  id: Slug;
  title: string;
  url: string;
  note?: string;
  meta?: Meta;
}

export interface Color {
  id: Slug;
  title?: Name;
  rgb: [number, number, number];
  hex: string;
  meta?: Meta;
}

export interface Author {
  id: Uuid;
  given: string;
  family: string;
  meta?: Meta;
}

export interface Contributor {
  id: Uuid;
  given: string;
  family: string;
  roles?: Slug[];
  meta?: Meta;
}

export interface Character {
  id: Uuid;
  slug?: Slug;
  name: string;
  aliases?: string[];
  desc?: Text;
  traits?: Slug[];
  meta?: Meta;
}

export interface Revision {
  id: Uuid;
  parent?: Uuid;
  index: number;
  authors: Uuid[];
  label: string;
  created: DateTime;
  meta?: Meta;
}

export interface Note {
  id: Uuid;
  parent?: Uuid;
  /** Half-open `[start, end]` pairs, Unicode code points of the rendered text. */
  highlight?: [number, number][];
  contributor?: Uuid;
  created: DateTime;
  text: Text;
  color?: Slug;
  meta?: Meta;
}

export interface Source {
  id: Uuid;
  type: Slug;
  title: Text;
  meta?: Meta;
}

export interface Registration {
  authority: string;
  id: string;
  created?: DateTime;
  modified?: DateTime;
  meta?: Meta;
}

export type Encoding = 'hex' | 'base16' | 'base32' | 'base64' | 'ascii85';

export interface Encrypt {
  cipher: string;
  hash: string;
  encoding: Encoding;
  meta?: Meta;
}

export interface Style {
  id: Slug;
  default: boolean;
  text: string;
  meta?: Meta;
}

export interface Template {
  id: Slug;
  default: boolean;
  text: string;
  meta?: Meta;
}

export interface Bookmark {
  id: Uuid;
  scene: Uuid;
  element: Uuid;
  title: Text;
  desc?: Text;
  meta?: Meta;
}

export const CONTEXTS = ['I/E', 'INT/EXT', 'EXT/INT', 'INT', 'EXT', 'POV'] as const;
export type Context = (typeof CONTEXTS)[number];

/** The times of day that the schema names; a custom time matches {@link CUSTOM_TIME}. */
export const TIMES = [
  'DAY',
  'NIGHT',
  'DAWN',
  'DUSK',
  'LATER',
  'MOMENTS LATER',
  'CONTINUOUS',
  'MORNING',
  'AFTERNOON',
  'EVENING',
  'THE NEXT DAY',
] as const;
export const CUSTOM_TIME = /^[A-Z0-9][A-Z0-9 .’'/-]{1,39}$/;

/** A scene heading. */
export interface Slugline {
  no?: number;
  context: Context;
  setting: string;
  time: string;
  mods?: string[];
  desc?: Text;
  meta?: Meta;
}

export const ORIGINS = ['V.O', 'V.O.', 'O.S', 'O.S.', 'O.C', 'O.C.', 'FILTER'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What every element of a scene may carry. */
export interface ElementCommon {
  id: Uuid;
  scene?: Uuid;
  authors: Uuid[];
  contributors?: Uuid[];
  access?: Slug[];
  notes?: Note[];
  charset?: string;
  dir?: Dir;
  class?: Slug;
  dom?: string;
  encrypt?: Encrypt;
  locked?: boolean;
  omit?: boolean;
  revisions?: Revision[];
  styles?: Slug[];
  meta?: Meta;
}

export interface Action extends ElementCommon {
  type: 'action';
  text: Text;
}
export interface Shot extends ElementCommon {
  type: 'shot';
  text: Text;
  /** Degrees, 0 to 360. */
  fov?: number;
  perspective?: '2D' | '3D';
}
export interface Transition extends ElementCommon {
  type: 'transition';
  text: Text;
}
export interface General extends ElementCommon {
  type: 'general';
  text: Text;
}
export interface Cue extends ElementCommon {
  type: 'character';
  character: Uuid;
  /** The cue as printed, when that is not the character's bare name. */
  display?: string;
}
export interface Parenthetical extends ElementCommon {
  type: 'parenthetical';
  text: Text;
}
export interface Dialogue extends ElementCommon {
  type: 'dialogue';
  character: Uuid;
  origin?: Origin;
  dual?: boolean;
  text: Text;
}

export type Element = Action | Shot | Transition | General | Cue | Parenthetical | Dialogue;
export type ElementType = Element['type'];
export const ELEMENT_TYPES = [
  'action',
  'shot',
  'transition',
  'general',
  'character',
  'parenthetical',
  'dialogue',
] as const satisfies readonly ElementType[];

/** The lists of a scene that hold slugs of things to be found, built or bought. */
export const TAG_LISTS = [
  'animals',
  'extra',
  'locations',
  'moods',
  'props',
  'sfx',
  'sounds',
  'tags',
  'vfx',
  'wardrobe',
] as const;
export type TagList = (typeof TAG_LISTS)[number];

export interface Scene extends Partial<Record<TagList, Slug[]>> {
  id: Uuid;
  authors: Uuid[];
  contributors?: Uuid[];
  heading: Slugline;
  body: Element[];
  cast?: Uuid[];
  meta?: Meta;
}

/** A repeating header or footer. */
export interface Ribbon {
  cover: boolean;
  show: boolean;
  start?: number;
  omit?: number[];
  text: Text;
  meta?: Meta;
}

export const STATUS_COLORS = [
  'white',
  'blue',
  'pink',
  'yellow',
  'green',
  'goldenrod',
  'buff',
  'salmon',
  'cherry',
] as const;
export type StatusColor = (typeof STATUS_COLORS)[number];

/** The revision the script stands at: the colour of its pages and how often the colours have come round. */
export interface Status {
  color: StatusColor;
  round: number;
  updated: DateTime;
  meta?: Meta;
}

export interface Cover {
  title: Name;
  authors: Uuid[];
  sources?: Uuid[];
  extra?: Text;
  meta?: Meta;
}

export interface Layout {
  header?: Ribbon;
  footer?: Ribbon;
  status?: Status;
  styles?: Style[];
  templates?: Template[];
  guides?: Format[];
  meta?: Meta;
}

/** The script itself: cover, layout and scenes. */
export interface Script {
  cover: Cover;
  layout?: Layout;
  bookmarks?: Bookmark[];
  scenes: Scene[];
  meta?: Meta;
}

export interface Generator {
  name: string;
  version: string;
  meta?: Meta;
}

export interface License {
  id: string;
  ref?: string;
  meta?: Meta;
}

export type EmbeddingSource = 'name' | 'text' | 'desc' | 'heading' | 'composite';

export interface Embedding {
  id: Uuid;
  model: string;
  dimensions: number;
  values: number[];
  source: EmbeddingSource;
  created: DateTime;
  lang?: Lang;
  tokens?: number;
  meta?: Meta;
}

export interface Passage {
  id: Uuid;
  scene: Uuid;
  elements: Uuid[];
  text: Text;
  tokens: number;
  overlap?: number;
  meta?: Meta;
}

export interface Summary {
  id: Uuid;
  scope: 'document' | 'scene';
  text: Text;
  created: DateTime;
  target?: Uuid | null;
  generated?: boolean;
  model?: string;
  meta?: Meta;
}

export interface AnalysisSettings {
  model?: string;
  size?: number;
  overlap?: number;
  tokeniser?: string;
  meta?: Meta;
}

export interface Analysis {
  embeddings?: Record<Uuid, Embedding[]>;
  passages?: Passage[];
  summaries?: Summary[];
  settings?: AnalysisSettings;
  meta?: Meta;
}

/** The whole document. */
export interface ScreenplayDocument {
  id: Uuid;
  version: string;
  generator?: Generator;
  title: Name;
  lang: Lang;
  charset: string;
  dir: Dir;
  locale?: string;
  authors: Author[];
  contributors?: Contributor[];
  characters?: Character[];
  colors?: Color[];
  sources?: Source[];
  registrations?: Registration[];
  revisions?: Revision[];
  encrypt?: Encrypt | null;
  license?: License | null;
  taggable?: Slug[];
  genre?: Slug[];
  themes?: Slug[];
  logline?: Text;
  document: Script;
  analysis?: Analysis;
}
