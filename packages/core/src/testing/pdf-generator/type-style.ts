import * as fc from 'fast-check';

/** The fonts that every reader of PDF knows the widths of. */
export type Family = 'Courier' | 'Helvetica' | 'Times';

/** How a program sets scripts: points from the left edge of the paper. */
export interface TypeStyle {
  paper: { width: number; height: number };
  family: Family;
  size: number;
  /** Distance of letters by their width: Final Draft sets letters of 7.2 points at 7. */
  track: number;
  pitch: number;
  top: number;
  bottom: number;
  action: { left: number; right: number };
  dialogue: { left: number; right: number };
  parenthetical: { left: number; right: number; hang: boolean };
  cue: { left: number; centred: boolean };
  /** Right-aligned at this edge, or flush left. */
  transition: { right: number } | { left: number };
  /** Lines of speeches stand so many lines apart. */
  speechSpacing: 1 | 2;
  /** Blank lines above headings. */
  beforeHeading: 1 | 2;
  headingLook: 'plain' | 'bold' | 'underline' | 'bold underline';
  actionCapitals: boolean;
  numbers: 'none' | 'left' | 'right' | 'both';
  pageNumber: 'none' | 'top' | 'bottom' | 'page-of';
  header: string | undefined;
  footer: string | undefined;
  more: string;
  continued: string;
  sceneContinued: boolean;
  revisionMark: string;
  titlePage: boolean;
}

const flag = fc.boolean();

/** Styles as programs and typists have them; lengths vary freely within what a script looks like. */
export const typeStyles: fc.Arbitrary<TypeStyle> = fc
  .record({
    paper: fc.constantFrom(
      { width: 612, height: 792 },
      { width: 595.28, height: 841.89 },
      { width: 594.7, height: 841.7 },
    ),
    family: fc.constantFrom<Family>('Courier', 'Courier', 'Courier', 'Helvetica', 'Times'),
    size: fc.constantFrom(12, 12, 12, 11, 10.5, 13),
    track: fc.constantFrom(1, 1, 0.9724, 1.02),
    lead: fc.constantFrom(1, 1, 1.02, 1.15, 1.25),
    margins: fc.record({
      top: fc.integer({ min: 62, max: 95 }),
      bottom: fc.integer({ min: 66, max: 90 }),
      left: fc.integer({ min: 80, max: 120 }),
      right: fc.integer({ min: 60, max: 90 }),
    }),
    // In widths of a capital M from action's edge.
    dialogueIn: fc.integer({ min: 8, max: 16 }),
    dialogueWidth: fc.integer({ min: 28, max: 38 }),
    bracketIn: fc.integer({ min: 4, max: 8 }),
    cueIn: fc.integer({ min: 10, max: 18 }),
    centred: fc.constantFrom(false, false, false, true),
    hang: flag,
    transitionLeft: fc.constantFrom(false, false, false, true),
    speechSpacing: fc.constantFrom<1 | 2>(1, 1, 1, 2),
    beforeHeading: fc.constantFrom<1 | 2>(1, 2),
    headingLook: fc.constantFrom<TypeStyle['headingLook']>('plain', 'plain', 'bold', 'underline', 'bold underline'),
    actionCapitals: fc.constantFrom(false, false, false, false, true),
    numbers: fc.constantFrom<TypeStyle['numbers']>('none', 'none', 'left', 'right', 'both'),
    pageNumber: fc.constantFrom<TypeStyle['pageNumber']>('top', 'top', 'none', 'bottom', 'page-of'),
    header: fc.constantFrom(undefined, undefined, 'THE LONG WATER', 'The Long Water - Blue Rev. (3/14/24)'),
    footer: fc.constantFrom(undefined, undefined, 'Copyright 2024 Voss & Lind', 'Printed with a demonstration version'),
    words: fc.constantFrom(['(MORE)', "(CONT'D)"], ['(MORE)', '(cont’d)'], ['(more)', '(continued)']),
    sceneContinued: fc.constantFrom(false, false, true),
    revisionMark: fc.constantFrom('*', '*', '+'),
    titlePage: flag,
  })
  .map((pick): TypeStyle => {
    const { paper, family, size, margins, track, words } = pick;
    const em = family === 'Courier' ? size * 0.6 * track : size * 0.56;
    const action = { left: margins.left, right: paper.width - margins.right };
    const dialogueLeft = action.left + pick.dialogueIn * em;
    const dialogue = { left: dialogueLeft, right: Math.min(action.right - em, dialogueLeft + pick.dialogueWidth * em) };
    const bracketLeft = dialogueLeft + pick.bracketIn * em;
    return {
      paper,
      family,
      size,
      track: family === 'Courier' ? track : 1,
      pitch: size * pick.lead,
      top: margins.top,
      bottom: margins.bottom,
      action,
      dialogue,
      parenthetical: { left: bracketLeft, right: bracketLeft + 22 * em, hang: pick.hang },
      cue: pick.centred
        ? { left: (action.left + action.right) / 2, centred: true }
        : { left: Math.max(dialogueLeft + pick.cueIn * em, bracketLeft + 3 * em), centred: false },
      transition: pick.transitionLeft ? { left: action.left + 44 * em } : { right: action.right },
      speechSpacing: pick.speechSpacing,
      beforeHeading: pick.beforeHeading,
      headingLook: pick.headingLook,
      actionCapitals: pick.actionCapitals && pick.speechSpacing === 2,
      numbers: pick.numbers,
      pageNumber: pick.pageNumber,
      header: pick.header,
      footer: pick.footer,
      more: words[0],
      continued: words[1],
      sceneContinued: pick.sceneContinued,
      revisionMark: pick.revisionMark,
      titlePage: pick.titlePage,
    };
  });

/** How the same page is drawn by different programs. */
export interface DrawStyle {
  /** What one operator draws. */
  pieces: 'lines' | 'words' | 'letters' | 'kerned';
  order: 'down' | 'up' | 'shuffled' | 'furniture-last';
  /** Blanks are drawn, or only left free. */
  blanks: boolean;
  /** Blanks are drawn where a line was wrapped. */
  trailing: boolean;
  /** Places are given by matrices, by moves, or in a scaled space. */
  places: 'matrix' | 'moves' | 'scaled';
  bold: 'font' | 'outline' | 'twice';
  italic: 'font' | 'matrix';
  viaForm: boolean;
  rotate: 0 | 90 | 270;
  watermark: boolean;
  /** Points that lines stand off their places: worn typewriters, scanned pages. */
  wobble: number;
}

export const drawStyles: fc.Arbitrary<DrawStyle> = fc.record({
  pieces: fc.constantFrom<DrawStyle['pieces']>('lines', 'lines', 'words', 'letters', 'kerned'),
  order: fc.constantFrom<DrawStyle['order']>('down', 'down', 'up', 'shuffled', 'furniture-last'),
  blanks: flag,
  trailing: flag,
  places: fc.constantFrom<DrawStyle['places']>('matrix', 'moves', 'scaled'),
  bold: fc.constantFrom<DrawStyle['bold']>('font', 'font', 'outline', 'twice'),
  italic: fc.constantFrom<DrawStyle['italic']>('font', 'matrix'),
  viaForm: fc.constantFrom(false, false, true),
  rotate: fc.constantFrom<DrawStyle['rotate']>(0, 0, 0, 90, 270),
  watermark: fc.constantFrom(false, false, true),
  wobble: fc.constantFrom(0, 0, 0, 0.4, 0.9),
});
