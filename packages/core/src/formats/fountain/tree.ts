/**
 * A Fountain script as its syntax has it: a title page and a run of elements. Texts keep their emphasis marks and
 * escapes; the marks that make a line a heading, a cue or a note are gone from the text and told by the fields.
 */
export interface FountainTree {
  title: TitleField[];
  elements: FountainElement[];
}

/** A `Key: value` of the title page. */
export interface TitleField {
  /** The key as typed, without the colon. */
  key: string;
  /** One entry per line of the value, blanks at both ends left out. */
  lines: string[];
  /** The first line stands beside the key, not below it. */
  inline: boolean;
  /** Blanks before the lines below the key. */
  indent: string;
}

export type ElementType =
  | 'heading'
  | 'action'
  | 'cue'
  | 'parenthetical'
  | 'dialogue'
  | 'lyrics'
  | 'transition'
  | 'centered'
  | 'page-break'
  | 'section'
  | 'synopsis'
  | 'note'
  | 'boneyard';

export interface FountainElement {
  readonly type: ElementType;
  /** Lines joined by `\n`. Of notes and the boneyard: what stands between the brackets, as it is. */
  text: string;
  /** Blank lines above; {@link USUAL} leaves it to the printer. */
  blanks: number;
  /** Blanks before the lines that are no part of the text; one entry per line, joined by `\n`, when they differ. */
  indent: string;
  /** Marked as what it is (`.`, `!`, `@`, `>`), whether or not it had to be. */
  forced: boolean;
  /** What stands around the text in other than the usual way: `=====`, or the blanks behind `#`, `~`, `=`, `>`. */
  mark: string | undefined;
  /** Part of the speech above: dialogue and parentheticals always, lyrics and page breaks when no blank line parts them. */
  spoken: boolean;
  /** Cues: marked with `^`. */
  dual: boolean;
  /** Headings: the scene number. */
  number: string | undefined;
  /** Sections: depth, 1 to 6. */
  level: number;
  /** Notes and boneyards inside the text, in order. */
  hidden: Hidden[] | undefined;
}

/** As many blank lines as are usual between the two elements. */
export const USUAL = -1;

/** A note or a piece of boneyard inside an element's text. */
export interface Hidden {
  readonly type: 'note' | 'boneyard';
  /** What stands between the brackets. */
  text: string;
  /** Where in the element's text it stands. */
  at: number;
  /** It has lines of its own below the line that `at` ends. */
  ownLine: boolean;
  /** No blank parts it from the text where one usually would. */
  tight: boolean;
}

export function element(type: ElementType, text: string, blanks: number): FountainElement {
  return {
    type,
    text,
    blanks,
    indent: '',
    forced: false,
    mark: undefined,
    spoken: type === 'dialogue' || type === 'parenthetical',
    dual: false,
    number: undefined,
    level: 0,
    hidden: undefined,
  };
}
