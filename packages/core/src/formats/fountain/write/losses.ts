import { Losses } from '../../../errors/index.js';

/** What Fountain cannot say, and what becomes of it. `#` stands for how many there are. */
const MESSAGES = {
  strike: '# struck-out passages are written without the stroke',
  revision: '# revised passages are written without their marks',
  look: '# passages with a font, size or colour of their own are written without it',
  script: '# raised or lowered passages are written on the line',
  link: '# links are written without their targets',
  otherLook: '# passages with a style that Fountain does not know are written without it',
  type: '# paragraphs of types that Fountain does not know are written as the nearest it has',
  shot: '# shots are written as action',
  orphan: '# lines of speech without a cue are written as action',
  empty: '# empty headings, cues and lines of speech are left out',
  lineBreak: '# line breaks in headings, cues and transitions are written as blanks',
  blankLine: '# paragraphs with blank lines inside are written as several',
  paragraph: '# breaks between paragraphs of one speech are written as line breaks',
  indent: '# lines of speech are written without the blanks they start with',
  number: '# paragraph numbers are left out, as only scene headings can have one',
  sceneNumber: '# scene numbers that Fountain cannot write are left out',
  dual: '# speeches beside one another that are no pair are written one after the other',
  omit: '# omitted paragraphs are written into the boneyard',
  locked: '# locks are left out',
  layout: '# paragraphs with a layout of their own are written in the usual one',
  bookmark: '# bookmarks are left out',
  tag: '# breakdown tags are left out',
  tagCategory: '# tag categories are left out',
  sceneFact: '# scene titles, colours, arc beats and lists of cast are left out',
  noteFact: '# notes are written without their writers, dates, colours or titles',
  noteLook: '# notes are written without their formatting',
  noteRange: '# notes are written behind the words they mark',
  foreign: '# paragraphs had attributes that only another format knows',
  titleLayout: 'The title page is written as a list of fields, without its layout',
  setup: 'Page layout, styles, headers and footers are left out',
  revisionSets: '# sets of revisions are left out',
  kept: '# settings of the program that wrote the script are left out',
  cast: 'What the script says of its characters beyond their cues is left out',
  logline: 'Logline and genre are left out',
  titleKey: '# fields of the title page without a value are left out',
} as const;

export type Loss = keyof typeof MESSAGES;

/** Counts what Fountain cannot say. */
export class FountainLosses extends Losses<Loss> {
  constructor() {
    super(MESSAGES);
  }
}
