/**
 * Converts scripts by way of the service, each into the formats that are asked for, beside itself:
 *
 *   SCREENPLAY_URL=http://127.0.0.1:8080 node convert-all.ts fountain,pdf draft.fdx other.fadein
 *
 * Node runs TypeScript as it is from 22.18 on.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ScreenplayClient } from './screenplay-client.ts';

/** Writes the files, tells what it did, and returns their paths. */
export async function convertAll(
  service: ScreenplayClient,
  formats: readonly string[],
  paths: readonly string[],
  tell: (line: string) => void,
): Promise<string[]> {
  const written: string[] = [];
  for (const path of paths) {
    const script = new Uint8Array(await readFile(path));
    const { document, warnings } = await service.convert(script, { name: basename(path) });
    for (const { code, message } of warnings) tell(`${path}: ${message} (${code})`);
    for (const format of formats) {
      const { bytes } = await service.export(document, { format });
      const target = `${path.replace(/\.[^./]+$/, '')}.${format}`;
      // A script is never written over.
      await writeFile(target, bytes, { flag: 'wx' });
      tell(`${path} -> ${target}, ${bytes.length} bytes`);
      written.push(target);
    }
  }
  return written;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [formats = '', ...paths] = process.argv.slice(2);
  const service = new ScreenplayClient(
    process.env['SCREENPLAY_URL'] ?? 'http://127.0.0.1:8080',
    process.env['SCREENPLAY_TOKEN'],
  );
  await convertAll(service, formats.split(','), paths, (line) => console.log(line));
}
