import type { OperatorList } from './pdfjs-types.js';

interface Message {
  data: unknown;
}

type Listener = (event: Message) => void;

/** What of an AbortSignal is needed. */
interface Ending {
  addEventListener(name: 'abort', listener: () => void): void;
}

/** A part of a page's operators, as the half that reads posts it. */
interface OperatorMessage {
  chunk: OperatorList & { length: number };
}

/**
 * Where the two halves of pdfjs meet when both work on this thread: what one posts the other gets, as it is. pdfjs' own
 * meeting place copies it all, which takes longer than all that is done with a page here, and makes an object of each
 * letter. The operators of pages end here, part by part: the other half would only put them together again.
 */
export class SharedPort {
  readonly #listeners = new Set<Listener>();
  readonly #done = Promise.resolve();
  /** Takes what is in a list before it returns, for its sender fills it again. */
  readonly #take: (list: OperatorList) => void;

  constructor(take: (list: OperatorList) => void) {
    this.#take = take;
  }

  postMessage(data: unknown): void {
    const event: Message = { data: isOperators(data) ? this.#withoutOperators(data) : data };
    void this.#done.then(() => {
      for (const listener of this.#listeners) listener(event);
    });
  }

  addEventListener(_name: string, listener: Listener, { signal }: { signal?: Ending } = {}): void {
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => this.#listeners.delete(listener));
  }

  removeEventListener(_name: string, listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** What is left is that there was a part, and whether it was the last. */
  #withoutOperators(message: OperatorMessage): OperatorMessage {
    this.#take(message.chunk);
    return { ...message, chunk: { ...message.chunk, fnArray: [], argsArray: [], length: 0 } };
  }
}

function isOperators(data: unknown): data is OperatorMessage {
  const { chunk } = data as Partial<OperatorMessage>;
  return chunk !== undefined && Array.isArray(chunk.fnArray);
}
