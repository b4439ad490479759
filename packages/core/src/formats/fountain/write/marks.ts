import { printHidden } from './hidden.js';
import { markUp } from './markup.js';
import { noteText, placeInside, sortNotes } from './notes.js';
import { weave } from './weave.js';

/** What is loaded as one to write text that is more than words, and what is hidden in it. */
export const MARKS = { markUp, noteText, placeInside, printHidden, sortNotes, weave };

export type Marks = typeof MARKS;
