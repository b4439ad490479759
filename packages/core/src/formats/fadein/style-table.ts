/** The styles of a file and what each derives from: found alike when reading and when writing. */
import type { BlockKind } from '../../conventions/manuscript/types.js';
import { BUILT_IN } from './mapping.js';
import { STANDARD_STYLES } from './standard.js';
import type { OsfAttributes } from './tree.js';
import { readFlag, readNumber } from './values.js';

/** Styles that build on one another, at most. */
const DEPTH = 16;

/** Styles in their order, the built-in ones complete, each with a chain of bases that ends. */
export class StyleTable {
  readonly #attributes = new Map<string, OsfAttributes>();
  readonly #builtIn = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** Names as they are spelled, by their lower-case form. */
  readonly #lower = new Map<string, string>();

  /** `standard`: what is taken over of a built-in style that is missing. */
  constructor(styles: readonly OsfAttributes[], standard: (attributes: OsfAttributes) => OsfAttributes) {
    for (const attributes of styles) this.define(attributes);
    STANDARD_STYLES.forEach((attributes, index) => {
      if (this.#names.has(index)) return;
      const usual = attributes['name'] ?? '';
      let name = usual;
      for (let n = 2; this.#attributes.has(name); n++) name = `${usual} ${n}`;
      this.define({ ...standard(attributes), name });
    });
    this.#mendBases();
  }

  define(attributes: OsfAttributes): void {
    const { name } = attributes;
    if (name === undefined || name === '' || this.#attributes.has(name)) return;
    this.#attributes.set(name, attributes);
    const lower = name.trim().toLowerCase();
    if (!this.#lower.has(lower)) this.#lower.set(lower, name);
    const index = builtInIndex(attributes);
    if (index < 0 || this.#names.has(index)) return;
    this.#builtIn.set(name, index);
    this.#names.set(index, name);
  }

  /** Plain text is based on nothing; a style based on itself, or on none that there is, is based on plain text. */
  #mendBases(): void {
    const plain = this.builtIn('general');
    for (const [name, attributes] of this.#attributes) {
      if (name === plain) {
        if (attributes['basestyle'] !== undefined) this.set(name, { basestyle: undefined });
      } else if (!this.#ends(name)) this.set(name, { basestyle: plain });
    }
  }

  #ends(name: string): boolean {
    let at = name;
    for (let depth = 0; depth < DEPTH; depth++) {
      const attributes = this.#attributes.get(at);
      if (!attributes) return false;
      if (attributes['basestyle'] === undefined) return true;
      at = attributes['basestyle'];
    }
    return false;
  }

  /** Names in order. */
  names(): string[] {
    return [...this.#attributes.keys()];
  }

  has(name: string): boolean {
    return this.#attributes.has(name);
  }

  get(name: string): OsfAttributes | undefined {
    return this.#attributes.get(name);
  }

  /** Changes attributes of a style. */
  set(name: string, attributes: OsfAttributes): void {
    this.#attributes.set(name, { ...this.#attributes.get(name), ...attributes });
  }

  /** The style that a name means which no style has: in other case, or the English name of a built-in one. */
  alike(name: string): string | undefined {
    const lower = name.trim().toLowerCase();
    const index = BUILT_IN.findIndex(([own]) => own.toLowerCase() === lower);
    return this.#lower.get(lower) ?? this.#names.get(index);
  }

  /** The name of the built-in style of a kind. */
  builtIn(kind: BlockKind): string {
    const index = BUILT_IN.findIndex(([, own]) => own === kind);
    return this.#names.get(index) ?? 'Normal Text';
  }

  /** Index of the built-in style that this is; undefined for one of the writer's own. */
  builtInIndex(name: string): number | undefined {
    return this.#builtIn.get(name);
  }

  /** The style and those that it is based on, one after the other. */
  chain(name: string): OsfAttributes[] {
    const chain: OsfAttributes[] = [];
    for (let at: string | undefined = name; at !== undefined && chain.length < DEPTH; ) {
      const attributes = this.#attributes.get(at);
      if (!attributes) break;
      chain.push(attributes);
      at = attributes['basestyle'];
    }
    return chain;
  }

  /** What paragraphs in a style are: what the built-in style is that it derives from. */
  kindOf(name: string): BlockKind {
    for (const { name: own } of this.chain(name)) {
      const index = own === undefined ? undefined : this.#builtIn.get(own);
      if (index !== undefined) return BUILT_IN[index]?.[1] ?? 'general';
    }
    return 'general';
  }
}

/** Which of the built-in styles this says it is; -1 for none. */
function builtInIndex(attributes: OsfAttributes): number {
  const named = BUILT_IN.findIndex(([name]) => name === attributes['name']);
  if (readFlag(attributes['builtin']) !== true) return named;
  const index = readNumber(attributes['builtin_index']) ?? -1;
  return BUILT_IN[index] ? index : named;
}
