import type { Setup } from './manuscript/types.js';

export type Paper = 'letter' | 'a4';

/** A column of dual dialogue: inches from the left edge of the paper. */
export interface Column {
  dialogue: { left: number; right: number };
  parenthetical: { left: number; right: number };
  /** The cue is centred: its left edge for a name of one character. */
  cue: number;
}

/** The two columns of dual dialogue when the source says nothing. */
export declare const DUAL_COLUMNS: { readonly left: Column; readonly right: Column };

/** Page, styles, header and settings of a script that says nothing about them: Final Draft's. A fresh object each time. */
export declare function defaultSetup(paper: Paper): Setup;
