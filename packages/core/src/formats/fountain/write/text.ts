import { printedText } from '../../../conventions/capitals.js';
import type { RichText } from '../../../conventions/manuscript/types.js';
import { sliceRich } from '../../../conventions/rich-slice.js';
import type { ElementType } from '../tree.js';

/** Whether a line is all there is of an element. */
export function isSingleLine(type: ElementType): boolean {
  return type === 'heading' || type === 'cue' || type === 'transition' || type === 'section';
}

/** Whether an element without text says nothing; an empty line of action is a blank line. */
export function needsWords(type: ElementType): boolean {
  return isSingleLine(type) || type === 'dialogue' || type === 'parenthetical' || type === 'synopsis';
}

export interface Trimmed {
  text: RichText;
  /** Blank lines before and behind. */
  above: number;
  below: number;
  /** Where the text starts in what it was. */
  cut: number;
}

/** Action without the blank lines before and behind it, other single paragraphs without the blanks at their ends. */
export function withoutOuterLines(text: RichText, type: ElementType): Trimmed {
  const none = { text, above: 0, below: 0, cut: 0 };
  const bare = text.text.trim();
  if (bare === '' || (type !== 'action' && !isSingleLine(type))) return none;
  const first = text.text.indexOf(bare);
  if (type !== 'action') return { ...none, text: sliceRich(text, first, first + bare.length), cut: first };
  const head = text.text.slice(0, first);
  const tail = text.text.slice(first + bare.length);
  if (!head.includes('\n') && !tail.includes('\n')) return none;
  const start = head.lastIndexOf('\n') + 1;
  const newline = tail.indexOf('\n');
  const end = newline < 0 ? text.text.length : first + bare.length + newline;
  return {
    text: sliceRich(text, start, end),
    above: head.split('\n').length - 1,
    below: tail.split('\n').length - 1,
    cut: start,
  };
}

/** The text as it prints: in capitals where its style or its runs are. */
export function capitalised(words: RichText, all: boolean): RichText {
  return { text: printedText(words, all), runs: words.runs };
}
