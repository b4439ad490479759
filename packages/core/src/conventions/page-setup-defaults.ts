import type { ParagraphStyle, Setup } from './manuscript/types.js';

export type Paper = 'letter' | 'a4';

/** A column of dual dialogue: inches from the left edge of the paper. */
export interface Column {
  readonly dialogue: { readonly left: number; readonly right: number };
  readonly parenthetical: { readonly left: number; readonly right: number };
  /** The left edge of a cue of one character; each further character moves it left by {@link CUE_STEP}. */
  readonly cue: number;
}

/** The two columns of dual dialogue when the source says nothing, as Final Draft prints them. */
export const DUAL_COLUMNS: { readonly left: Column; readonly right: Column } = {
  left: { dialogue: { left: 1.5, right: 4.375 }, parenthetical: { left: 1.75, right: 4.125 }, cue: 2.875 },
  right: { dialogue: { left: 4.625, right: 7.5 }, parenthetical: { left: 4.875, right: 7.25 }, cue: 6 },
};

/** A dual cue is centred: so many inches to the left for each character after the first, rounded to {@link CUE_GRID}. */
export const CUE_STEP = 3 / 64;
export const CUE_GRID = 1 / 16;

/** Inches. Final Draft calls 8.26 by 11.69 A4. */
const PAPERS: Readonly<Record<Paper, { width: number; height: number }>> = {
  letter: { width: 8.5, height: 11 },
  a4: { width: 8.26, height: 11.69 },
};

const PLAIN = { size: 12, spacing: 1, first: 0 } as const;
const WIDE = { ...PLAIN, left: 1.5, right: 7.5 } as const;

/** By kind or class. `paginateAs` only where an element breaks over pages like another. */
const STYLES: Readonly<Record<string, ParagraphStyle>> = {
  heading: { ...WIDE, align: 'left', before: 24, caps: true },
  action: { ...WIDE, align: 'left', before: 12 },
  general: { ...WIDE, align: 'left', before: 0 },
  character: { ...PLAIN, align: 'left', left: 3.5, right: 7.25, before: 12, caps: true },
  parenthetical: { ...PLAIN, align: 'left', left: 3, right: 5.5, first: -0.1, before: 0 },
  dialogue: { ...PLAIN, align: 'left', left: 2.5, right: 6, before: 0 },
  lyrics: { ...PLAIN, align: 'left', left: 2.5, right: 7.375, before: 0, italic: true, paginateAs: 'dialogue' },
  transition: { ...PLAIN, align: 'right', left: 5.5, right: 7.1, before: 12, caps: true },
  shot: { ...WIDE, align: 'left', before: 12, caps: true, paginateAs: 'scene-heading' },
  'cast-list': { ...WIDE, align: 'left', before: 0, caps: true, paginateAs: 'action' },
  'new-act': {
    ...WIDE,
    align: 'center',
    before: 12,
    caps: true,
    underline: true,
    newPage: true,
    paginateAs: 'scene-heading',
  },
  'end-of-act': { ...WIDE, align: 'center', before: 24, caps: true, underline: true, paginateAs: 'character' },
  centered: { ...WIDE, align: 'center', before: 12, paginateAs: 'action' },
};

/** Page, styles, header and settings of a script that says nothing about them: Final Draft's. A fresh object each time. */
export function defaultSetup(paper: Paper): Setup {
  const styles: Record<string, ParagraphStyle> = {};
  for (const [name, style] of Object.entries(STYLES)) styles[name] = { ...style };
  return {
    page: {
      ...PAPERS[paper],
      top: 72,
      bottom: 72,
      headerMargin: 36,
      footerMargin: 36,
      left: 1.5,
      right: 1,
      advance: 7,
      breakAtSentences: true,
      leading: 'normal',
    },
    styles,
    header: pageNumber(),
    footer: { show: false, cover: false, start: 1, text: { text: '' } },
    titleHeader: { show: false, cover: false, start: 1, text: { text: '' } },
    titleFooter: { show: false, cover: false, start: 1, text: { text: '' } },
    continuation: {
      dialogueBottomOn: true,
      dialogueTopOn: true,
      automatic: true,
      dialogueBottom: '(MORE)',
      dialogueTop: "(CONT'D)",
      sceneBottomOn: false,
      sceneTopOn: false,
      sceneBottom: '(CONTINUED)',
      sceneTop: 'CONTINUED:',
      sceneNumbered: false,
    },
    sceneNumbers: { left: false, right: false, leftAt: 0.75, rightAt: 7.375 },
    revisionMarkAt: 7.75,
    pageColors: false,
  };
}

/** `12.` at the top right of every page but the first. */
function pageNumber(): NonNullable<Setup['header']> {
  return {
    show: true,
    cover: false,
    start: 1,
    text: { text: '{page}.' },
    layout: [{ align: 'right', left: 1.25, right: 7.5, first: 0, before: 0, spacing: 1 }],
  };
}
