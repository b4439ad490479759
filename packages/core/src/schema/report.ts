/** One way in which a document breaks a rule. */
export interface Fault {
  /** JSON Pointer (RFC 6901); `''` is the root. */
  path: string;
  /** What is wrong, for the person who wrote the document. Quotes names of properties, never values. */
  message: string;
}

/** `errors` holds at most {@link MAX_FAULTS}; when there are more, `errors_total` says how many. */
export type Validation = { valid: true } | { valid: false; errors: Fault[]; errors_total?: number };

/** The most faults that one call reports; the rest is counted. */
export const MAX_FAULTS = 100;

/** Longest name quoted in a message, in UTF-16 code units. */
const MAX_QUOTED = 64;

/** Faults found so far: the first {@link MAX_FAULTS} in full, the rest as a number. */
export class Faults {
  readonly #faults: Fault[] = [];
  #total = 0;

  /** Faults so far, told or not. */
  get total(): number {
    return this.#total;
  }

  /** Counts a fault and says whether it is still to be worded. */
  admit(): boolean {
    return this.#total++ < MAX_FAULTS;
  }

  /** Adds a fault that was admitted. */
  add(path: string, message: string): void {
    this.#faults.push({ path, message });
  }

  result(): Validation {
    if (this.#total === 0) return { valid: true };
    if (this.#total === this.#faults.length) return { valid: false, errors: this.#faults };
    return { valid: false, errors: this.#faults, errors_total: this.#total };
  }
}

/**
 * The place in a document being looked at, and the faults found there. Pointers and messages are made only for the
 * faults that are reported, so a document of a million faults costs little more than a good one.
 *
 * Whoever descends takes `depth` as its own level, raises it by one, writes each key or index to `path[level]` before
 * looking at that member, and sets `depth` back when done.
 */
export class Report extends Faults {
  readonly path: (string | number)[] = [];
  depth = 0;
  /** Level whose segment is a key of a map and no property name; -1 for none. */
  mapLevel = -1;

  /** Says something about the value at the present place. */
  fault(message: string): void {
    if (this.admit()) this.#say(`${this.#subject()} ${message}`);
  }

  /** Like {@link fault} for messages that take work to word. */
  faultOf(message: () => string): void {
    if (this.admit()) this.#say(`${this.#subject()} ${message()}`);
  }

  wrongType(expected: string, value: unknown): void {
    if (this.admit()) this.#say(`${this.#subject()} must be ${expected}, not ${kindOf(value)}`);
  }

  /** The object at the present place lacks a property. */
  missing(name: string): void {
    if (this.admit()) this.#say(`\`${name}\` is missing`);
  }

  /** The property at the present place has no business there. */
  unknown(name: string): void {
    if (this.admit()) this.#say(`unknown property ${quoteName(name)}`);
  }

  #say(message: string): void {
    this.add(pointer(this.path, this.depth), message);
  }

  /** The value in words: `` `title` ``, `` `title.en` ``, `` `highlight[0][1]` ``. */
  #subject(): string {
    let at = this.depth - 1;
    let indices = '';
    while (at >= 0 && typeof this.path[at] === 'number') indices = `[${this.path[at--]}]${indices}`;
    if (at < 0) return 'the document';
    const name = String(this.path[at]);
    const owner = at > 0 && at === this.mapLevel ? `${this.path[at - 1]}.` : '';
    return quoteName(owner + name, indices);
  }
}

function pointer(path: readonly (string | number)[], depth: number): string {
  let text = '';
  for (let level = 0; level < depth; level++) text += `/${escapeSegment(path[level] ?? '')}`;
  return text;
}

function escapeSegment(segment: string | number): string {
  return typeof segment === 'number' ? String(segment) : segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name between backquotes, cut when very long, control characters made visible. */
function quoteName(name: string, suffix = ''): string {
  let shown = name;
  if (name.length > MAX_QUOTED) shown = `${name.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, '')}…`;
  return `\`${shown.replace(/\p{Cc}/gu, visible)}${suffix}\``;
}

function visible(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'object':
      return 'an object';
    case 'number':
      if (!Number.isFinite(value)) return String(value);
      return Number.isInteger(value) ? 'a number' : 'a fraction';
    default:
      return `a ${typeof value}`;
  }
}
