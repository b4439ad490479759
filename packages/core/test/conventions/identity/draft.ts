import type { Context, Element, ElementType, Note, Scene, ScreenplayDocument } from '../../../src/model/document.js';
import { deriveId, sourceIdOf } from '../../../src/model/ids.js';
import { characterKey } from '../../../src/conventions/cue.js';

/** An element of a draft under test; its object stands for its true identity. */
export interface DraftLine {
  /** What it was in the draft before; absent when it is new. */
  origin?: DraftLine;
  type: ElementType;
  text: string;
  /** Of cues and dialogue. */
  speaker?: string;
  notes?: { origin?: object; text: string }[];
}

export interface DraftScene {
  origin?: DraftScene;
  context: Context;
  setting: string;
  time: string;
  no?: number;
  lines: DraftLine[];
}

/** A screenplay as the tests edit it. */
export interface Draft {
  scenes: DraftScene[];
}

const AUTHOR = { given: 'Ada', family: 'Lorne' };

/** The document that a reader would make of a draft: every id derives from `source` and the place. */
export function toNative(draft: Draft, source: string): ScreenplayDocument {
  const seed = sourceIdOf(`${source}-0000-8000-8000-000000000000`);
  const author = deriveId(seed, 'author', 0);
  const characters = new Map<string, { id: string; name: string }>();
  const characterOf = (name: string): string => {
    const key = characterKey(name);
    const known = characters.get(key) ?? { id: deriveId(seed, 'character', characters.size), name };
    characters.set(key, known);
    return known.id;
  };
  let place = 0;
  const scenes = draft.scenes.map((scene, number): Scene => {
    const id = deriveId(seed, 'scene', number);
    const cast = new Set<string>();
    const body = scene.lines.map((line): Element => {
      const at = place++;
      const common = { id: deriveId(seed, 'element', at), scene: id, authors: [author] };
      const notes = line.notes?.map(
        (note, sub): Note => ({
          id: deriveId(seed, 'note', at, sub),
          created: '1970-01-01T00:00:00Z',
          text: { en: note.text },
        }),
      );
      const extra = notes ? { notes } : {};
      const text = { en: line.text };
      if (line.type === 'character') {
        cast.add(characterOf(line.speaker ?? line.text));
        return {
          ...common,
          ...extra,
          type: 'character',
          character: characterOf(line.speaker ?? line.text),
          display: line.text,
        };
      }
      if (line.type === 'dialogue') {
        return { ...common, ...extra, type: 'dialogue', character: characterOf(line.speaker ?? ''), text };
      }
      return { ...common, ...extra, type: line.type, text };
    });
    const heading = { context: scene.context, setting: scene.setting, time: scene.time };
    return {
      id,
      authors: [author],
      heading: scene.no === undefined ? heading : { ...heading, no: scene.no },
      body,
      cast: [...cast],
    };
  });
  return {
    id: seed.uuid,
    version: '1.0.0',
    title: { en: 'Night Shift' },
    lang: 'en',
    charset: 'utf-8',
    dir: 'ltr',
    authors: [{ id: author, ...AUTHOR }],
    characters: [...characters.values()],
    document: { cover: { title: { en: 'Night Shift' }, authors: [author] }, scenes },
  };
}

/** A copy to be edited: every scene and line remembers what it was. */
export function nextDraft(draft: Draft): Draft {
  return {
    scenes: draft.scenes.map((scene) => ({
      ...scene,
      origin: scene,
      lines: scene.lines.map((line) => {
        const copy: DraftLine = { ...line, origin: line };
        if (line.notes) copy.notes = line.notes.map((note) => ({ ...note, origin: note }));
        return copy;
      }),
    })),
  };
}
