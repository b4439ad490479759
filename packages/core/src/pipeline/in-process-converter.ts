import { ScreenplayError } from '../errors/index.js';
import { guarded } from '../formats/codec.js';
import type { CallOptions, Converter, OperationName, Operations, OperationTable, Outcome } from '../ports/index.js';
import { OPERATIONS } from './operations.js';

/**
 * The converter port in the very thread that calls it: for programs that convert their own files, and for tests. Nothing
 * can stop it there, so it keeps no time or memory limit: those of a call are another converter's to keep.
 *
 * @example
 * const converter = new InProcessConverter();
 * const { bytes, facts } = await converter.run('export', document, { to: 'fountain' });
 */
export class InProcessConverter implements Converter {
  readonly #operations: OperationTable;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(operations: OperationTable = OPERATIONS) {
    this.#operations = operations;
  }

  async run<Name extends OperationName>(
    operation: Name,
    source: Uint8Array,
    options: Operations[Name]['options'],
    { signal }: CallOptions = {},
  ): Promise<Outcome<Name>> {
    if (this.#closed) throw new ScreenplayError('unavailable', 'The converter is closed');
    const work = guarded(async () => {
      if (!Object.hasOwn(this.#operations, operation)) throw unknownOperation(operation);
      return this.#operations[operation](source, options, signal);
    });
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Waits for what runs, however long: it cannot be stopped. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }
}

function unknownOperation(name: string): ScreenplayError {
  return new ScreenplayError('bad_option', `There is no operation ${JSON.stringify(name)}`);
}
