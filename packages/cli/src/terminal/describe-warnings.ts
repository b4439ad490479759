import type { Warning } from '@screenplay/core';

/** Findings in words, each with its place. */
export async function describeWarnings(warnings: readonly Warning[]): Promise<string[]> {
  const { describePosition } = await import('@screenplay/core');
  return warnings.map(({ message, at }) => {
    const where = describePosition(at);
    return where === '' ? message : `${message} (${where})`;
  });
}
