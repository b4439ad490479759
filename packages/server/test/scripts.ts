import { formats, InProcessConverter } from '@screenplay/core';
import type { FormatName } from '@screenplay/core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../core/fixtures', import.meta.url));
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

/** Why tests with real scripts are skipped, or undefined when they run. */
export const NO_CORPUS = existsSync(CORPUS) ? undefined : 'no corpus of real scripts at ../shared/corpus';

export interface Script {
  /** The path, for the test's name. */
  path: string;
  /** The last part of it. */
  name: string;
  format: FormatName;
  bytes: Uint8Array;
}

/** A short script with what every format can say. */
export const FOUNTAIN = `Title: The Night Ferry
Author: Ada Byron

INT. FERRY - NIGHT

Rain on the windows.

ADA
(quietly)
Nobody comes back on a Tuesday.

CUT TO:

EXT. PIER - DAY

Fog.
`;

/** The fixtures of every format, written for the tests of the codecs. */
export function fixtures(): Script[] {
  return scriptsIn(FIXTURES).filter(({ name }) => name.startsWith('input.'));
}

/** Real scripts of every format. */
export function corpus(): Script[] {
  return NO_CORPUS === undefined ? scriptsIn(CORPUS) : [];
}

/** {@link FOUNTAIN} in every format. */
export async function inEveryFormat(): Promise<Map<FormatName, Uint8Array>> {
  const converter = new InProcessConverter();
  const source = new TextEncoder().encode(FOUNTAIN);
  const files = new Map<FormatName, Uint8Array>();
  for (const { name } of formats()) {
    files.set(name, (await converter.run('convert', source, { name: 'a.fountain', to: name })).bytes);
  }
  return files;
}

function scriptsIn(folder: string): Script[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) => {
      const format = formats().find(({ extensions }) => extensions.includes(extname(path)));
      if (!format || format.native) return [];
      return { path: relative(folder, path), name: basename(path), format: format.name, bytes: readFileSync(path) };
    });
}
