import type { ArcBeat, Block, SceneFacts } from '../../../conventions/manuscript/types.js';
import { decodeRuns } from '../../../conventions/run-codec.js';
import { parseFragments } from '../../../syntax/xml-fragments.js';
import { printColor } from '../mapping.js';
import { branch } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { proseParagraphs } from './runs.js';
import { FONT, SIZE } from './settings.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

/** `SceneProperties` of a heading; none when the scene says nothing. */
export function printSceneProperties(block: Block, version: FileVersion): FdxElement[] {
  const { scene, extra } = block;
  const [kept] = extra?.['fdx.scene'] === undefined ? [] : (parseFragments(extra['fdx.scene']) ?? []);
  if (!scene && !kept) return [];
  const attributes: Record<string, string> = { ...(kept?.attributes as Record<string, string> | undefined) };
  const color = scene?.color === undefined ? undefined : printColor(scene.color);
  if (color !== undefined) attributes['Color'] = color;
  if (scene?.length !== undefined) attributes['Length'] = scene.length;
  if (scene?.page !== undefined) attributes['Page'] = scene.page;
  const title = scene?.title ?? '';
  attributes['Title'] = title;
  const children: FdxElement[] = [];
  const prose = { version, font: FONT, size: SIZE, attributes: () => version.proseParagraph('0') };
  if (scene?.synopsis) children.push(branch('Summary', undefined, proseParagraphs(scene.synopsis, prose)));
  const beats = [...(scene?.arcBeats ?? []), ...silent(scene)];
  if (beats.length > 0)
    children.push(
      branch(
        'SceneArcBeats',
        undefined,
        beats.map((beat) => printBeat(beat, version)),
      ),
    );
  if (version.hasIds && title !== '') {
    const runs = extra?.['fdx.title-runs'];
    const rich = { text: title, runs: runs === undefined ? undefined : decodeRuns(title, runs) };
    children.push(branch('AttributedTitle', undefined, proseParagraphs(rich, prose)));
  }
  return [branch('SceneProperties', inOrder(attributes), [...children, ...(kept?.children ?? [])])];
}

/** Characters whom the scene lists beside those with beats. */
function silent(scene: SceneFacts | undefined): ArcBeat[] {
  const known = new Set(scene?.arcBeats?.map(({ character }) => character.toUpperCase()));
  return (scene?.cast ?? [])
    .filter((name) => !known.has(name.toUpperCase()))
    .map((character) => ({ character, text: '' }));
}

function printBeat(beat: ArcBeat, version: FileVersion): FdxElement {
  // Before Final Draft 12 a beat without words holds nothing.
  const empty = beat.text === '' && version.emptyTexts;
  const prose = { version, font: FONT, size: SIZE, attributes: () => version.proseParagraph('0') };
  return branch('CharacterArcBeat', { Name: beat.character }, empty ? [] : proseParagraphs(beat, prose));
}
