import type { Block } from '../conventions/manuscript/types.js';
import type { Geometry } from './geometry.js';
import type { BodyPage } from './paginate.js';

/** A heading or a new act on a page. */
export interface SceneStart {
  block: number;
  /** An act is no scene, but ends the one before it. */
  heading: boolean;
  /** As printed, in one line. */
  text: string;
  /** Top of its first line's cell, points below the top of the text area. */
  y: number;
}

/** What is remembered of a page whose lines are placed. */
export interface PageFacts {
  /** Label of the locked page that starts here. */
  locked: string | undefined;
  /** It starts with a heading or a new act. */
  fresh: boolean;
  starts: readonly SceneStart[];
  /** Where the script's text ends, and where the last line of all does: points below the top of the text area. */
  textEnd: number;
  end: number;
}

export function factsOf({ pieces, locked }: BodyPage, { line }: Geometry): PageFacts {
  const starts: SceneStart[] = [];
  let first: Block | undefined;
  let textEnd = 0;
  let end = 0;
  for (const { paragraph, role, lines, y } of pieces) {
    end = Math.max(end, y + line + Math.max(0, lines.length - 1) * paragraph.pitch);
    if (role !== 'text') continue;
    const { source, block, text, from } = paragraph;
    first ??= source;
    textEnd = Math.max(textEnd, end);
    if (from === 0 && startsScene(source)) {
      starts.push({ block, heading: source.kind === 'heading', text: text.replace(/\s+/g, ' ').trim(), y });
    }
  }
  return { locked, fresh: first === undefined || startsScene(first), starts, textEnd, end };
}

function startsScene({ kind, class: name }: Block): boolean {
  return kind === 'heading' || name === 'new-act';
}
