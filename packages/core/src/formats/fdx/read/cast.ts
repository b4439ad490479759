import type { CastMember } from '../../../conventions/manuscript/types.js';
import { childOf, childrenOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';

/** The characters that the file gives a voice, and the traits that writers gave them. */
export function readCast(cast: FdxElement | undefined, characters: FdxElement | undefined): CastMember[] {
  const members = new Map<string, CastMember>();
  const find = (name: string | undefined): CastMember | undefined => {
    if (name === undefined || name.trim() === '') return undefined;
    const key = name.trim().toUpperCase();
    const known = members.get(key) ?? { name };
    members.set(key, known);
    return known;
  };
  for (const { attributes } of childrenOf(cast, 'Member')) find(attributes['Character']);
  const data = childOf(characters, 'CharacterTraitData');
  const traits = readTraits(childOf(data, 'Traits'));
  for (const holder of childrenOf(childOf(data, 'Holders'), 'Holder')) {
    const held = childrenOf(childOf(holder, 'Attributes'), 'Attribute');
    const own = held.flatMap(({ attributes }) => traits.get(attributes['ID'] ?? '') ?? []);
    const member = find(holder.attributes['Name']);
    if (member && own.length > 0) member.traits = own;
  }
  return [...members.values()];
}

/** By id. */
function readTraits(element: FdxElement | undefined): Map<string, string> {
  const traits = new Map<string, string>();
  for (const trait of childrenOf(element, 'Trait')) {
    for (const { attributes, text } of childrenOf(childOf(trait, 'Attributes'), 'Attribute')) {
      if (attributes['ID'] !== undefined && text.trim() !== '') traits.set(attributes['ID'], text.trim());
    }
  }
  return traits;
}
