import type { TagList } from '../model/document.js';
import { CodePoints } from './code-points.js';
import type { BlockTag } from './manuscript/types.js';
import { slugify } from './slug.js';

/** Breakdown categories of Final Draft and Fade In and the scene's list for each; `cast` joins the scene's cast. */
const LIST_OF: Readonly<Record<string, TagList | 'cast'>> = {
  cast: 'cast',
  'cast-members': 'cast',
  animals: 'animals',
  'animal-handler': 'animals',
  'background-actors': 'extra',
  background: 'extra',
  extras: 'extra',
  locations: 'locations',
  location: 'locations',
  set: 'locations',
  sets: 'locations',
  moods: 'moods',
  props: 'props',
  prop: 'props',
  'special-effects': 'sfx',
  'mechanical-effects': 'sfx',
  sfx: 'sfx',
  sound: 'sounds',
  sounds: 'sounds',
  'sound-effects': 'sounds',
  music: 'sounds',
  'visual-effects': 'vfx',
  vfx: 'vfx',
  cgi: 'vfx',
  wardrobe: 'wardrobe',
  costumes: 'wardrobe',
};

/** The category that a scene's list stands for when the document gives no other. */
export const CATEGORY_OF: Readonly<Record<TagList, string>> = {
  animals: 'Animals',
  extra: 'Background Actors',
  locations: 'Locations',
  moods: 'Moods',
  props: 'Props',
  sfx: 'Special Effects',
  sounds: 'Sound',
  tags: 'Miscellaneous',
  vfx: 'Visual Effects',
  wardrobe: 'Wardrobe',
};

/** Where a tag of `category` goes: one of the scene's lists, or its cast. */
export function tagListOf(category: string): TagList | 'cast' {
  const slug = slugify(category);
  return Object.hasOwn(LIST_OF, slug) ? (LIST_OF[slug] as TagList | 'cast') : 'tags';
}

/**
 * Tags in one line of `meta`: `0-5 Props Red%20Ball fdx.number=3; - Cast Ann`: range in code points or `-`, category,
 * label, then further attributes; each part percent-encoded.
 */
export function encodeTags(text: string, tags: readonly BlockTag[]): string {
  const offsets = new CodePoints(text);
  return tags
    .map((tag) => {
      const range = tag.range ? `${offsets.toPoint(tag.range[0])}-${offsets.toPoint(tag.range[1])}` : '-';
      const extra = Object.entries(tag.extra ?? {}).map(([key, value]) => ` ${encode(key)}=${encode(value)}`);
      return `${range} ${encode(tag.category)} ${encode(tag.label)}${extra.join('')}`;
    })
    .join('; ');
}

// `=` parts keys from values, `%` escapes; encodeURIComponent escapes both, and blanks and semicolons.
function encode(part: string): string {
  return encodeURIComponent(part);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The tags that {@link encodeTags} wrote, ranges within `text`. */
export function decodeTags(text: string, encoded: string): BlockTag[] {
  const offsets = new CodePoints(text);
  const tags: BlockTag[] = [];
  for (const piece of encoded.split('; ')) {
    const [range = '', category, label, ...rest] = piece.split(' ');
    if (category === undefined || label === undefined) continue;
    const tag: BlockTag = { category: decode(category), label: decode(label) };
    const match = /^(\d{1,9})-(\d{1,9})$/.exec(range);
    if (match) tag.range = [offsets.toUnit(Number(match[1])), offsets.toUnit(Number(match[2]))];
    const extra = rest.filter((part) => part.includes('='));
    if (extra.length > 0) {
      tag.extra = Object.fromEntries(
        extra.map((part) => {
          const equals = part.indexOf('=');
          return [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
        }),
      );
    }
    tags.push(tag);
  }
  return tags;
}
