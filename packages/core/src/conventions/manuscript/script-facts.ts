import type { Lang, Revision, ScreenplayDocument } from '../../model/document.js';
import { cutCodePoints } from '../code-points.js';
import { characterKey } from '../cue.js';
import { pickText } from '../language.js';
import { getMeta, metaExtra } from '../meta.js';
import type { CastMember, Manuscript, RevisionSet } from './types.js';

/** Takes what a document says of the script as a whole, beside its title page and its settings. */
export function takeScriptFacts(manuscript: Manuscript, document: ScreenplayDocument, lang: Lang): void {
  const { generator, genre, locale, revisions } = document;
  const { meta } = document.document;
  if (revisions && revisions.length > 0) manuscript.revisions = revisions.map(readRevision);
  const cast = readCast(document, lang);
  if (cast.length > 0) manuscript.cast = cast;
  const categories = getMeta(meta, 'tag-categories');
  if (categories !== undefined) manuscript.tagCategories = categories.split(' ').map(decode);
  if (generator) manuscript.generator = { name: generator.name, version: generator.version };
  if (locale !== undefined) manuscript.lang = locale;
  const logline = pickText(document.logline, lang, document.lang);
  if (logline !== '') manuscript.logline = logline;
  if (genre && genre.length > 0) manuscript.genre = genre;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readRevision(revision: Revision): RevisionSet {
  const { meta } = revision;
  const set: RevisionSet = {
    index: revision.index,
    name: getMeta(meta, 'name') ?? titleCase(revision.label),
    id: revision.id,
  };
  const created = getMeta(meta, 'created');
  if (created !== undefined) set.created = created;
  else if (revision.created !== '1970-01-01T00:00:00Z') set.created = revision.created;
  const color = getMeta(meta, 'color');
  if (color !== undefined) set.color = color;
  const pageColor = getMeta(meta, 'page-color');
  if (pageColor !== undefined) set.pageColor = pageColor;
  const mark = getMeta(meta, 'mark');
  if (mark !== undefined) set.mark = mark;
  const style = getMeta(meta, 'style');
  if (style !== undefined) set.style = style;
  const full = getMeta(meta, 'full');
  if (full !== undefined) set.full = full === 'true';
  if (getMeta(meta, 'active') === 'true') set.active = true;
  const extra = metaExtra(meta);
  if (extra) set.extra = extra;
  return set;
}

/** `second-blue` reads `Second Blue`. */
function titleCase(label: string): string {
  return label.replace(
    /(?:^|-)([a-z0-9])/g,
    (match, first: string) => (match.startsWith('-') ? ' ' : '') + first.toUpperCase(),
  );
}

/** The characters that the source listed itself, in its order; the others in order of appearance when none was listed. */
function readCast(document: ScreenplayDocument, lang: Lang): CastMember[] {
  const members: { at: number; member: CastMember }[] = [];
  for (const character of document.characters ?? []) {
    const listed = getMeta(character.meta, 'listed');
    if (listed === undefined && !character.desc && !character.traits && !character.aliases) continue;
    const typed = getMeta(character.meta, 'name');
    const name =
      typed !== undefined && cutCodePoints(characterKey(typed), 80) === character.name ? typed : character.name;
    const member: CastMember = { name, id: character.id };
    if (character.aliases && character.aliases.length > 0) member.aliases = character.aliases;
    const desc = pickText(character.desc, lang, document.lang);
    if (desc !== '') member.desc = desc;
    if (character.traits && character.traits.length > 0) member.traits = character.traits;
    const extra = metaExtra(character.meta);
    if (extra) member.extra = extra;
    members.push({ at: listed === undefined ? Number.MAX_SAFE_INTEGER : Number(listed), member });
  }
  return members.sort((a, b) => a.at - b.at).map(({ member }) => member);
}
