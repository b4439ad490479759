import type { Element, ScreenplayDocument } from '../../../src/model/document.js';
import type { Draft, DraftLine } from './draft.js';

/** A real script as a draft to be rewritten. */
export function fromNative(document: ScreenplayDocument): Draft {
  const names = new Map(document.characters?.map(({ id, name }) => [id, name]));
  const toLine = (element: Element): DraftLine => {
    if (element.type === 'character') {
      const speaker = names.get(element.character) ?? '';
      return { type: 'character', text: element.display ?? speaker, speaker };
    }
    const text = element.text[document.lang] ?? '';
    return element.type === 'dialogue'
      ? { type: 'dialogue', text, speaker: names.get(element.character) ?? '' }
      : { type: element.type, text };
  };
  return {
    scenes: document.document.scenes.map(({ heading, body }) => ({
      context: heading.context,
      setting: heading.setting,
      time: heading.time,
      lines: body.map(toLine),
    })),
  };
}
