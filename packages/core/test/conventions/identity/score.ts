import { carryIdentity } from '../../../src/conventions/identity/carry-identity.js';
import type { ScreenplayDocument } from '../../../src/model/document.js';
import { toNative } from './draft.js';
import type { Draft } from './draft.js';

/** How well identity came over from one draft to the next. */
export interface Score {
  /** Scenes and elements that are still there: all of them, however much of them was rewritten. */
  due: number;
  /** Those of them that kept their id. */
  kept: number;
  /** Things that bear the id of something else, described. */
  wrong: string[];
  document: ScreenplayDocument;
}

/** Makes documents of both drafts, carries identity over and compares with what every scene and line truly was. */
export function scoreDrafts(first: Draft, second: Draft): Score {
  const previous = toNative(first, '11111111');
  const document = carryIdentity(toNative(second, '22222222'), previous);
  const ids = new Map<object, string>();
  const names = new Map<string, string>();
  const note = (thing: object, id: string | undefined, name: string): void => {
    ids.set(thing, id ?? '');
    names.set(id ?? '', name);
  };
  first.scenes.forEach((scene, at) => {
    const native = previous.document.scenes[at];
    note(scene, native?.id, scene.setting);
    scene.lines.forEach((line, n) => note(line, native?.body[n]?.id, `${line.type} ${line.text}`));
  });

  const score: Score = { due: 0, kept: 0, wrong: [], document };
  const judge = (origin: object | undefined, id: string | undefined, name: string): void => {
    const due = origin && ids.get(origin);
    if (due !== undefined) score.due++;
    if (due !== undefined && due === id) score.kept++;
    else if (names.has(id ?? '')) score.wrong.push(`${name} took the id of ${names.get(id ?? '')}`);
  };
  second.scenes.forEach((scene, at) => {
    const native = document.document.scenes[at];
    judge(scene.origin, native?.id, scene.setting);
    scene.lines.forEach((line, n) => judge(line.origin, native?.body[n]?.id, `${line.type} ${line.text}`));
  });
  return score;
}
