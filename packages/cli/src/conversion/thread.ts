import { Worker } from 'node:worker_threads';
import { failureOf } from '../failure.js';
import type { ConversionJob, ConversionResult, Converter } from './job.js';

/** Converts in a worker thread of its own, started with the first job and again after a crash. */
export class ThreadConverter implements Converter {
  #worker: Worker | undefined;

  convert(job: ConversionJob): Promise<ConversionResult> {
    const worker = this.#start();
    return new Promise((resolve) => {
      const settle = (result: ConversionResult): void => {
        worker.off('message', onMessage);
        worker.off('error', onError);
        worker.off('exit', onExit);
        resolve(result);
      };
      const onMessage = (result: ConversionResult): void => {
        settle(result);
      };
      const onError = (error: unknown): void => {
        this.#worker = undefined;
        settle({ ok: false, failure: crashOf(error) });
      };
      const onExit = (code: number): void => {
        onError(new Error(`the conversion thread ended with code ${code}`));
      };
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.on('exit', onExit);
      worker.postMessage(job, transferable(job.bytes));
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    // The build puts the thread's program beside the program itself.
    this.#worker ??= new Worker(new URL('./worker.js', import.meta.url));
    return this.#worker;
  }
}

function crashOf(error: unknown): ReturnType<typeof failureOf> {
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return {
      code: 'limit_exceeded',
      message: 'it takes more memory than there is; convert it by itself, without --jobs',
    };
  }
  return failureOf(error);
}

/** Bytes are handed over, not copied, when they are all that their buffer holds. */
export function transferable(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
