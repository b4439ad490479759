import type { Element, Scene, ScreenplayDocument } from '../../model/document.js';
import { UNSPECIFIED } from '../heading.js';
import { pickText } from '../language.js';
import type { Lexicon, Phrase } from './lexicon.js';

/** One element of a draft, as identity sees it. */
export interface Line {
  readonly element: Element;
  /** Index in {@link Outline.lines}. */
  readonly place: number;
  /** Index in {@link Outline.scenes}. */
  readonly scene: number;
  /** Its words; of a cue the name as printed. */
  readonly text: string;
  readonly phrase: Phrase;
  /** Index in the document's characters of who speaks; -1 when nobody does. */
  readonly speaker: number;
  /** Index in {@link Outline.speeches}; -1 outside speeches. */
  speech: number;
  /** Index in {@link Outline.content}; -1 for cues and parentheticals, which follow the dialogue of their speech. */
  turn: number;
}

/** A cue with the parentheticals and dialogue under it. Places are indexes in {@link Outline.lines}. */
export interface Speech {
  /** Place of the cue; -1 when dialogue stands without one. */
  cue: number;
  first: number;
  end: number;
  /** Holds dialogue. */
  spoken: boolean;
}

/** A scene of a draft; `first` and `end` bound its part of {@link Outline.content}. */
export interface SceneOutline {
  readonly scene: Scene;
  readonly heading: Phrase;
  readonly first: number;
  readonly end: number;
}

/** A draft laid out flat. */
export interface Outline {
  readonly document: ScreenplayDocument;
  readonly scenes: readonly SceneOutline[];
  readonly lines: readonly Line[];
  readonly speeches: readonly Speech[];
  /** The lines that are matched by what they say. */
  readonly content: readonly Line[];
}

/** Lays a draft out; its texts are read in `lang` where they have it. */
export function outlineOf(document: ScreenplayDocument, lexicon: Lexicon, lang: string): Outline {
  const characters = document.characters ?? [];
  const numbers = new Map<string, number>();
  characters.forEach((character, at) => {
    if (!numbers.has(character.id)) numbers.set(character.id, at);
  });
  const scenes: SceneOutline[] = [];
  const lines: Line[] = [];
  const speeches: Speech[] = [];
  const content: Line[] = [];

  document.document.scenes.forEach((scene, number) => {
    const start = lines.length;
    const first = content.length;
    for (const element of scene.body) {
      const speaker = 'character' in element ? (numbers.get(element.character) ?? -1) : -1;
      const text =
        element.type === 'character'
          ? (element.display ?? characters[speaker]?.name ?? '')
          : pickText(element.text, lang, document.lang);
      lines.push({
        element,
        place: lines.length,
        scene: number,
        text,
        phrase: lexicon.read(text),
        speaker,
        speech: -1,
        turn: -1,
      });
    }
    findSpeeches(lines, start, speeches);
    for (let place = start; place < lines.length; place++) {
      const line = lines[place] as Line;
      if (follows(line, speeches)) continue;
      line.turn = content.length;
      content.push(line);
    }
    scenes.push({ scene, heading: lexicon.read(headingText(scene)), first, end: content.length });
  });
  return { document, scenes, lines, speeches, content };
}

function headingText(scene: Scene): string {
  const { context, setting, time, mods = [] } = scene.heading;
  return [context, ...[setting, time].filter((part) => part !== UNSPECIFIED), ...mods].join(' ');
}

function findSpeeches(lines: readonly Line[], start: number, speeches: Speech[]): void {
  let open: Speech | undefined;
  for (let place = start; place < lines.length; place++) {
    const line = lines[place] as Line;
    const type = line.element.type;
    if (type === 'character' || (!open && (type === 'dialogue' || type === 'parenthetical'))) {
      open = { cue: type === 'character' ? place : -1, first: place, end: place, spoken: false };
      speeches.push(open);
    } else if (type !== 'dialogue' && type !== 'parenthetical') open = undefined;
    if (!open) continue;
    open.end = place + 1;
    if (type === 'dialogue') open.spoken = true;
    line.speech = speeches.length - 1;
  }
}

/** A cue or parenthetical says little by itself: whose it is shows in the dialogue beside it, when there is some. */
function follows(line: Line, speeches: readonly Speech[]): boolean {
  if (line.element.type !== 'character' && line.element.type !== 'parenthetical') return false;
  return speeches[line.speech]?.spoken ?? false;
}
