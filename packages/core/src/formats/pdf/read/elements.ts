import type { BlockKind } from '../../../conventions/manuscript/types.js';
import type { BodyLine } from './margins.js';

/** An element of the script as it was found: its lines, not yet joined. */
export interface Element {
  kind: BlockKind;
  class?: string | undefined;
  lines: BodyLine[];
  /** Indices of lines that blank lines part from the one before, and how many. */
  blanks?: Map<number, number>;
  number?: string | undefined;
  dual?: 'left' | 'right' | undefined;
  /** What the file says of its alignment. */
  align?: 'center' | 'right' | 'full' | undefined;
  /** The page before it was left half empty. */
  newPage?: true;
  /** Nothing told for certain what it is. */
  guessed?: string | undefined;
}

export function firstLine(element: Element): BodyLine {
  return element.lines[0] as BodyLine;
}

export function lastLine(element: Element): BodyLine {
  return element.lines[element.lines.length - 1] as BodyLine;
}

/** The text with its lines parted by blanks: for telling what an element is, not for keeping. */
export function roughText(element: Element): string {
  return element.lines.map(({ text }) => text).join(' ');
}
