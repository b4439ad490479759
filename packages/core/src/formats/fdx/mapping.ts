/** What Final Draft's names mean; every table is used in both directions. */
import { PLAIN_LOOK, REPEATED_LOOK, isOwnLook } from '../../conventions/capitals.js';
import { classOf, nearestKind } from '../../conventions/classes.js';
import type { Align, BlockKind, Look, ParagraphStyle } from '../../conventions/manuscript/types.js';

// Paragraph types

/** What a paragraph's `Type` says of its block. */
export interface TypeFacts {
  kind: BlockKind;
  class?: string;
  /** Depth of an outline heading. */
  level?: number;
  /** The type's name, where kind, class and level alone would be written otherwise. */
  typeName?: string;
}

/** Type -> block. Of types that mean the same the first is the one that is written. */
const TYPES: readonly (readonly [name: string, facts: TypeFacts])[] = [
  ['General', { kind: 'general' }],
  ['Scene Heading', { kind: 'heading' }],
  ['Action', { kind: 'action' }],
  ['Character', { kind: 'character' }],
  ['Parenthetical', { kind: 'parenthetical' }],
  ['Dialogue', { kind: 'dialogue' }],
  ['Transition', { kind: 'transition' }],
  ['Shot', { kind: 'shot' }],
  ['Cast List', named('cast-list')],
  ['New Act', named('new-act')],
  ['End of Act', named('end-of-act')],
  ['Lyrics', named('lyrics')],
  ['Lyric', named('lyrics')],
  ['Singing', named('singing')],
  ['Cold Opening', named('cold-opening')],
  ['Outline 1', { ...named('section'), level: 1 }],
  ['Outline 2', { ...named('section'), level: 2 }],
  ['Outline 3', { ...named('section'), level: 3 }],
  ['Outline 4', { ...named('section'), level: 4 }],
  // Final Draft stops at 4; deeper outlines, which other programs know, keep their depth.
  ['Outline 5', { ...named('section'), level: 5 }],
  ['Outline 6', { ...named('section'), level: 6 }],
  ['Outline Body', named('synopsis')],
  ['Summary', named('synopsis')],
];

function named(className: string): TypeFacts {
  return { kind: nearestKind(className), class: className };
}

function typeKey(facts: TypeFacts): string {
  return `${facts.class ?? facts.kind} ${facts.level ?? ''}`;
}

const NAME_OF_TYPE = new Map<string, string>();
const FACTS_OF_NAME = new Map<string, TypeFacts>();
for (const [name, facts] of TYPES) {
  const key = typeKey(facts);
  if (NAME_OF_TYPE.has(key)) facts.typeName = name;
  else NAME_OF_TYPE.set(key, name);
  FACTS_OF_NAME.set(name, facts);
}
const NAME_OF_LOWER = new Map(TYPES.map(([name]) => [name.toLowerCase(), name]));

/** Outline levels can be renamed; the number stays: `Outline 2 (Sequences)`. */
const OUTLINE = /^Outline [1-6](?=\s*[^\s\d])/i;

/** Whether a type is one that Final Draft's own scripts have. */
export function isKnownType(name: string): boolean {
  return NAME_OF_LOWER.has(name.toLowerCase());
}

/** What a type means; a type that is not listed is general, with the slug of its name as the class. */
export function typeFacts(name: string): TypeFacts {
  const known = FACTS_OF_NAME.get(name);
  if (known) return known;
  const spelled = NAME_OF_LOWER.get(OUTLINE.exec(name)?.[0].toLowerCase() ?? name.toLowerCase());
  let facts: TypeFacts;
  if (spelled !== undefined) facts = { ...typeFacts(spelled), typeName: name };
  else if (name.trim() === '') facts = { kind: 'general', typeName: name };
  else {
    const className = classOf(name);
    facts = { kind: nearestKind(className), class: className };
    if (titleCase(className) !== name) facts.typeName = name;
  }
  if (FACTS_OF_NAME.size < 1000) FACTS_OF_NAME.set(name, facts);
  return facts;
}

