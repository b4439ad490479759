import { InProcessConverter, ScreenplayError } from '@screenplay/core';
import type { Converter, OperationName, OperationTable } from '@screenplay/core';
import { Worker } from 'node:worker_threads';
import { failureOf, isExhaustion } from '../protocol/failure.js';
import type { Answer, Request } from '../protocol/messages.js';
import { BlockingChannel } from './blocking-channel.js';

/**
 * The work of a child process: does the operations that its parent sends, one after the other, and ends with its
 * parent. What makes it stop in between comes from outside.
 */
export async function serve(operations: OperationTable): Promise<never> {
  // The parent decides when it is over; these come to the whole group when somebody presses Ctrl-C or stops a service.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const converter = new InProcessConverter(operations);
  const channel = new BlockingChannel();
  await startWatch();
  channel.write({ kind: 'ready' });
  for (;;) {
    const received = channel.read();
    if (!received) process.exit(0);
    const { answer, bytes } = await perform(converter, received.request, received.source);
    channel.write(answer, bytes);
    // What the operation left in the queue of events is over before the next one begins.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function perform(
  converter: Converter,
  { operation, options }: Request,
  source: Uint8Array,
): Promise<{ answer: Answer; bytes?: Uint8Array }> {
  try {
    const name = operation as OperationName;
    const { bytes, warnings, facts } = await converter.run(name, source, options as never);
    return { answer: { kind: 'done', warnings, facts }, bytes };
  } catch (error) {
    // The converter throws nothing else.
    if (!(error instanceof ScreenplayError)) throw error;
    return { answer: isExhaustion(error) ? { kind: 'exhausted' } : { kind: 'failed', failure: failureOf(error) } };
  }
}

/** Starts the thread that ends this process when its parent has ended, even while this thread hangs. */
function startWatch(): Promise<void> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
    // The build puts the thread's program beside this one.
    const watch = new Worker(new URL('./watch.js', import.meta.url), { resourceLimits });
    watch.once('message', resolve);
    watch.once('error', reject);
  });
}
