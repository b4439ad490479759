/**
 * What changed from one draft to the next. Ids are kept from draft to draft, so that an edited scene is known as the
 * scene it was, wherever it has moved.
 *
 *   node draft-changes.ts draft-1.fdx draft-2.fdx
 */
import { decode } from '@screenplay/core';
import type { Scene, ScreenplayDocument } from '@screenplay/core';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Draft {
  name: string;
  bytes: Uint8Array;
}

export interface DraftChange {
  kind: 'added' | 'removed' | 'moved' | 'edited';
  heading: string;
  /** Elements of the scene that are new, gone or have other words. */
  elements: number;
}

export async function draftChanges(earlier: Draft, later: Draft): Promise<DraftChange[]> {
  const { document: before } = await decode(earlier.bytes, { name: earlier.name });
  const { document: after } = await decode(later.bytes, { name: later.name, previous: before });
  const old = new Map(scenesOf(before).map((scene) => [scene.id, scene]));
  const kept = new Set(scenesOf(after).map(({ id }) => id));
  const order = scenesOf(before).filter(({ id }) => kept.has(id));
  const changes: DraftChange[] = [];
  let place = 0;
  for (const scene of scenesOf(after)) {
    const heading = headingOf(scene);
    const was = old.get(scene.id);
    if (!was) {
      changes.push({ kind: 'added', heading, elements: scene.body.length });
      continue;
    }
    const elements = differences(was, scene);
    if (elements > 0 || headingOf(was) !== heading) changes.push({ kind: 'edited', heading, elements });
    else if (order[place]?.id !== scene.id) changes.push({ kind: 'moved', heading, elements: 0 });
    place++;
  }
  const removed = scenesOf(before).filter(({ id }) => !kept.has(id));
  return [
    ...changes,
    ...removed.map(
      (scene): DraftChange => ({ kind: 'removed', heading: headingOf(scene), elements: scene.body.length }),
    ),
  ];
}

function scenesOf({ document }: ScreenplayDocument): Scene[] {
  return document.scenes;
}

function headingOf({ heading: { context, setting, time } }: Scene): string {
  return `${context}. ${setting} - ${time}`;
}

/** How many elements of two scenes are not the same in both. */
function differences(before: Scene, after: Scene): number {
  const words = (scene: Scene): Map<string, string> =>
    new Map(scene.body.map((element) => [element.id, JSON.stringify('text' in element ? element.text : element.type)]));
  const [old, now] = [words(before), words(after)];
  const changed = [...now].filter(([id, text]) => old.get(id) !== text).length;
  return changed + [...old.keys()].filter((id) => !now.has(id)).length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [earlier = '', later = ''] = process.argv.slice(2);
  const draft = async (path: string): Promise<Draft> => ({ name: basename(path), bytes: await readFile(path) });
  for (const { kind, heading, elements } of await draftChanges(await draft(earlier), await draft(later)))
    console.log(`${kind.padEnd(8)} ${heading}${elements > 0 ? ` (${elements} elements)` : ''}`);
}
