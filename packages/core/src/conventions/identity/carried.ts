import type { Uuid } from '../../model/document.js';

interface Identified {
  readonly id: Uuid;
}

/** What the nodes of the new draft were in the earlier one. */
export class Carried {
  readonly #byNode = new Map<Identified, Uuid>();
  readonly #byId = new Map<Uuid, Uuid>();

  /** Records that `node` is the earlier `previous`; the first word on a node stands. */
  add(previous: Identified, node: Identified): void {
    if (this.#byNode.has(node)) return;
    this.#byNode.set(node, previous.id);
    const key = node.id.toLowerCase();
    if (!this.#byId.has(key)) this.#byId.set(key, previous.id);
  }

  has(node: Identified): boolean {
    return this.#byNode.has(node);
  }

  /** The id that `node` had. */
  of(node: Identified): Uuid | undefined {
    return this.#byNode.get(node);
  }

  /** A reference of the new draft as the earlier one would write it. */
  reference(id: Uuid | undefined | null): Uuid | undefined {
    return id === undefined || id === null ? undefined : (this.#byId.get(id.toLowerCase()) ?? id);
  }
}