/** The `Type` of a block; the inverse of {@link typeFacts}. */
export function typeName(block: {
  kind: BlockKind;
  class?: string | undefined;
  level?: number | undefined;
  typeName?: string | undefined;
}): string {
  if (block.typeName !== undefined) {
    // A name kept from the source counts while it still means what the block is.
    const facts = typeFacts(block.typeName);
    const same = facts.class === undefined ? facts.kind === block.kind : facts.class === block.class;
    if (same && facts.level === block.level) return block.typeName;
  }
  if (block.class !== undefined && !PLAIN_CLASSES.has(block.class) && block.kind !== 'heading') {
    const level = block.class === 'section' ? Math.min(Math.max(block.level ?? 1, 1), 6) : undefined;
    const known = NAME_OF_TYPE.get(typeKey({ kind: block.kind, class: block.class, ...(level ? { level } : {}) }));
    if (known !== undefined) return known;
    if (block.kind === 'general') return titleCase(block.class);
  }
  return NAME_OF_TYPE.get(typeKey({ kind: block.kind })) ?? 'General';
}

/** Classes that are no type of their own in Final Draft. */
const PLAIN_CLASSES = new Set([
  'centered',
  'alternate',
  'boneyard',
  'page-break',
  'dialogue',
  'character',
  'scene-heading',
]);

function titleCase(slug: string): string {
  return slug
    .replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => (dash === '' ? '' : ' ') + letter.toUpperCase())
    .replaceAll('-', ' ');
}

/** Key under which a type's style stands in the setup: its class, else its kind; outlines apart by level. */
export function styleKey(name: string): string {
  const facts = typeFacts(name);
  return facts.level === undefined ? (facts.class ?? facts.kind) : classOf(name);
}

/** The keys of several types' styles; of two types that mean the same (Lyric, Lyrics) the second goes by its own name. */
export function styleKeys(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let key = styleKey(name);
    if (taken.has(key)) key = classOf(name);
    for (let n = 2; taken.has(key); n++) key = `${styleKey(name)}-${n}`;
    taken.add(key);
    return key;
  });
}

/** The type that a style is for; the inverse of {@link styleKey}. */
export function typeOfStyle(key: string): string {
  for (const [name] of TYPES) if (styleKey(name) === key) return name;
  return titleCase(key);
}

/** The type whose slug `PaginateAs` became. */
export function typeOfSlug(slug: string): string {
  for (const [name] of TYPES) if (classOf(name) === slug) return name;
  return titleCase(slug);
}

// Looks

type Flag = 'bold' | 'italic' | 'underline' | 'strike' | 'wordUnderline' | 'caps' | 'superscript' | 'subscript';

/** In the order in which Final Draft writes them. */
const STYLES: readonly (readonly [name: string, flag: Flag])[] = [
  ['Bold', 'bold'],
  ['Italic', 'italic'],
  ['Underline', 'underline'],
  ['Strikeout', 'strike'],
  ['WordUnderline', 'wordUnderline'],
  ['AllCaps', 'caps'],
  ['SuperScript', 'superscript'],
  ['SubScript', 'subscript'],
];
const FLAG_OF_STYLE = new Map<string, Flag>([
  ...STYLES.map(([name, flag]) => [name.toLowerCase(), flag] as const),
  // Other programs' name for it.
  ['strikethrough', 'strike'],
]);
/** What parts the names of styles; Final Draft's is the first. */
const BETWEEN_STYLES = /[+,;\s]+/;

/** The style that a paragraph's type gives its text: the names of `Style`, in lower case. */
export type TypeStyle = ReadonlySet<string>;

export const NO_STYLE: TypeStyle = new Set();

export function typeStyle(style: string | undefined): TypeStyle {
  return style === undefined || style === ''
    ? NO_STYLE
    : new Set(style.toLowerCase().split(BETWEEN_STYLES).filter(Boolean));
}

/**
 * Sets the flags of `Style="Bold+AllCaps"`. A run's `Style` replaces its type's: a look is what a run adds to that, or,
 * where it leaves something out, exactly its own flags.
 */
