import { formats } from '@screenplay/core';
import type { FormatDescriptor, OperationName } from '@screenplay/core';

/** What the options of an operation tell of the source's format and the target's. */
interface Looks {
  from?: unknown;
  name?: unknown;
  mimeType?: unknown;
  to?: unknown;
}

/** A word for jobs that are alike, by what can be known without opening the source. There are few such words. */
export function kindOf(operation: OperationName, options: object): string {
  const { from, name, mimeType, to }: Looks = options;
  const extension = typeof name === 'string' ? /\.\w{1,12}$/.exec(name)?.[0].toLowerCase() : undefined;
  const source =
    formatWith((format) => format.name === from) ??
    formatWith((format) => extension !== undefined && format.extensions.includes(extension)) ??
    formatWith((format) => typeof mimeType === 'string' && format.mimeTypes.includes(mimeType)) ??
    'any';
  return `${operation} ${source} ${formatWith((format) => format.name === to) ?? ''}`;
}

function formatWith(matches: (format: FormatDescriptor) => boolean): string | undefined {
  return formats().find(matches)?.name;
}
