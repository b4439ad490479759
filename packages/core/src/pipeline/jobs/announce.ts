import type { Delivery, Runtime, WorkQueue } from '../../ports/index.js';
import { isTrouble } from './trouble.js';

/**
 * Says to the senders in which lanes something new lies. What cannot be said now the reconciler says later: the deliveries
 * are kept already.
 */
export async function announce(lanes: WorkQueue, deliveries: readonly Delivery[], runtime: Runtime): Promise<void> {
  if (deliveries.length === 0) return;
  await addOrLeave(lanes, [...new Set(deliveries.map(({ lane }) => lane))], runtime);
}

/** Adds ids to a queue that somebody else adds again when it cannot be done now. */
export async function addOrLeave(queue: WorkQueue, ids: readonly string[], runtime: Runtime): Promise<void> {
  try {
    await queue.add(ids);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    runtime.log('warn', 'A queue took nothing: it is told again later', { error: error.message });
  }
}
