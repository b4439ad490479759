/** The orders of the deliveries that are not settled, lane by lane. */
export class OpenLanes {
  readonly #orders = new Map<string, number[]>();

  add(lane: string, order: number): void {
    const orders = this.#orders.get(lane);
    if (!orders) {
      this.#orders.set(lane, [order]);
      return;
    }
    let at = orders.length;
    while (at > 0 && (orders[at - 1] ?? 0) > order) at--;
    orders.splice(at, 0, order);
  }

  remove(lane: string, order: number): void {
    const orders = this.#orders.get(lane);
    const at = orders?.indexOf(order) ?? -1;
    if (!orders || at < 0) return;
    if (orders.length === 1) this.#orders.delete(lane);
    else orders.splice(at, 1);
  }

  first(lane: string): number | undefined {
    return this.#orders.get(lane)?.[0];
  }
}
