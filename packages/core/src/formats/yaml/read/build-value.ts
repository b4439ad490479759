import type { ScreenplayError, Warnings } from '../../../errors/index.js';
import { limitExceeded, LIMITS } from '../../../syntax/limits.js';
import { positionAt, wellFormed } from '../../../syntax/text.js';
import { isAlias, isMap, isScalar, isSeq, malformedYaml } from './compose.js';
import type { Alias, ParsedNode, YAMLMap, YamlTree } from './compose.js';

/** Aliases of a small file may unfold to so much in any case. */
const FREE_UNFOLDING = 10_000;
/** Characters of text that weigh as much as a node. */
const NODE_WEIGHT = 32;

/**
 * Plain values from the nodes of a document. An alias becomes a copy of what it stands for, so that nothing is shared.
 *
 * @throws ScreenplayError `malformed_input` for a key that comes twice and an alias of nothing; `limit_exceeded`.
 */
export function buildValue(tree: YamlTree, text: string, warnings: Warnings): unknown {
  const builder = new ValueBuilder(text, Math.max(FREE_UNFOLDING, tree.tokens * LIMITS.aliasRatio));
  const value = builder.build(tree.root, 0);
  if (builder.repaired)
    warnings.add('repaired', 'Half characters (lone surrogates), which no file can hold, became \uFFFD');
  return value;
}

const OWN = { enumerable: true, configurable: true, writable: true };

class ValueBuilder {
  repaired = false;
  readonly #text: string;
  readonly #anchors = new Map<string, ParsedNode>();
  /** What each alias stands for: an anchor may be set anew later. */
  readonly #targets = new Map<Alias, ParsedNode>();
  readonly #open = new Set<ParsedNode>();
  /** What aliases may still unfold to. */
  #allowance: number;
  /** How many aliases the node being built lies in. */
  #unfolding = 0;

  constructor(text: string, allowance: number) {
    this.#text = text;
    this.#allowance = allowance;
  }

  build(node: ParsedNode | null, depth: number): unknown {
    if (node === null) return null;
    if (depth > LIMITS.nestingDepth) throw limitExceeded('nestingDepth', this.#position(node));
    if (isAlias(node)) return this.#unfold(node, depth);
    if (node.anchor !== undefined && this.#unfolding === 0) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#scalar(node.value, node);
    this.#spend(1, node);
    this.#open.add(node);
    const value = isMap(node) ? this.#map(node, depth) : this.#list(node, depth);
    this.#open.delete(node);
    return value;
  }

  #list(node: ParsedNode, depth: number): unknown[] {
    return isSeq<ParsedNode>(node) ? node.items.map((item) => this.build(item, depth + 1)) : [];
  }

  #map(node: YAMLMap<ParsedNode, ParsedNode | null>, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? this.#scalar(key.value, key) : undefined;
      if (typeof name !== 'string') throw this.#fault('a key must be plain text', key);
      if (Object.hasOwn(members, name)) throw this.#fault('this key comes twice in one mapping', key);
      const member = this.build(value, depth + 1);
      // Assignment would take `__proto__` for the prototype.
      if (name === '__proto__') Object.defineProperty(members, name, { value: member, ...OWN });
      else members[name] = member;
    }
    return members;
  }

  #scalar(value: unknown, node: ParsedNode): unknown {
    if (typeof value !== 'string') {
      this.#spend(1, node);
      return value;
    }
    this.#spend(1 + value.length / NODE_WEIGHT, node);
    const mended = wellFormed(value);
    if (mended !== value) this.repaired = true;
    return mended;
  }

  #unfold(alias: Alias.Parsed, depth: number): unknown {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source);
    if (!target) throw this.#fault('this alias stands for nothing: its anchor must come before it', alias);
    if (this.#open.has(target)) throw this.#fault('this alias stands for what it lies in', alias);
    this.#targets.set(alias, target);
    this.#unfolding++;
    const value = this.build(target, depth);
    this.#unfolding--;
    return value;
  }

  #spend(weight: number, node: ParsedNode): void {
    if (this.#unfolding === 0) return;
    this.#allowance -= weight;
    if (this.#allowance < 0) throw limitExceeded('aliasRatio', this.#position(node));
  }

  #fault(message: string, node: ParsedNode | null): ScreenplayError {
    return malformedYaml(this.#text, node?.range[0] ?? 0, message);
  }

  #position(node: ParsedNode): { line: number; column: number } {
    return positionAt(this.#text, node.range[0]);
  }
}
