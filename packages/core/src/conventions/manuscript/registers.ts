import type { Character, Uuid } from '../../model/document.js';
import { deriveId } from '../../model/ids.js';
import type { IdKind, SourceId } from '../../model/ids.js';
import { cutCodePoints } from '../code-points.js';
import { characterKey } from '../cue.js';
import { getMeta, putMeta } from '../meta.js';
import { slugify } from '../slug.js';

/** Gives ids: the source's own where they are unique UUIDs, derived ones else. */
export class Ids {
  readonly #source: SourceId;
  readonly #taken = new Set<Uuid>();

  constructor(source: SourceId) {
    this.#source = source;
  }

  /** The document's own. */
  get document(): Uuid {
    return this.#source.uuid;
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

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** The character that goes by `typed`; a new one when nobody does. `typed` is not blank. */
  find(typed: string): Character {
    let character = this.#byTyped.get(typed);
    if (character) return character;
    const key = characterKey(typed);
    character = this.#byKey.get(key) ?? this.add(key, undefined);
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

  /** Whether somebody goes by a name, given as its {@link characterKey}. */
  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** A new character. `own`: the source's own UUID. */
  add(key: string, own: string | undefined): Character {
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
