import { formats } from '@screenplay/core/formats';
import { loadPaint } from './terminal/colors.js';
import type { Io } from './terminal/io.js';
import { table } from './terminal/table.js';

/** The formats on board as people read them. */
export async function formatsAsTable(io: Io): Promise<string> {
  const rows = formats().map((format) => [
    format.name,
    format.extensions.join(' '),
    format.canDecode ? 'yes' : 'no',
    format.canEncode ? 'yes' : 'no',
    format.description,
  ]);
  const [head, ...lines] = table([['NAME', 'EXTENSIONS', 'READ', 'WRITE', 'DESCRIPTION'], ...rows]).split('\n');
  const paint = await loadPaint(io.stdout, io.env);
  return [paint.bold(head ?? ''), ...lines].join('\n');
}

/** The formats on board as JSON text: an array of descriptors. */
export function formatsAsJson(): string {
  const descriptors = formats().map(({ name, extensions, mimeTypes, canDecode, canEncode, description }) => ({
    name,
    extensions,
    mimeTypes,
    canDecode,
    canEncode,
    description,
  }));
  return `${JSON.stringify(descriptors, null, 2)}\n`;
}
