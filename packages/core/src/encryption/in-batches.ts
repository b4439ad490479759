/** WebCrypto works beside this thread: so many calls at a time keep it busy without holding all results twice. */
const BATCH = 256;

/** What `work` makes of each item, in order, many at the same time. */
export async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    for (const result of await Promise.all(items.slice(at, at + BATCH).map(work))) results.push(result);
  }
  return results;
}
