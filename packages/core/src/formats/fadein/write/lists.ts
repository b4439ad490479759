import { parseCue } from '../../../conventions/cue.js';
import { UNSPECIFIED, parseHeading } from '../../../conventions/heading.js';
import { revisionColor } from '../../../conventions/colors.js';
import type { Block, CastMember, Manuscript, RevisionSet } from '../../../conventions/manuscript/types.js';
import { branch, childrenOf } from '../../../syntax/xml-element.js';
import { parseAttributes } from '../../../syntax/xml-fragments.js';
import { REVISION_COLORS } from '../mapping.js';
import { STANDARD_LISTS, STANDARD_TAGS } from '../standard.js';
import type { OsfElement } from '../tree.js';
import { readNumber } from '../values.js';
import type { FadeInLosses } from './losses.js';

const ORDER = [...STANDARD_LISTS.map(([list]) => list), 'revision_colors', 'tag_categories', 'highlight_rules'];

/** `lists`: what is kept of the file that was read, else what Fade In's new scripts have and this one fills. */
export function printLists(
  manuscript: Manuscript,
  kept: readonly OsfElement[],
  own: boolean,
  losses: FadeInLosses,
): OsfElement {
  const { blocks, cast, revisions = [], tagCategories = [] } = manuscript;
  const lists = new Map<string, OsfElement>();
  for (const list of kept) if (!lists.has(list.name)) lists.set(list.name, list);
  const words = own ? new Map<string, Set<string>>() : wordsOf(blocks);
  for (const [list, item, names] of STANDARD_LISTS) {
    if (lists.has(list)) continue;
    const entries = new Set([...names, ...(words.get(list) ?? [])]);
    lists.set(
      list,
      branch(
        list,
        undefined,
        [...entries].map((name) => branch(item, { name })),
      ),
    );
  }
  if (own || cast) lists.set('characters', printCast(cast ?? [], losses));
  lists.set('revision_colors', printRevisions(revisions, lists.get('revision_colors'), losses));
  if (!lists.has('tag_categories')) lists.set('tag_categories', printTagCategories(tagCategories, losses));
  if (!lists.has('highlight_rules')) lists.set('highlight_rules', branch('highlight_rules'));
  const ordered = ORDER.flatMap((name) => lists.get(name) ?? []);
  return branch('lists', undefined, [...ordered, ...[...lists.values()].filter(({ name }) => !ORDER.includes(name))]);
}

/** The words of the script for each list, in order of appearance. */
function wordsOf(blocks: readonly Block[]): Map<string, Set<string>> {
  const words = new Map(STANDARD_LISTS.map(([list]) => [list, new Set<string>()]));
  const add = (list: string, word: string): void => {
    if (word !== '') words.get(list)?.add(word);
  };
  for (const { kind, text, omit } of blocks) {
    if (omit || text.trim() === '') continue;
    if (kind === 'character') {
      const { name, extensions } = parseCue(text);
      add('characters', name.toUpperCase());
      for (const extension of extensions) if (!/^cont/i.test(extension)) add('extensions', `(${extension})`);
    } else if (kind === 'heading') {
      const { setting, time } = parseHeading(text);
      if (setting !== UNSPECIFIED) add('locations', setting);
      if (time !== UNSPECIFIED) add('scene_times', time);
    } else if (kind === 'transition') add('transitions', text.trim().toUpperCase());
  }
  return words;
}

function printCast(cast: readonly CastMember[], losses: FadeInLosses): OsfElement {
  const described = ({ desc, aliases, traits }: CastMember): boolean =>
    (desc ?? '') !== '' || (aliases?.length ?? 0) > 0 || (traits?.length ?? 0) > 0;
  if (cast.some(described)) losses.add('cast');
  const members = cast.map(({ name, extra }) =>
    branch('character', { name, ...parseAttributes(extra?.['fadein.attributes'] ?? '') }),
  );
  return branch('characters', undefined, members);
}

/** The colours of revisions: Fade In's ten, or those of the file that was read, with what the script's sets say. */
function printRevisions(sets: readonly RevisionSet[], kept: OsfElement | undefined, losses: FadeInLosses): OsfElement {
  const colors = childrenOf(kept, 'revision_color').map(
    ({ attributes }) => ({ ...attributes }) as Record<string, string>,
  );
  const known = new Map<number, Record<string, string>>();
  colors.forEach((color, at) => known.set(readNumber(color['index']) ?? at, color));
  const add = (index: number): Record<string, string> => {
    const at = index % REVISION_COLORS.length;
    const name = REVISION_COLORS[at]?.[0] ?? '';
    const color = {
      name,
      index: String(index),
      color_name: name,
      color_index: String(at),
      mark: index === 0 ? '' : '*',
    };
    known.set(index, color);
    colors.push(color);
    return color;
  };
  if (colors.length === 0) REVISION_COLORS.forEach((_, index) => add(index));
  for (const set of sets) {
    const color = known.get(set.index) ?? add(set.index);
    if (color['name'] !== set.name || set.color !== undefined) dress(color, set, losses);
    if (set.mark !== undefined) color['mark'] = set.mark;
  }
  return branch(
    'revision_colors',
    undefined,
    colors.map((attributes) => branch('revision_color', attributes)),
  );
}

/** Gives a colour the name of a set, and the page colour that the name or the set says. */
function dress(color: Record<string, string>, set: RevisionSet, losses: FadeInLosses): void {
  color['name'] = set.name;
  const text = set.color?.toLowerCase();
  const current = REVISION_COLORS.find(([name]) => name === color['color_name']);
  if (text === undefined || current?.[1] === text) return;
  const said = revisionColor(set.name);
  const word = said?.substituted ? 'tan' : said?.color;
  const at = REVISION_COLORS.findIndex(([name, own]) => own === text || name.toLowerCase() === word);
  if (at >= 0) {
    color['color_name'] = REVISION_COLORS[at]?.[0] ?? '';
    color['color_index'] = String(at);
  }
  if (REVISION_COLORS[at]?.[1] !== text) losses.add('revisionColor');
}

function printTagCategories(categories: readonly string[], losses: FadeInLosses): OsfElement {
  const known = new Set(STANDARD_TAGS.map(([name]) => name.toLowerCase()));
  losses.add('tagCategory', categories.filter((name) => !known.has(name.toLowerCase())).length);
  return branch(
    'tag_categories',
    undefined,
    STANDARD_TAGS.map(([name, color, uuid]) => branch('tag_category', { name, color, show: 'true', uuid })),
  );
}

/** Language and word lists of the spelling checker. */
export function printSpelling(lang: string | undefined, kept: readonly OsfElement[]): OsfElement {
  const attributes = lang === undefined ? {} : { language: lang.replaceAll('-', '_') };
  const known = ['user_dictionary', 'ignored'];
  const others = kept.filter(({ name }) => !known.includes(name));
  return branch('spelling', attributes, [
    ...known.map((name) => kept.find((list) => list.name === name) ?? branch(name)),
    ...others,
  ]);
}
