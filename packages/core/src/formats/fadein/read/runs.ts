import type { Look, ParagraphStyle, RichText, Run } from '../../../conventions/manuscript/types.js';
import { isPlainLook, sameLook } from '../../../conventions/rich-text.js';
import { textOf } from '../../../syntax/xml-element.js';
import { FLAGS, keepRunAttribute } from '../mapping.js';
import type { OsfAttributes, OsfElement } from '../tree.js';
import { BLACK, WHITE, readColor, readFlag, readNumber } from '../values.js';
import { readMarkup } from './markup.js';

const FLAG_OF = new Map(FLAGS);

/** Reads the looks of runs: what they add to a style. A run that only repeats its style says nothing. */
export class LookReader {
  readonly #style: ParagraphStyle;
  /** Equal tags share their attributes. */
  readonly #known = new Map<OsfAttributes, Look | undefined>();

  constructor(style: ParagraphStyle) {
    this.#style = style;
  }

  read(attributes: OsfAttributes): Look | undefined {
    let look = this.#known.get(attributes);
    if (look === undefined && !this.#known.has(attributes)) {
      look = this.#look(attributes);
      this.#known.set(attributes, look);
    }
    return look;
  }

  #look(attributes: OsfAttributes): Look | undefined {
    const look: Look = {};
    const style = this.#style;
    for (const name in attributes) {
      const value = attributes[name] as string;
      switch (name) {
        case 'font':
          if (value !== '' && value !== style.font) look.font = value;
          break;
        case 'size': {
          const size = readNumber(value);
          if (size !== undefined && size > 0 && size !== style.size) look.size = size;
          break;
        }
        case 'color':
          if (value !== '' && readColor(value) !== (style.color ?? BLACK)) look.color = readColor(value);
          break;
        case 'bgcolor':
          if (value !== '' && readColor(value) !== (style.background ?? WHITE)) look.background = readColor(value);
          break;
        case 'link':
          if (value !== '') look.link = value;
          break;
        case 'revision':
          if (/^[1-9]\d{0,5}$/.test(value)) look.revision = Number(value);
          else if (value !== '0' && value !== '') keepRunAttribute(look, name, value);
          break;
        default:
          this.#flag(look, name, value);
      }
    }
    return isPlainLook(look) ? undefined : look;
  }

  #flag(look: Look, name: string, value: string): void {
    const flag = FLAG_OF.get(name);
    const set = flag === undefined ? undefined : readFlag(value);
    if (flag === undefined || set === undefined) keepRunAttribute(look, name, value);
    else if (set !== (this.#style[flag] ?? false)) {
      // A look cannot take away what the style gives.
      if (set) look[flag] = true;
      else keepRunAttribute(look, name, '0');
    }
  }
}

/** The `text` elements of a paragraph as one text. */
export class RunReader {
  text = '';
  runs: Run[] | undefined;
  readonly #looks: LookReader;
  readonly #markup: boolean;

  /** `markup`: looks stand as tags in the text, as in version 12. */
  constructor(looks: LookReader, markup: boolean) {
    this.#looks = looks;
    this.#markup = markup;
  }

  add(element: OsfElement): void {
    const piece = element.children.length === 0 ? element.text : textOf(element);
    if (piece === '') return;
    const look = this.#looks.read(element.attributes);
    if (!this.#markup || !piece.includes('<')) {
      this.#push(piece, look);
      return;
    }
    for (const part of readMarkup(piece)) {
      const own = part.attributes && this.#looks.read(part.attributes);
      this.#push(part.text, own && look ? { ...look, ...own } : (own ?? look));
    }
  }

  #push(piece: string, look: Look | undefined): void {
    const start = this.text.length;
    this.text = start === 0 ? piece : this.text + piece;
    if (look === undefined || piece === '') return;
    const end = this.text.length;
    const last = this.runs?.[this.runs.length - 1];
    if (last && last.end === start && sameLook(last, look)) last.end = end;
    else (this.runs ??= []).push({ ...look, start, end });
  }

  rich(): RichText {
    return this.runs ? { text: this.text, runs: this.runs } : { text: this.text };
  }
}