export function readStyle(look: Look, style: string, type: TypeStyle): void {
  const names = style.split(BETWEEN_STYLES).filter(Boolean);
  const own = new Set(names.map((name) => name.toLowerCase()));
  let whole = false;
  for (const name of type) if (!own.has(name)) whole = true;
  for (const name of names) {
    const lower = name.toLowerCase();
    if (!whole && type.has(lower)) continue;
    const flag = FLAG_OF_STYLE.get(lower);
    if (flag) look[flag] = true;
    else look.other = [...(look.other ?? []), name];
  }
  if (whole) look.other = [...(look.other ?? []), PLAIN_LOOK];
  else if (own.size > 0 && own.size === type.size) look.other = [REPEATED_LOOK];
}

/** `Style` of a look on text of a type; undefined when it says nothing of style. */
export function printStyle(look: Look, type: TypeStyle = NO_STYLE): string | undefined {
  const plain = isOwnLook(look);
  const others = (look.other ?? []).filter(
    (name) => name !== PLAIN_LOOK && name !== REPEATED_LOOK && !name.includes('='),
  );
  let said = plain || others.length > 0 || look.other?.includes(REPEATED_LOOK) === true;
  let out = '';
  const add = (name: string): void => {
    out += out === '' ? name : `+${name}`;
  };
  for (const [name, flag] of STYLES) {
    if (look[flag]) said = true;
    if (look[flag] || (!plain && type.has(name.toLowerCase()))) add(name);
  }
  for (const name of others) add(name);
  if (!plain) {
    for (const name of type) {
      if (!FLAG_OF_STYLE.has(name) && !others.some((other) => other.toLowerCase() === name))
        add(UNFLAGGED.get(name) ?? name);
    }
  }
  return said ? out : undefined;
}

/** Styles without a flag, as Final Draft spells them. */
const UNFLAGGED = new Map([['hiddentext', 'HiddenText']]);

/** Keeps an attribute of a run for which a look has no field. */
export function keepRunAttribute(look: Look, name: string, value: string): void {
  look.other = [...(look.other ?? []), `${name}=${value}`];
}

/** The attributes that {@link keepRunAttribute} kept. */
export function keptRunAttributes(look: Look): [name: string, value: string][] {
  const kept: [string, string][] = [];
  for (const entry of look.other ?? []) {
    const equals = entry.indexOf('=');
    if (equals > 0 && /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(entry.slice(0, equals))) {
      kept.push([entry.slice(0, equals), entry.slice(equals + 1)]);
    }
  }
  return kept;
}

// Paragraph settings

const ALIGNMENTS: readonly (readonly [string, Align])[] = [
  ['Left', 'left'],
  ['Center', 'center'],
  ['Right', 'right'],
  ['Full', 'full'],
];

export function readAlignment(value: string | undefined): Align | undefined {
  return ALIGNMENTS.find(([name]) => name === value || name.toLowerCase() === value?.toLowerCase())?.[1];
}

function printAlignment(align: Align): string {
  return ALIGNMENTS.find(([, own]) => own === align)?.[0] ?? 'Left';
}

/** Attribute -> paragraph setting, in the order in which Final Draft writes them. */
export const SPEC_ATTRIBUTES = [
  'Alignment',
  'FirstIndent',
  'Leading',
  'LeftIndent',
  'RightIndent',
  'SpaceBefore',
  'Spacing',
  'StartsNewPage',
] as const;

/** `Leading`, `DocumentLeading`: `Very Tight` <-> `very-tight`. */
export function readWords(value: string): string {
  return value.trim().toLowerCase().replace(/\s+/g, '-');
}

export function printWords(words: string): string {
  return titleCase(words.toLowerCase());
}

export function readFlag(value: string | undefined): boolean | undefined {
  switch (value?.toLowerCase()) {
    case 'yes':
    case 'true':
      return true;
    case 'no':
    case 'false':
      return false;
    default:
      return undefined;
  }
}

export function printFlag(value: boolean): string {
  return value ? 'Yes' : 'No';
}

/** A number as programs write it: `1.50`, `-0.10`, `12`; undefined for anything else. */
export function readNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*[+-]?(?:\d{1,12}(?:[.,]\d{0,12})?|[.,]\d{1,12})\s*$/.test(value)) return undefined;
  return Number(value.trim().replace(',', '.'));
}

/** Inches with two decimals, as Final Draft writes indents and places. */
export function printInches(value: number): string {
  const printed = value.toFixed(2);
  return printed === '-0.00' ? '0.00' : printed;
}

