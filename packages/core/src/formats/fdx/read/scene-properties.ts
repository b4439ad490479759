import type { ArcBeat, SceneFacts } from '../../../conventions/manuscript/types.js';
import { encodeRuns } from '../../../conventions/run-codec.js';
import { readColor } from '../mapping.js';
import { attributesBut, branch, childOf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { proseBase, readProse } from './runs.js';

const ATTRIBUTES = new Set(['Length', 'Page', 'Title', 'Color']);
const CHILDREN = new Set(['Summary', 'SceneArcBeats', 'AttributedTitle']);

/** What `SceneProperties` says of its scene; `rest` is what only Final Draft understands. */
export interface SceneProperties {
  facts: SceneFacts | undefined;
  /** Looks on the scene's title. */
  titleRuns?: string;
  rest?: FdxElement;
}

export function readSceneProperties(element: FdxElement): SceneProperties {
  const { Length, Page, Title, Color } = element.attributes;
  let facts: SceneFacts | undefined;
  const result: SceneProperties = { facts: undefined };
  if (Title !== undefined && Title !== '') (facts ??= {}).title = Title;
  if (Color !== undefined) (facts ??= {}).color = readColor(Color);
  if (Page !== undefined) (facts ??= {}).page = Page;
  if (Length !== undefined) (facts ??= {}).length = Length;
  if (element.children.length > 0) {
    const summary = childOf(element, 'Summary');
    if (summary) {
      const synopsis =
        summary.children.length > 0
          ? readProse(summary.children, proseBase(summary.children))
          : { text: summary.text.trim() };
      if (synopsis.text !== '') (facts ??= {}).synopsis = synopsis;
    }
    const beats = childOf(element, 'SceneArcBeats');
    if (beats && beats.children.length > 0) (facts ??= {}).arcBeats = beats.children.map(readBeat);
    const title = childOf(element, 'AttributedTitle');
    if (title) {
      const { text, runs } = readProse(title.children, proseBase(title.children));
      if (runs && text === Title) result.titleRuns = encodeRuns(text, runs);
      else if (text !== '' && Title === undefined) (facts ??= {}).title = text;
    }
  }
  result.facts = facts;
  const attributes = attributesBut(element.attributes, ATTRIBUTES);
  const children = element.children.filter((child) => !CHILDREN.has(child.name));
  if (attributes || children.length > 0) result.rest = branch(element.name, attributes, children);
  return result;
}

function readBeat(beat: FdxElement): ArcBeat {
  return { character: beat.attributes['Name'] ?? '', ...readProse(beat.children, proseBase(beat.children)) };
}
