import type { Lang } from '../../model/document.js';
import { cutCodePoints } from '../code-points.js';
import { characterKey } from '../cue.js';
import { getMeta, putMeta } from '../meta.js';
import { slugify } from '../slug.js';
import type { CharacterRegister } from './registers.js';
import type { CastMember } from './types.js';

/** Adds a character that the source lists itself, with all it says of them. */
export function addCastMember(characters: CharacterRegister, member: CastMember, position: number, lang: Lang): void {
  const typed = member.name.trim();
  const key = characterKey(typed);
  if (key === '' || characters.has(key)) return;
  const character = characters.add(key, member.id);
  const meta = (character.meta ??= {});
  putMeta(meta, 'listed', String(position));
  if (typed !== character.name && getMeta(meta, 'name') === undefined) putMeta(meta, 'name', typed);
  const aliases = [...new Set((member.aliases ?? []).map((alias) => cutCodePoints(alias.trim(), 80)).filter(Boolean))];
  if (aliases.length > 0) character.aliases = aliases;
  if (member.desc) character.desc = { [lang]: cutCodePoints(member.desc, 10000) };
  const traits = [...new Set((member.traits ?? []).map((trait) => slugify(trait)))];
  if (traits.length > 0) character.traits = traits;
  for (const [name, value] of Object.entries(member.extra ?? {})) putMeta(meta, name, value);
}
