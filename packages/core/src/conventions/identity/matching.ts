/** Which thing of the earlier draft is which of the new one; each at most once. */
export class Matching {
  /** By place in the new draft: the place in the earlier one, or -1. */
  readonly previousOf: Int32Array;
  /** By place in the earlier draft: the place in the new one, or -1. */
  readonly nextOf: Int32Array;

  constructor(previous: number, next: number) {
    this.previousOf = new Int32Array(next).fill(-1);
    this.nextOf = new Int32Array(previous).fill(-1);
  }

  /** Whether neither has a match yet. */
  free(previous: number, next: number): boolean {
    return this.nextOf[previous] === -1 && this.previousOf[next] === -1;
  }

  /** Records a match, unless one of the two already has another. */
  add(previous: number, next: number): boolean {
    if (!this.free(previous, next)) return false;
    this.nextOf[previous] = next;
    this.previousOf[next] = previous;
    return true;
  }
}
