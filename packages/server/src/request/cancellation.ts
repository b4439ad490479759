import type { Exchange } from '../app/exchange.js';

/** Does something with a signal that is aborted when the client goes away before it has its answer. */
export async function whileConnected<T>({ res }: Exchange, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onClose = (): void => controller.abort();
  if (res.closed || res.destroyed) onClose();
  else res.once('close', onClose);
  try {
    return await act(controller.signal);
  } finally {
    res.off('close', onClose);
  }
}
