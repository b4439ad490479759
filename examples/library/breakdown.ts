/**
 * A breakdown report of a script in any format, as tab-separated text: each scene with its page, its length in eighths,
 * who speaks in it, and what was tagged.
 *
 *   node breakdown.ts draft.fdx > breakdown.tsv
 */
import { decode, pages } from '@screenplay/core';
import type { Scene } from '@screenplay/core';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What of a scene somebody has to bring. */
const DEPARTMENTS = ['props', 'wardrobe', 'vehicles', 'animals', 'extra', 'sounds', 'sfx', 'vfx', 'tags'] as const;

export interface BreakdownRow {
  scene: string;
  heading: string;
  page: string;
  length: string;
  cast: string;
  elements: string;
}

export async function breakdown(source: Uint8Array, name: string): Promise<BreakdownRow[]> {
  const { document } = await decode(source, { name });
  const byId = new Map(document.document.scenes.map((scene) => [scene.id, scene]));
  const { scenes } = await pages(document);
  return scenes.map(({ id, number = '', heading, page, length, cast }) => ({
    scene: number,
    heading,
    page,
    length,
    cast: cast.join(', '),
    elements: elementsOf(byId.get(id)),
  }));
}

function elementsOf(scene: Scene | undefined): string {
  const lists = scene as Readonly<Record<string, unknown>> | undefined;
  return DEPARTMENTS.flatMap((department) => {
    const tags = lists?.[department];
    return Array.isArray(tags) && tags.length > 0 ? [`${department}: ${tags.join(', ')}`] : [];
  }).join('; ');
}

/** Tab-separated text with a head line. */
export function asTable(rows: readonly BreakdownRow[]): string {
  const columns = ['scene', 'heading', 'page', 'length', 'cast', 'elements'] as const;
  const lines = rows.map((row) => columns.map((column) => row[column].replace(/\s+/g, ' ')).join('\t'));
  return `${[columns.join('\t'), ...lines].join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [path = ''] = process.argv.slice(2);
  process.stdout.write(asTable(await breakdown(await readFile(path), basename(path))));
}
