import type { Block, BlockKind, KnownClass } from '../../conventions/manuscript/types.js';
import type { ElementType } from './tree.js';

/**
 * Element types and blocks, both ways: a block of the class, or of the kind when it has no class of its own, is the
 * element. Notes are no blocks but hang on them.
 */
export const BLOCK_OF: Readonly<Record<Exclude<ElementType, 'note'>, { kind: BlockKind; class?: KnownClass }>> = {
  heading: { kind: 'heading' },
  action: { kind: 'action' },
  cue: { kind: 'character' },
  parenthetical: { kind: 'parenthetical' },
  dialogue: { kind: 'dialogue' },
  // Sung inside a speech they are dialogue of the same class.
  lyrics: { kind: 'general', class: 'lyrics' },
  transition: { kind: 'transition' },
  centered: { kind: 'action', class: 'centered' },
  'page-break': { kind: 'general', class: 'page-break' },
  section: { kind: 'general', class: 'section' },
  synopsis: { kind: 'general', class: 'synopsis' },
  boneyard: { kind: 'general', class: 'boneyard' },
};

const OF_CLASS = new Map<string, ElementType>();
const OF_KIND = new Map<BlockKind, ElementType>();
for (const type of Object.keys(BLOCK_OF) as (keyof typeof BLOCK_OF)[]) {
  const { kind, class: className } = BLOCK_OF[type];
  if (className === undefined) OF_KIND.set(kind, type);
  else OF_CLASS.set(className, type);
}

/** Types that Fountain has no element for, and what comes closest on paper; everything else is action. */
const NEAREST: Readonly<Record<string, ElementType>> = {
  singing: 'lyrics',
  'new-act': 'centered',
  'end-of-act': 'centered',
};

/** The element that says a block. `exact`: reading it back gives the same kind and class. */
export function elementOf(block: Block): { type: ElementType; exact: boolean } {
  const className = block.class;
  if (className !== undefined) {
    const type = OF_CLASS.get(className);
    if (type !== undefined) return { type, exact: true };
    const nearest = NEAREST[className];
    if (nearest !== undefined) return { type: nearest, exact: false };
  }
  const type = OF_KIND.get(block.kind);
  if (type === undefined) return { type: 'action', exact: shotMark(block) !== undefined };
  // An action that its own layout centres is what Fountain calls centered.
  if (type === 'action' && block.layout?.align === 'center') return { type: 'centered', exact: false };
  return { type, exact: className === undefined };
}

/** What stood between the `!` of a forced action and its text, where that made it a shot: another `!`. */
export function shotMark({ kind, extra }: Block): string | undefined {
  const mark = extra?.[EXTRA.mark];
  return kind === 'shot' && mark !== undefined && /^![^\S\n]*$/.test(mark) ? mark : undefined;
}

/** What the names of Fountain's own extras start with. */
export const OWN = 'fountain.';

/** Format-specific extras of blocks and notes. Each is a hint: without it the text reads the same. */
export const EXTRA = {
  /** Blank lines above, when they are not as many as usual. */
  blank: 'fountain.blank',
  /** Blanks before the lines. */
  indent: 'fountain.indent',
  /** `true`: marked as what it is; `false`: recognised here without a mark, though other programs may want one. */
  forced: 'fountain.forced',
  /** What stands around the text in other than the usual way. */
  mark: 'fountain.mark',
  /** Blank lines between a heading and its synopsis, when not one. */
  synopsisBlank: 'fountain.synopsis-blank',
  /** `true`: the cue had a `^` that its place in the pair does not ask for. */
  caret: 'fountain.caret',
  /** Boneyard inside a text: its offset in the block before and the length of that text, `12/57`, UTF-16. */
  at: 'fountain.at',
  /** `own`: a note or boneyard inside a text with lines of its own. */
  line: 'fountain.line',
  /** `true`: no blank parts it from the text where one usually would. */
  tight: 'fountain.tight',
  /** What stands between the brackets and the note's text. */
  pad: 'fountain.pad',
  /** Title page: `below` or `beside`, where the first line of the value stands. */
  value: 'fountain.value',
} as const;

/** Blank lines between an element and the one above, unless the source has others; at the top of the script none. */
export function usualBlanks(above: ElementType | undefined, spoken: boolean, titled: boolean): number {
  return spoken || (above === undefined && !titled) ? 0 : 1;
}

/** Points of space that one blank line is. */
export const BLANK_LINE = 12;
