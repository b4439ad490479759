import type { Character, Color, Contributor, Lang, Revision, Uuid } from '../../model/document.js';
import { deriveId } from '../../model/ids.js';
import type { IdKind, SourceId } from '../../model/ids.js';
import { cutCodePoints } from '../code-points.js';
import { formatHex, parseHex } from '../colors.js';
import { characterKey } from '../cue.js';
import { toInstant } from '../instants.js';
import { getMeta, putMeta } from '../meta.js';
import { parseName } from '../names.js';
import { slugify } from '../slug.js';
import type { CastMember, RevisionSet } from './types.js';

/** Gives ids: the source's own where they are unique UUIDs, derived ones else. */
export class Ids {
  readonly #source: SourceId;
  readonly #taken = new Set<Uuid>();

  constructor(source: SourceId) {
    this.#source = source;
  }

  derive(kind: IdKind, index: number, sub = 0): Uuid {
    return deriveId(this.#source, kind, index, sub);
  }

  /** `own` when the source brings a UUID that no other node of it has, else a derived one. */
  take(own: string | undefined, kind: IdKind, index: number, sub = 0): Uuid {
    if (own === undefined || !OWN.test(own)) return deriveId(this.#source, kind, index, sub);
    const id = own.toLowerCase();
    if (this.#taken.has(id)) return deriveId(this.#source, kind, index, sub);
    this.#taken.add(id);
    return id;
  }
}

const OWN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The characters of a script: one entry per name, whatever its case. */
export class CharacterRegister {
  readonly list: Character[] = [];
  readonly #byKey = new Map<string, Character>();
  readonly #byTyped = new Map<string, Character>();
  readonly #ids: Ids;
  readonly #lang: Lang;

  constructor(ids: Ids, lang: Lang) {
    this.#ids = ids;
    this.#lang = lang;
  }

  /** The character that goes by `typed`; a new one when nobody does. `typed` is not blank. */
  find(typed: string): Character {
    let character = this.#byTyped.get(typed);
    if (character) return character;
    const key = characterKey(typed);
    character = this.#byKey.get(key) ?? this.#add(key, undefined);
    this.#byTyped.set(typed, character);
    return character;
  }

  /**
   * Keeps the name beside cues that spell it in a form of their own, so that renaming the character renames them.
   */
  remember(character: Character): void {
    if (character.meta !== undefined && getMeta(character.meta, 'name') !== undefined) return;
    putMeta((character.meta ??= {}), 'name', character.name);
  }

  /** A character that the source lists itself, with all it says of them. */
  addMember(member: CastMember, position: number): void {
    const typed = member.name.trim();
    const key = characterKey(typed);
    if (key === '' || this.#byKey.has(key)) return;
    const character = this.#add(key, member.id);
    const meta = (character.meta ??= {});
    putMeta(meta, 'listed', String(position));
    if (typed !== character.name && getMeta(meta, 'name') === undefined) putMeta(meta, 'name', typed);
    const aliases = [
      ...new Set((member.aliases ?? []).map((alias) => cutCodePoints(alias.trim(), 80)).filter(Boolean)),
    ];
    if (aliases.length > 0) character.aliases = aliases;
    if (member.desc) character.desc = { [this.#lang]: cutCodePoints(member.desc, 10000) };
    const traits = [...new Set((member.traits ?? []).map((trait) => slugify(trait)))];
    if (traits.length > 0) character.traits = traits;
    for (const [name, value] of Object.entries(member.extra ?? {})) putMeta(meta, name, value);
  }

  #add(key: string, own: string | undefined): Character {
    const name = cutCodePoints(key, 80);
    const character: Character = { id: this.#ids.take(own, 'character', this.list.length), slug: slugify(key), name };
    if (name !== key) {
      character.meta = {};
      putMeta(character.meta, 'name', key);
    }
    this.list.push(character);
    this.#byKey.set(key, character);
    return character;
  }
}

/** Who wrote notes. */
export class ContributorRegister {
  readonly list: Contributor[] = [];
  readonly #byName = new Map<string, Contributor>();
  readonly #ids: Ids;

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  find(typed: string): Uuid | undefined {
    const known = this.#byName.get(typed);
    if (known) return known.id;
    const name = parseName(typed);
    if (!name) return undefined;
    const contributor: Contributor = {
      id: this.#ids.derive('contributor', this.list.length),
      given: cutCodePoints(name.given, 50),
      family: cutCodePoints(name.family, 50),
    };
    const meta: Record<string, string> = {};
    if (name.mononym) putMeta(meta, 'mononym', 'true');
    const printed = name.mononym ? name.family : `${contributor.given} ${contributor.family}`;
    if (printed !== typed) putMeta(meta, 'name', typed);
    if (Object.keys(meta).length > 0) contributor.meta = meta;
    this.list.push(contributor);
    this.#byName.set(typed, contributor);
    return contributor.id;
  }
}

/** Colours that notes and the like refer to. */
export class ColorRegister {
  readonly list: Color[] = [];
  readonly #known = new Set<string>();

  /** The slug of a colour; undefined when it is no `#rgb` or `#rrggbb`. */
  find(hex: string): string | undefined {
    const rgb = parseHex(hex);
    if (!rgb) return undefined;
    const normal = formatHex(rgb);
    const id = `color-${normal.slice(1)}`;
    if (!this.#known.has(id)) {
      this.#known.add(id);
      this.list.push({ id, rgb, hex: normal });
    }
    return id;
  }
}

/** The revision sets of a script; a set that only runs mention is added as they do. */
export class RevisionRegister {
  readonly list: Revision[] = [];
  readonly #byIndex = new Map<number, Revision>();
  readonly #ids: Ids;
  readonly #authors: Uuid[];
  readonly #now: string;

  constructor(ids: Ids, authors: Uuid[], now: string) {
    this.#ids = ids;
    this.#authors = authors;
    this.#now = now;
  }

  add(set: RevisionSet): Revision {
    const known = this.#byIndex.get(set.index);
    if (known) return known;
    const name = set.name.trim() || `Revision ${set.index}`;
    const created = set.created === undefined ? undefined : toInstant(set.created);
    const revision: Revision = {
      id: this.#ids.take(set.id, 'revision', set.index),
      index: set.index,
      authors: this.#authors.slice(),
      label: slugify(name, 30),
      created: created ?? this.#now,
    };
    const meta: Record<string, string> = {};
    if (set.name !== '') putMeta(meta, 'name', set.name);
    if (set.created !== undefined && set.created !== created) putMeta(meta, 'created', set.created);
    if (set.color !== undefined) putMeta(meta, 'color', set.color);
    if (set.pageColor !== undefined) putMeta(meta, 'page-color', set.pageColor);
    if (set.mark !== undefined) putMeta(meta, 'mark', set.mark);
    if (set.style !== undefined) putMeta(meta, 'style', set.style);
    if (set.full !== undefined) putMeta(meta, 'full', String(set.full));
    if (set.active) putMeta(meta, 'active', 'true');
    for (const [key, value] of Object.entries(set.extra ?? {})) putMeta(meta, key, value);
    if (Object.keys(meta).length > 0) revision.meta = meta;
    this.#byIndex.set(set.index, revision);
    this.list.push(revision);
    return revision;
  }

  find(index: number): Revision {
    return this.#byIndex.get(index) ?? this.add({ index, name: '' });
  }
}