/** A number with as many decimals as it needs, at most three. */
export function printNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/**
 * What a paragraph's attributes, or a type's `ParagraphSpec`, say; undefined when they say nothing. In headers and
 * footers (`paperWidth` given) right indents at or below zero count from the right edge of the paper.
 */
export function readSpec(
  attributes: Readonly<Record<string, string | undefined>>,
  paperWidth?: number,
): ParagraphStyle | undefined {
  let style: ParagraphStyle | undefined;
  const align = attributes['Alignment'];
  if (align !== undefined) {
    const value = readAlignment(align);
    if (value) (style ??= {}).align = value;
  }
  const left = readNumber(attributes['LeftIndent']);
  if (left !== undefined) (style ??= {}).left = left;
  const right = readNumber(attributes['RightIndent']);
  if (right !== undefined)
    (style ??= {}).right = paperWidth !== undefined && right <= 0 ? round(paperWidth + right) : right;
  const first = readNumber(attributes['FirstIndent']);
  if (first !== undefined) (style ??= {}).first = first;
  const before = readNumber(attributes['SpaceBefore']);
  if (before !== undefined) (style ??= {}).before = before;
  const spacing = readNumber(attributes['Spacing']);
  if (spacing !== undefined) (style ??= {}).spacing = spacing;
  const leading = attributes['Leading'];
  if (leading !== undefined && leading !== '') (style ??= {}).leading = readWords(leading);
  const newPage = readFlag(attributes['StartsNewPage']);
  if (newPage !== undefined) (style ??= {}).newPage = newPage;
  return style;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** The attributes that say a style, in Final Draft's order; only what the style says. */
export function printSpec(style: ParagraphStyle): Record<string, string> {
  const out: Record<string, string> = {};
  if (style.align) out['Alignment'] = printAlignment(style.align);
  if (style.first !== undefined) out['FirstIndent'] = printInches(style.first);
  if (style.leading !== undefined) out['Leading'] = printWords(style.leading);
  if (style.left !== undefined) out['LeftIndent'] = printInches(style.left);
  if (style.right !== undefined) out['RightIndent'] = printInches(style.right);
  if (style.before !== undefined) out['SpaceBefore'] = printNumber(style.before);
  if (style.spacing !== undefined) out['Spacing'] = printNumber(style.spacing);
  if (style.newPage !== undefined) out['StartsNewPage'] = printFlag(style.newPage);
  return out;
}

// Colours

/**
 * `#RRRRGGGGBBBB`, 16 bits a channel, as `#rrggbb`; as it is when that would lose something.
 */
export function readColor(value: string): string {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (!match) return value;
  const [, r1, r2, g1, g2, b1, b2] = match as unknown as readonly string[];
  const doubled =
    r1?.toLowerCase() === r2?.toLowerCase() &&
    g1?.toLowerCase() === g2?.toLowerCase() &&
    b1?.toLowerCase() === b2?.toLowerCase();
  return doubled ? `#${r1}${g1}${b1}`.toLowerCase() : value;
}

/** The inverse of {@link readColor}; undefined for what is no colour in Final Draft. */
export function printColor(value: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  const digits = short ? value.slice(1).replace(/./g, '$&$&') : value.slice(1);
  if (!value.startsWith('#') || !/^[0-9a-f]+$/i.test(digits)) return undefined;
  if (digits.length === 12) return value;
  return digits.length === 6 ? `#${digits.replace(/../g, '$&$&').toUpperCase()}` : undefined;
}

export const BLACK = '#000000';
export const WHITE = '#ffffff';

// Dual dialogue

/** The paragraph that Final Draft puts around a dual dialogue. */
export const DUAL_PARAGRAPH: Readonly<Record<string, string>> = {
  Alignment: 'Left',
  FirstIndent: '0.00',
  Leading: 'Regular',
  LeftIndent: '1.50',
  RightIndent: '7.50',
  SpaceBefore: '12',
  Spacing: '1',
  StartsNewPage: 'No',
  Type: 'General',
};

/** Whether the paragraph around a dual dialogue is set as Final Draft sets it, page break aside. */
export function isUsualDual(attributes: Readonly<Record<string, string | undefined>>): boolean {
  const names = Object.keys(attributes);
  return (
    names.length === Object.keys(DUAL_PARAGRAPH).length &&
    names.every((name) => name === 'StartsNewPage' || attributes[name] === DUAL_PARAGRAPH[name])
  );
}

// Headers and footers

/** `DynamicLabel` -> the name of the dynamic part in a running line. */
const LABELS: readonly (readonly [type: string, part: string])[] = [
  ['Page #', 'page'],
  ['Date', 'date'],
  ['Last Revised', 'last-revised'],
  ['Collated Revisions', 'revisions'],
  ['Title', 'title'],
  ['Scene #', 'scene'],
];

export function labelPart(type: string): string {
  return LABELS.find(([name]) => name === type)?.[1] ?? `label:${type}`;
}

export function partLabel(part: string): string | undefined {
  if (part.startsWith('label:')) return part.slice('label:'.length);
  return LABELS.find(([, own]) => own === part)?.[0];
}

// Notes

/**
 * What a script has but does not print, and what this version of Final Draft has no paragraph for, goes into a script
 * note of a name and type of its own, whose paragraphs it is.
 */
export const HIDDEN_NOTES = {
  boneyard: { name: 'Omitted', type: 'Boneyard' },
  section: { name: 'Outline', type: 'Section' },
  synopsis: { name: 'Outline', type: 'Synopsis' },
} as const;

/** `20201213T214959` -> `2020-12-13T21:49:59Z`; as it is when it has another form. */
export function readInstant(value: string): string {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/.exec(value);
  if (!match) return value;
  const [, year, month, day, hour, minute, second] = match as unknown as readonly string[];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** The inverse of {@link readInstant}. */
export function printInstant(value: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})/.exec(value);
  return match ? `${match[1]}${match[2]}${match[3]}T${match[4]}${match[5]}${match[6]}` : value;
}

