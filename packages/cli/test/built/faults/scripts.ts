import { convert } from '@screenplay/core';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../../../core/fixtures/', import.meta.url));

const FORMATS = ['fdx', 'fadein', 'fountain', 'pdf'] as const;

/** A file that is converted. */
export interface Script {
  format: (typeof FORMATS)[number] | 'json' | 'yaml' | 'none';
  /** Unlike all others'. */
  name: string;
  bytes: Uint8Array;
}

/** Small scripts of every format, in turn. */
export async function mixedScripts(): Promise<Script[]> {
  const rooms = await Promise.all(FORMATS.map(scriptsOf));
  const fountain = rooms[FORMATS.indexOf('fountain')] ?? [];
  const natives = await Promise.all(
    fountain.map(async ({ name, bytes }, at): Promise<Script> => {
      const format = at % 2 === 0 ? 'json' : 'yaml';
      const { bytes: native } = await convert(bytes, { from: 'fountain', to: format });
      return { format, name: `native-${name.replace('fountain', format)}`, bytes: native };
    }),
  );
  const garbage: Script = { format: 'none', name: 'garbage.fdx', bytes: new TextEncoder().encode('No script at all') };
  return interleaved([...rooms, natives, [garbage]]);
}

/** A script that takes seconds to convert and print: there is time to do something to whoever is at it. */
export function longScript(scenes: number): Script {
  const lines: string[] = ['Title: The Long Night', 'Credit: written by', 'Author: Ada Quill', ''];
  for (let scene = 1; scene <= scenes; scene++) {
    lines.push(`INT. ROOM ${scene} - NIGHT`, '', `The ${scene % 2 === 0 ? 'lamp' : 'moon'} goes down. *Nobody* moves.`);
    for (let turn = 1; turn <= 4; turn++) {
      lines.push('', turn % 2 === 0 ? 'MARA' : 'OTTO', `(${turn})`, `I said it in room ${scene}, and I say it again.`);
    }
    lines.push('');
  }
  return { format: 'fountain', name: `long-${scenes}.fountain`, bytes: new TextEncoder().encode(lines.join('\n')) };
}

async function scriptsOf(format: (typeof FORMATS)[number]): Promise<Script[]> {
  const cases = (await readdir(join(FIXTURES, format))).sort();
  return Promise.all(
    cases.map(async (name): Promise<Script> => {
      const folder = join(FIXTURES, format, name);
      const input = (await readdir(folder)).find((file) => file.startsWith('input.')) ?? '';
      const extension = extname(input);
      // One room holds what another one reads: a script that was printed lies beside the print.
      const own = FORMATS.find((other) => `.${other}` === extension) ?? format;
      return { format: own, name: `${format}-${name}${extension}`, bytes: await readFile(join(folder, input)) };
    }),
  );
}

/** The first ones of all lists, then the second ones, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
