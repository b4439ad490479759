import { Losses } from '../../../errors/index.js';

/** What Fade In cannot say, and what becomes of it. `#` stands for how many there are. */
export const LOSS_MESSAGES = {
  wordUnderline: '# passages with underlined words are underlined with the blanks between',
  script: '# raised or lowered passages are written on the line',
  otherLook: '# passages with a style that Fade In does not know are written without it',
  firstLine: '# first-line indents are left out',
  leading: '# line leadings are left out',
  pageBreak: '# page break behind the last paragraph is left out',
  dual: '# speeches beside one another that are no pair of one speech each are written one after the other',
  omitted: '# omitted paragraphs are written as notes on the paragraph beside them',
  section: '# section headings are written as notes on what follows them',
  synopsis: '# synopses that no paragraph of their scene follows are written as notes',
  synopsisLook: '# synopses are written without their formatting',
  locked: '# locks on single elements are left out',
  lockedPage: '# locked pages that start inside a paragraph start with the next',
  bookmark: '# bookmarks are left out, as a paragraph can have one',
  bookmarkText: '# bookmarks are written without their descriptions',
  noteFact: '# notes are written without their writers, dates or colours',
  noteLook: '# notes are written without their formatting',
  noteRange: '# notes are written on their paragraphs, not on the words they are about',
  tag: '# breakdown tags are left out',
  tagCategory: '# tag categories that Fade In does not have are left out',
  sceneFact: '# scene titles, lengths, arc beats and lists of cast are left out',
  foreign: '# paragraphs had attributes that only another format knows',
  page: 'Margins of headers and footers, and the leading of the script, are left to Fade In',
  runningLine: 'Headers and footers are written as one line, without formatting and tab stops',
  runningPart: '# parts of headers and footers that Fade In does not have are left out',
  runningPages: 'Pages on which a header or footer does not print are left out',
  hiddenLine: '# headers and footers that do not print are left out',
  titleLine: "The title page's own header and footer are left out",
  continuation: 'Texts at page breaks that Fade In cannot set or switch on singly are written as the nearest it has',
  numberPlace: 'Places of scene numbers are left to Fade In',
  revisionColor: '# revision sets are written in the nearest of Fade In’s colours',
  unusedStyle: '# styles that no paragraph has are left out',
  kept: '# settings of the program that wrote the script are left out',
  cast: 'Descriptions, aliases and traits of characters are left out',
  logline: 'Logline and genre are left out',
} as const;

export type Loss = keyof typeof LOSS_MESSAGES;

/** Counts what Fade In cannot say. */
export class FadeInLosses extends Losses<Loss> {}