// Locked pages

/** The printed number of a locked page: the pages that came between 12 and 13 are 12A, 12B, ... */
export function pageNumber(attributes: Readonly<Record<string, string | undefined>>): string | undefined {
  const number = attributes['PageNumber'] ?? attributes['Number'];
  const index = readNumber(attributes['LevelIndex']) ?? 0;
  if (number === undefined || attributes['LockLevel'] !== '1' || !/\d$/.test(number) || index > 25) return number;
  return number + String.fromCharCode(0x41 + index);
}

// The root's children

/** Blocks that only say how a window looked or what the user's program does: not carried. */
export const APPLICATION_STATE: ReadonlySet<string> = new Set([
  'SpellCheckIgnoreLists',
  'WindowState',
  'TextState',
  'SplitState',
  'Macros',
  'CharacterNavigatorPreferences',
  'SceneNavigatorPreferences',
  'ScriptNavigatorPreferences',
  'TagsNavigatorPreferences',
  'Navigator',
  'Outlines',
]);

/** The order in which Final Draft writes the root's children. */
export const ROOT_ORDER: readonly string[] = [
  'DocumentRef',
  'Content',
  'Watermarking',
  'HeaderAndFooter',
  'PageLayout',
  'ElementSettings',
  'TitlePage',
  'ScriptNoteDefinitions',
  'UnanchoredScriptNotes',
  'SmartType',
  'MoresAndContinueds',
  'LockedPages',
  'Revisions',
  'DeletedText',
  'Actors',
  'Cast',
  'SceneNumberOptions',
  'CastList',
  'CharacterHighlighting',
  'AltCollection',
  'TargetScriptLength',
  'ListItems',
  'DisplayBoards',
  'Writers',
  'WriterMarkup',
  'TagData',
  'Characters',
  'ScriptNotes',
  'Images',
];

/** Version of the file when the script did not come from one: Final Draft 11's. */
export const DEFAULT_VERSION = '4';
/** The first version (Final Draft 12) that keeps notes in a list of their own, with ranges, and outlines in the script. */
export const LISTED_NOTES = 5;
/** The first version (Final Draft 13) whose paragraphs have ids and which leaves default colours out. */
export const PARAGRAPH_IDS = 6;

/** Final Draft's number for a file version; what is no number counts as the default. */
export function versionNumber(version: string | undefined): number {
  const number = Number(version);
  return version !== undefined && /^\d{1,3}$/.test(version) && number > 0 ? number : Number(DEFAULT_VERSION);
}
