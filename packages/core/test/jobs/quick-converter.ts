import type { Converter } from '../../src/index.js';
import { sha256 } from '../../src/model/sha256.js';
import { bytesOf } from './deployment.js';

/** A converter that makes something of each operation, its source and its options, at once and always the same. */
export class QuickConverter implements Converter {
  readonly operations: string[] = [];
  /** Called before each operation. */
  before: (operation: string, signal: AbortSignal | undefined, source: Uint8Array) => Promise<void> = async () =>
    undefined;

  readonly run: Converter['run'] = async (operation, source, options, call) => {
    this.operations.push(operation);
    await this.before(operation, call?.signal, source);
    const text = `${operation} ${JSON.stringify(options)} of ${[...sha256(source).subarray(0, 4)].join('.')}`;
    return { bytes: bytesOf(text), warnings: [], facts: (operation === 'validate' ? { valid: true } : {}) as never };
  };

  async close(): Promise<void> {
    // Nothing is held.
  }
}
