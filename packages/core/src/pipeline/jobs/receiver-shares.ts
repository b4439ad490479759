/** How many receivers are remembered. */
const MOST_REMEMBERED = 1000;
/** Failures without a success in between, from which on a receiver is taken for ill. */
const ILL_FROM = 3;

interface Receiver {
  sending: number;
  failures: number;
}

/**
 * Shares senders among receivers, so that one which hangs leaves room for the others: no receiver has more than half of
 * them, and one that fails no more than an eighth.
 */
export class ReceiverShares {
  readonly #senders: number;
  readonly #receivers = new Map<string, Receiver>();

  constructor(senders: number) {
    this.#senders = senders;
  }

  /** Takes a share, to be given up by {@link leave}; false when the receiver has its share already. */
  enter(url: string): boolean {
    const receiver = this.#receivers.get(url) ?? { sending: 0, failures: 0 };
    const part = receiver.failures >= ILL_FROM ? 8 : 2;
    if (receiver.sending >= Math.max(1, Math.floor(this.#senders / part))) return false;
    receiver.sending++;
    this.#remember(url, receiver);
    return true;
  }

  /** @param well undefined when nothing was found out about the receiver */
  leave(url: string, well: boolean | undefined): void {
    const receiver = this.#receivers.get(url);
    if (!receiver) return;
    receiver.sending--;
    if (well !== undefined) receiver.failures = well ? 0 : receiver.failures + 1;
    if (receiver.sending === 0 && receiver.failures === 0) this.#receivers.delete(url);
  }

  #remember(url: string, receiver: Receiver): void {
    this.#receivers.delete(url);
    this.#receivers.set(url, receiver);
    if (this.#receivers.size <= MOST_REMEMBERED) return;
    for (const [old, { sending }] of this.#receivers) {
      if (sending > 0) continue;
      this.#receivers.delete(old);
      return;
    }
  }
}
