import type { Color, Contributor, Revision, Uuid } from '../../model/document.js';
import { cutCodePoints } from '../code-points.js';
import { formatHex, parseHex } from '../colors.js';
import { toInstant } from '../instants.js';
import { putMeta } from '../meta.js';
import { parseName } from '../names.js';
import { slugify } from '../slug.js';
import type { Ids } from './registers.js';
import type { RevisionSet } from './types.js';

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
  readonly #authors: readonly Uuid[];
  readonly #now: string;

  constructor(ids: Ids, authors: readonly Uuid[], now: string) {
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
