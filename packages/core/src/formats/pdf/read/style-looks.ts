import type { ParagraphStyle } from '../../../conventions/manuscript/types.js';
import type { Element } from './elements.js';
import type { Metrics } from './metrics.js';
import type { Plain } from './rich.js';

/** Looks that a kind's style can have; emphasis is what differs from them. */
const LOOKS = ['bold', 'italic', 'underline'] as const;
type StyleLook = (typeof LOOKS)[number];

/** The share of a kind's letters that must have a look for it to be the style's. */
const STYLE = 0.9;
/** Kinds of which fewer letters are there tell nothing. */
const MIN_LETTERS = 8;

/** Tells looks of element styles from emphasis: what nearly all text of a kind has is its style. */
export class StyleLooks {
  readonly #styles = new Map<string, Partial<Record<StyleLook, true>>>();
  readonly #metrics: Metrics;

  constructor(elements: readonly Element[], metrics: Metrics) {
    this.#metrics = metrics;
    const counts = new Map<string, { letters: number } & Record<StyleLook, number>>();
    for (const element of elements) {
      const name = nameOf(element);
      let count = counts.get(name);
      if (!count) counts.set(name, (count = { letters: 0, bold: 0, italic: 0, underline: 0 }));
      for (const { line } of element.lines) {
        count.letters += line.text.length;
        for (const span of line.spans) for (const look of LOOKS) if (span[look]) count[look] += span.end - span.start;
      }
    }
    for (const [name, count] of counts) {
      const style: Partial<Record<StyleLook, true>> = {};
      // Running text is plain; who sets all of it bold means it.
      if (count.letters >= MIN_LETTERS) for (const look of LOOKS) if (count[look] >= count.letters * STYLE) style[look] = true;
      this.#styles.set(name, style);
    }
  }

  styleOf(name: string): ParagraphStyle {
    return { ...this.#styles.get(name) };
  }

  /** What of an element's look is no emphasis. */
  plainOf(element: Element): Plain {
    return { font: this.#metrics.font, size: this.#metrics.size, ...this.#styles.get(nameOf(element)) };
  }

  /** Looks of the style that an element as a whole lacks. */
  lacking(element: Element): ParagraphStyle | undefined {
    const style = this.#styles.get(nameOf(element)) ?? {};
    const lacks: ParagraphStyle = {};
    for (const look of LOOKS) {
      if (style[look] && element.lines.every(({ line }) => !line.spans.some((span) => span[look]))) lacks[look] = false;
    }
    return Object.keys(lacks).length > 0 ? lacks : undefined;
  }
}

function nameOf({ kind, class: name, dual }: Pick<Element, 'kind' | 'class' | 'dual'>): string {
  return dual ? `${kind} dual` : (name ?? kind);
}
