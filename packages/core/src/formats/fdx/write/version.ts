import { LISTED_NOTES, PARAGRAPH_IDS, versionNumber } from '../mapping.js';
import type { FdxAttributes } from '../tree.js';

/** What the version of the file that is written asks for. */
export class FileVersion {
  readonly text: string;
  /** Notes in a list of their own; outlines and summaries as paragraphs. */
  readonly listsNotes: boolean;
  /** Paragraphs have ids; default colours are left out. */
  readonly hasIds: boolean;
  /** Dynamic labels of headers say only what they are. */
  readonly bareLabels: boolean;
  /** An empty paragraph holds an empty text. */
  readonly emptyTexts: boolean;

  constructor(text: string) {
    const number = versionNumber(text);
    this.text = text;
    this.listsNotes = number >= LISTED_NOTES;
    this.hasIds = number >= PARAGRAPH_IDS;
    this.bareLabels = number < 3;
    this.emptyTexts = number < LISTED_NOTES;
  }

  /** Colours that Final Draft before 13 writes even where they are the usual ones. */
  get colors(): FdxAttributes {
    return this.hasIds ? {} : { Background: '#FFFFFFFFFFFF', Color: '#000000000000' };
  }

  /** Attributes of a paragraph outside the script that is set like nothing special. */
  proseParagraph(outlineLevel: '0' | '1'): FdxAttributes {
    return {
      Alignment: 'Left',
      FirstIndent: '0.00',
      Leading: 'Regular',
      LeftIndent: '0.00',
      ...(this.hasIds && { OutlineLevel: outlineLevel }),
      RightIndent: '1.39',
      SpaceBefore: '0',
      Spacing: '1',
      StartsNewPage: 'No',
    };
  }
}

/** Attributes in the order in which Final Draft writes them: capitals first, by code. */
export function inOrder(attributes: FdxAttributes): FdxAttributes {
  const sorted: Record<string, string> = {};
  for (const name of Object.keys(attributes).sort()) {
    const value = attributes[name];
    if (value !== undefined) sorted[name] = value;
  }
  return sorted;
}
