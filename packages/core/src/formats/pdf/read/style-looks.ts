import type { ParagraphStyle } from '../../../conventions/manuscript/types.js';
import type { Element } from './elements.js';
import type { Metrics } from './metrics.js';
import type { Plain } from './rich.js';

/** Looks that a kind's style can have; emphasis is what differs from them. */
const LOOKS = ['bold', 'italic', 'underline'] as const;
type StyleLook = (typeof LOOKS)[number];
type Looks = Partial<Record<StyleLook, true>>;

/** The share of a kind's elements that must have a look from end to end for it to be the style's. */
const STYLE = 0.9;

/** Tells looks of element styles from emphasis: what nearly all elements of a kind have as a whole is its style. */
export class StyleLooks {
  readonly #styles = new Map<string, Looks>();
  readonly #aligns = new Map<string, Element['align']>();
  readonly #metrics: Metrics;

  constructor(elements: readonly Element[], metrics: Metrics) {
    this.#metrics = metrics;
    const kinds = new Map<string, Element[]>();
    for (const element of elements) {
      const same = kinds.get(nameOf(element));
      if (same) same.push(element);
      else kinds.set(nameOf(element), [element]);
    }
    for (const [name, own] of kinds) {
      const mostly = (has: (element: Element) => boolean): boolean => own.filter(has).length >= own.length * STYLE;
      const style: Looks = {};
      for (const look of LOOKS) if (mostly((element) => hasWholly(element, look))) style[look] = true;
      this.#styles.set(name, style);
      const align = own[0]?.align;
      if (mostly((element) => element.align === align)) this.#aligns.set(name, align);
    }
  }

  /** The alignment that nearly all elements of an element's kind have, when the file says it. */
  alignOf(element: Element): Element['align'] {
    return this.#aligns.get(nameOf(element));
  }

  /** The names under which elements of the script have a style. */
  get names(): string[] {
    return [...this.#styles.keys()];
  }

  styleOf(name: string): ParagraphStyle {
    return { ...this.#styles.get(name) };
  }

  /** What of an element's look is no emphasis. */
  plainOf(element: Element): Plain {
    const { font, size, fixed } = this.#metrics;
    const plain: Plain = { font, size, fixed };
    const style = this.#styles.get(nameOf(element)) ?? {};
    for (const look of LOOKS) if (style[look] && hasWholly(element, look)) plain[look] = true;
    return plain;
  }

  /** Looks of the style that an element lacks, in part or as a whole. */
  lacking(element: Element): ParagraphStyle | undefined {
    const style = this.#styles.get(nameOf(element)) ?? {};
    const lacks: ParagraphStyle = {};
    for (const look of LOOKS) if (style[look] && !hasWholly(element, look)) lacks[look] = false;
    return Object.keys(lacks).length > 0 ? lacks : undefined;
  }
}

function nameOf({ kind, class: name }: Element): string {
  return name ?? kind;
}

/** Whether all of an element has a look, blanks aside. */
function hasWholly({ lines }: Element, look: StyleLook): boolean {
  return lines.every(({ line }) => {
    let at = 0;
    for (const span of line.spans) {
      if (!span[look]) continue;
      if (line.text.slice(at, span.start).trim() !== '') return false;
      at = span.end;
    }
    return at > 0 && line.text.slice(at).trim() === '';
  });
}
