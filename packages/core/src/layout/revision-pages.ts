import { revisionColor, revisionColorName } from '../conventions/colors.js';
import type { Block, RevisionSet } from '../conventions/manuscript/types.js';
import type { PageColor, PlacedLine } from './types.js';

/** What a script's revision sets mean for its lines and pages. */
export class RevisionPages {
  readonly #sets: readonly RevisionSet[];
  readonly #order = new Map<number, number>();

  constructor(sets: readonly RevisionSet[] | undefined) {
    this.#sets = sets ?? [];
    this.#sets.forEach((set, at) => this.#order.set(set.index, at));
  }

  /** The latest revision set that changed anything on a line of script; undefined when none did. */
  of(block: Block, line: PlacedLine): number | undefined {
    let latest: number | undefined;
    const see = (index: number): void => {
      if (latest === undefined || this.#rank(index) >= this.#rank(latest)) latest = index;
    };
    for (const index of block.revisions ?? []) see(index);
    for (const { revision } of line.runs ?? []) if (revision !== undefined) see(revision);
    return latest;
  }

  #rank(index: number): number {
    return this.#order.get(index) ?? -1;
  }

  /** What stands in the margin beside a line that the set changed. */
  mark(index: number): string {
    return this.#set(index)?.mark ?? '*';
  }

  #set(index: number): RevisionSet | undefined {
    return this.#sets[this.#order.get(index) ?? -1];
  }

  /** What a header says of the sets that changed a page: in order, each once, with its day when its name says none. */
  names(indexes: ReadonlySet<number>): string {
    return this.#sets
      .filter(({ index }) => indexes.has(index))
      .map(({ name, created }) => (/\d/.test(name) || !dayOf(created) ? name : `${name} (${dayOf(created)})`))
      .join(', ');
  }

  /** The colour of a page that these sets changed: that of the latest. */
  color(indexes: ReadonlySet<number>): PageColor | undefined {
    const set = [...this.#sets].reverse().find(({ index }) => indexes.has(index));
    if (!set) return undefined;
    const known = revisionColor(set.name);
    const color: PageColor = {
      name: known && !known.substituted ? revisionColorName(known.color, known.round) : set.name,
    };
    const rgb = set.pageColor ?? set.color;
    if (rgb !== undefined) color.rgb = rgb;
    return color;
  }

  /** The set being worked in, or the last. */
  get active(): RevisionSet | undefined {
    return this.#sets.find(({ active }) => active) ?? this.#sets[this.#sets.length - 1];
  }

  /** The day of the latest revision, as headers print it: `10/2/2024`; '' when no set has one. */
  get lastRevised(): string {
    return dayOf(
      this.#sets
        .map(({ created }) => created ?? '')
        .sort()
        .pop(),
    );
  }
}

function dayOf(instant: string | undefined): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(instant ?? '');
  return day ? `${Number(day[2])}/${Number(day[3])}/${day[1]}` : '';
}
