import type { OperationName } from '@screenplay/core';

/** What the options of an operation tell of the source's format and the target's. */
interface Looks {
  from?: unknown;
  name?: unknown;
  mimeType?: unknown;
  to?: unknown;
}

/** A word for jobs that are alike, by what can be known without opening the source. */
export function kindOf(operation: OperationName, options: object): string {
  const { from, name, mimeType, to }: Looks = options;
  const source = word(from) ?? extensionOf(name) ?? word(mimeType) ?? '';
  return `${operation} ${source} ${word(to) ?? ''}`;
}

function extensionOf(name: unknown): string | undefined {
  return typeof name === 'string' ? /\.(\w{1,12})$/.exec(name)?.[1]?.toLowerCase() : undefined;
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 64) : undefined;
}
