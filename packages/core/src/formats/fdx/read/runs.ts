import type { Look, RichText, Run } from '../../../conventions/manuscript/types.js';
import { isPlainLook, sameLook } from '../../../conventions/rich-text.js';
import { BLACK, NO_STYLE, WHITE, keepRunAttribute, readColor, readNumber, readStyle } from '../mapping.js';
import type { TypeStyle } from '../mapping.js';
import type { FdxAttributes, FdxElement } from '../tree.js';

/** What a paragraph's type, or the page, gives its text anyway: a run that only repeats it says nothing. */
export interface RunBase {
  font?: string | undefined;
  size?: number | undefined;
  color?: string | undefined;
  background?: string | undefined;
  /** The style that the type gives. */
  style: TypeStyle;
}

export const NO_BASE: RunBase = { style: NO_STYLE };

/** A stretch of text that a breakdown tag is on. */
export interface TaggedRange {
  start: number;
  end: number;
  /** `TagNumber`: the tag in the file's `TagData`. */
  number: string;
}

/** The text of a paragraph, gathered run by run. */
export class RunReader {
  text = '';
  runs: Run[] | undefined;
  tagged: TaggedRange[] | undefined;
  readonly #base: RunBase;
  /** Tag numbers that the file defines; others stay attributes of their runs. */
  readonly #tags: ReadonlySet<string>;

  constructor(base: RunBase, tags: ReadonlySet<string>) {
    this.#base = base;
    this.#tags = tags;
  }

  /** Adds a `Text` element. */
  add(element: FdxElement): void {
    if (element.children.length > 0) {
      // Other programs nest looks.
      for (const child of element.children) {
        const own = child.name === 'Text' ? child.attributes : undefined;
        this.add({ ...child, attributes: { ...element.attributes, ...own } });
      }
      return;
    }
    const piece = isLaidOut(element) ? withoutLayout(element.text) : element.text;
    if (piece === '') return;
    const start = this.text.length;
    this.text = start === 0 ? piece : this.text + piece;
    const look = this.#look(element.attributes, start);
    if (look === undefined || isPlainLook(look)) return;
    const end = this.text.length;
    const last = this.runs?.[this.runs.length - 1];
    if (last && last.end === start && sameLook(last, look)) last.end = end;
    else (this.runs ??= []).push({ ...look, start, end });
  }

  rich(): RichText {
    return this.runs ? { text: this.text, runs: this.runs } : { text: this.text };
  }

  #look(attributes: FdxAttributes, start: number): Look | undefined {
    let look: Look | undefined;
    const base = this.#base;
    for (const name in attributes) {
      const value = attributes[name] as string;
      switch (name) {
        case 'Style':
          readStyle((look ??= {}), value, base.style);
          break;
        case 'RevisionID':
          if (/^[1-9]\d{0,5}$/.test(value)) (look ??= {}).revision = Number(value);
          else if (value !== '0') keepRunAttribute((look ??= {}), name, value);
          break;
        case 'Font':
          if (value !== base.font && value !== '') (look ??= {}).font = value;
          break;
        case 'Size': {
          const size = readNumber(value);
          if (size !== undefined && size > 0 && size !== base.size) (look ??= {}).size = size;
          break;
        }
        case 'Color': {
          const color = readColor(value);
          if (!color.startsWith('#')) keepRunAttribute((look ??= {}), name, value);
          else if (color !== (base.color ?? BLACK)) (look ??= {}).color = color;
          break;
        }
        case 'Background': {
          const background = readColor(value);
          if (!background.startsWith('#')) keepRunAttribute((look ??= {}), name, value);
          else if (background !== (base.background ?? WHITE)) (look ??= {}).background = background;
          break;
        }
        case 'AdornmentStyle':
          // -1 is the spelling checker's mark.
          if (value !== '0' && value !== '-1') keepRunAttribute((look ??= {}), name, value);
          break;
        case 'TagNumber':
          if (this.#tags.has(value)) this.#tag(value, start);
          else keepRunAttribute((look ??= {}), name, value);
          break;
        case 'xml:space':
          break;
        default:
          keepRunAttribute((look ??= {}), name, value);
      }
    }
    // Their order says nothing.
    if (look?.other && look.other.length > 1) look.other = [...look.other].sort();
    return look;
  }

  #tag(number: string, start: number): void {
    const end = this.text.length;
    const last = this.tagged?.[this.tagged.length - 1];
    if (last && last.end === start && last.number === number) last.end = end;
    else (this.tagged ??= []).push({ start, end, number });
  }
}

/** Whether a text may begin with the line end and the indentation of a program that lays out its XML. */
export function isLaidOut({ text, attributes }: FdxElement): boolean {
  return text.charCodeAt(0) === NEWLINE && attributes['xml:space'] !== 'preserve';
}

const NEWLINE = 0x0a;

/** A text that stands on lines of its own between its tags, without what puts it there. */
function withoutLayout(text: string): string {
  const from = /^\n[ \t]+(?=\S)/.exec(text)?.[0].length ?? 0;
  const to = text.lastIndexOf('\n');
  return from > 0 && to >= from && text.slice(to).trim() === '' ? text.slice(from, to) : text;
}

/** Paragraphs of prose outside the script (notes, summaries, beats): their texts joined by line feeds. */
export function readProse(paragraphs: readonly FdxElement[], base: RunBase = NO_BASE): RichText {
  const lines: RichText[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.name !== 'Paragraph') continue;
    const reader = new RunReader(base, NO_TAGS);
    for (const child of paragraph.children) if (child.name === 'Text') reader.add(child);
    if (paragraph.children.length === 0) reader.text = paragraph.text.trim();
    lines.push(reader.rich());
  }
  return joinLines(lines);
}

/** Lines as one text; a look that goes on over the break between two of them is one run. */
export function joinLines(lines: readonly RichText[]): RichText {
  const runs: Run[] = [];
  let text = '';
  lines.forEach((line, at) => {
    const start = at === 0 ? 0 : text.length + 1;
    text = at === 0 ? line.text : `${text}\n${line.text}`;
    for (const run of line.runs ?? []) {
      const last = runs[runs.length - 1];
      if (last && run.start === 0 && last.end === start - 1 && sameLook(last, run)) last.end = start + run.end;
      else runs.push({ ...run, start: start + run.start, end: start + run.end });
    }
  });
  return runs.length > 0 ? { text, runs } : { text };
}

export const NO_TAGS: ReadonlySet<string> = new Set();

/** What the first run of the paragraphs looks like: the look of the whole. */
export function proseBase(paragraphs: readonly FdxElement[]): RunBase {
  for (const paragraph of paragraphs) {
    const text = paragraph.children.find((child) => child.name === 'Text');
    if (!text) continue;
    const { Font, Size, Color, Background } = text.attributes;
    return {
      font: Font,
      size: readNumber(Size),
      color: Color === undefined ? undefined : readColor(Color),
      background: Background === undefined ? undefined : readColor(Background),
      style: NO_STYLE,
    };
  }
  return NO_BASE;
}
