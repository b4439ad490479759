import type { ScreenplayDocument } from '@screenplay/core';
import * as fadein from '@screenplay/core/fadein';
import * as fdx from '@screenplay/core/fdx';
import * as fountain from '@screenplay/core/fountain';
import * as json from '@screenplay/core/json';
import * as yaml from '@screenplay/core/yaml';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codecOf } from './codec-of.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../../examples/scripts', import.meta.url));

export interface Sample {
  format: string;
  name: string;
  bytes: Uint8Array;
}

export const rooms = { fadein, fdx, fountain, json, yaml } as const;

const FORMATS = Object.keys(rooms) as (keyof typeof rooms)[];

/** The fixtures and example scripts, each in its own format, and the examples in the others too. */
export async function samples(): Promise<Sample[]> {
  const found = [...FORMATS.flatMap(fixtures), ...examples()];
  const documents: { name: string; document: ScreenplayDocument }[] = [];
  for (const { format, name, bytes } of examples()) {
    const decoded = await codecOf(rooms[format]).decode?.(bytes);
    if (decoded) documents.push({ name, document: decoded.document });
  }
  for (const format of ['fadein', 'json', 'yaml'] as const) {
    for (const { name, document } of documents) {
      const encoded = await codecOf(rooms[format]).encode?.(document);
      if (encoded) found.push({ format, name, bytes: encoded.bytes });
    }
  }
  return found;
}

function fixtures(format: keyof typeof rooms): Sample[] {
  const folder = join(FIXTURES, format);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const input = readdirSync(join(folder, name)).find((file) => file.startsWith('input.'));
    return input ? [{ format, name, bytes: new Uint8Array(readFileSync(join(folder, name, input))) }] : [];
  });
}

function examples(): (Sample & { format: 'fdx' | 'fountain' })[] {
  return readdirSync(EXAMPLES).map((name) => ({
    format: name.endsWith('.fdx') ? 'fdx' : 'fountain',
    name,
    bytes: new Uint8Array(readFileSync(join(EXAMPLES, name))),
  }));
}
