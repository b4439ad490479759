import type { LaidPage, LineRun, PlacedLine } from '../../../layout/index.js';
import { number } from './content-bytes.js';
import type { LineMarks } from './line-marks.js';
import { colorOperands, paperTint } from './paper-colors.js';
import type { PdfFile, PdfPage, PdfReference } from './pdf-file.js';
import { textString } from './pdf-file.js';
import type { Span } from './line-spans.js';
import type { LineSetter } from './set-line.js';
import type { TextPen } from './text-pen.js';
import { WATERMARK_ARTIFACT } from './watermark.js';

/** Name of the watermark among what pages share. */
export const WATERMARK = 'W';

/** Where a background begins and ends around a baseline, by the size of the text. */
const BACKGROUND_TOP = 0.78;
const BACKGROUND_HEIGHT = 1;

/** Of the face that the script is set in, ems. */
export interface RuleMetrics {
  /** Middle of the line under text, below the baseline. */
  underlineAt: number;
  /** Middle of the line through text, above the baseline. */
  strikeAt: number;
  thickness: number;
}

export interface PageSettings {
  width: number;
  height: number;
  tint: boolean;
  watermark: boolean;
  rules: RuleMetrics;
}

/** Prints laid-out pages, one at a time. */
export class PagePrinter {
  readonly #file: PdfFile;
  readonly #pen: TextPen;
  readonly #setter: LineSetter;
  readonly #marks: LineMarks;
  readonly #settings: PageSettings;
  /** Operators that come before the text and behind it. */
  #backgrounds: string[] = [];
  #rules: string[] = [];
  #links: Link[] = [];

  constructor(file: PdfFile, pen: TextPen, setter: LineSetter, marks: LineMarks, settings: PageSettings) {
    this.#file = file;
    this.#pen = pen;
    this.#setter = setter;
    this.#marks = marks;
    this.#settings = settings;
  }

  print({ lines, color }: LaidPage): PdfPage {
    const { width, height, tint, watermark } = this.#settings;
    this.#backgrounds = [];
    this.#rules = [];
    this.#links = [];
    const paper = tint && color ? paperTint(color) : undefined;
    if (paper !== undefined) {
      this.#backgrounds.push(
        `/Artifact <</Type /Background>> BDC ${paper} rg 0 0 ${number(width)} ${number(height)} re f EMC\n`,
      );
    }
    if (watermark) this.#backgrounds.push(`${WATERMARK_ARTIFACT} BDC q /${WATERMARK} Do Q EMC\n`);
    this.#pen.startPage(height);
    for (const line of lines) if (line.text !== '') this.#printLine(line);
    const before = this.#backgrounds.length > 0 ? `q\n${this.#backgrounds.join('')}Q\n` : '';
    const content = joined(before, this.#pen.takePage(), this.#rules.join(''));
    return { width, height, content, annotations: this.#links.map((link) => this.#annotation(link)) };
  }

  #printLine(line: PlacedLine): void {
    this.#pen.beginMarked(this.#marks.of(line));
    for (const span of this.#setter.spans(line)) {
      this.#pen.color(colorOperands(span.look?.color));
      this.#setter.setSpan(line, span);
      if (span.look) this.#decorate(line, span.look, span);
    }
    this.#pen.endMarked();
  }

  #decorate(line: PlacedLine, look: LineRun, { x, width }: Span): void {
    const size = look.size ?? line.size;
    const { underlineAt, strikeAt, thickness } = this.#settings.rules;
    const top = (from: number): number => this.#settings.height - line.baseline + from;
    const background = colorOperands(look.background);
    if (background !== undefined && background !== WHITE) {
      const low = top((BACKGROUND_TOP - BACKGROUND_HEIGHT) * size);
      this.#backgrounds.push(rectangle(background, x, low, width, BACKGROUND_HEIGHT * size));
    }
    const ink = colorOperands(look.color) ?? BLACK;
    const rule = (at: number): void => {
      this.#rules.push(rectangle(ink, x, top((at - thickness / 2) * size), width, thickness * size));
    };
    if (look.underline) rule(underlineAt);
    if (look.strike) rule(strikeAt);
    if (look.link !== undefined)
      this.#addLink(look.link, x, top((BACKGROUND_TOP - BACKGROUND_HEIGHT) * size), width, size);
  }

  #addLink(link: string, x: number, y: number, width: number, height: number): void {
    const target = linkTarget(link);
    if (target === undefined) return;
    const last = this.#links[this.#links.length - 1];
    if (last?.target === target && last.y === y && Math.abs(last.x + last.width - x) < 0.01) last.width += width;
    else this.#links.push({ target, x, y, width, height });
  }

  #annotation({ target, x, y, width, height }: Link): PdfReference {
    return this.#file.object({
      Type: 'Annot',
      Subtype: 'Link',
      F: 4,
      Border: [0, 0, 0],
      Rect: [x, y, x + width, y + height],
      A: { S: 'URI', URI: textString(target) },
    });
  }
}

interface Link {
  target: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const BLACK = '0 0 0';
const WHITE = '1 1 1';

/** The ASCII form of a link to the web or a mailbox; undefined for any other. */
function linkTarget(link: string): string | undefined {
  const address = /^www\./i.test(link) ? `https://${link}` : link;
  if (!/^(?:https?:\/\/|mailto:|tel:)[^\s]/i.test(address)) return undefined;
  let out = '';
  for (const char of address) {
    if (/[\ud800-\udfff]/.test(char) && char.length === 1) continue;
    out += /[!-~]/.test(char) ? char : encodeURIComponent(char);
  }
  return out;
}

function rectangle(color: string, x: number, y: number, width: number, height: number): string {
  return `${color} rg ${[x, y, width, height].map(number).join(' ')} re f\n`;
}

function joined(before: string, text: Uint8Array, behind: string): Uint8Array {
  if (before === '' && behind === '') return text;
  const bytes = new Uint8Array(before.length + text.length + behind.length);
  put(bytes, before, 0);
  bytes.set(text, before.length);
  put(bytes, behind, before.length + text.length);
  return bytes;
}

function put(bytes: Uint8Array, ascii: string, from: number): void {
  for (let at = 0; at < ascii.length; at++) bytes[from + at] = ascii.charCodeAt(at);
}
