/**
 * Converts a script with the library alone, into the format of the second file's extension:
 *
 *   node convert.ts draft.fdx draft.fountain
 *
 * Node runs TypeScript as it is from 22.18 on.
 */
import { convert, describePosition, formats } from '@screenplay/core';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Answers what could not be carried over, a line each. */
export async function convertFile(input: string, output: string): Promise<string[]> {
  const extension = extname(output).toLowerCase();
  const target = formats().find(({ canEncode, extensions }) => canEncode && extensions.includes(extension));
  if (!target) throw new Error(`no format is written as ${extension}`);
  const { bytes, warnings } = await convert(await readFile(input), { name: basename(input), to: target.name });
  await writeFile(output, bytes);
  return warnings.map(({ message, at }) => [message, describePosition(at)].filter((part) => part !== '').join(', '));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [input, output] = process.argv.slice(2);
  if (input === undefined || output === undefined) throw new Error('node convert.ts <input> <output>');
  for (const line of await convertFile(input, output)) console.warn(line);
}
