import { nameOf, Parser, PdfObjects, Ref, textOf } from './pdf-objects.js';
import type { PdfDict, PdfValue, Text } from './pdf-objects.js';

export interface Glyph {
  /** What is copied for it. */
  text: string;
  /** Origin, points from the top left corner. */
  x: number;
  y: number;
  /** Advance that the file states, spacing left out, points. */
  width: number;
  font: string;
  size: number;
  slant: number;
  /** Width of the outline; 0: letters are filled only. */
  outline: number;
  color: string;
  /** The marked content that it is in, outermost first. */
  marks: readonly string[];
}

export interface Box {
  x: number;
  /** Top. */
  y: number;
  width: number;
  height: number;
  color: string;
}

export interface SeenPage {
  width: number;
  height: number;
  glyphs: Glyph[];
  boxes: Box[];
  /** Names of drawings, and the marks that they are under. */
  drawings: { name: string; marks: readonly string[] }[];
  links: { url: string; rect: number[] }[];
}

interface SeenFont {
  name: string;
  texts: Map<number, string>;
  widths: number[];
}

/** A PDF as its pages show it, read by nothing but the format's own rules. */
export class SeenPdf {
  readonly objects: PdfObjects;
  readonly pages: SeenPage[];
  readonly #fonts = new Map<number, SeenFont>();

  constructor(bytes: Uint8Array) {
    this.objects = new PdfObjects(bytes);
    const kids = this.objects.get(this.root, 'Pages', 'Kids') as PdfValue[];
    this.pages = kids.map((kid) => this.#page(kid));
  }

  get root(): PdfValue | undefined {
    return this.objects.get(this.objects.trailer, 'Root');
  }

  info(key: string): string | undefined {
    return textOf(this.objects.get(this.objects.trailer, 'Info', key));
  }

  /** Names of the embedded fonts, without the tag of the subset. */
  get fonts(): string[] {
    return [...this.#fonts.values()].map(({ name }) => name.replace(/^[A-Z]{6}\+/, ''));
  }

  /** The bookmarks, those below others indented: title, page and distance from its top. */
  get bookmarks(): { title: string; page: number; top: number; depth: number }[] {
    const found: { title: string; page: number; top: number; depth: number }[] = [];
    const kids = this.objects.get(this.root, 'Pages', 'Kids') as Ref[];
    const visit = (first: PdfValue | undefined, depth: number): void => {
      for (let item = first; item instanceof Map; item = this.objects.get(item, 'Next')) {
        const [page, , , top] = item.get('Dest') as PdfValue[];
        const at = kids.findIndex(({ id }) => id === (page as Ref).id);
        found.push({
          title: textOf(item.get('Title')) ?? '',
          page: at,
          top: this.pages[at]!.height - (top as number),
          depth,
        });
        visit(this.objects.get(item, 'First'), depth + 1);
      }
    };
    visit(this.objects.get(this.root, 'Outlines', 'First'), 0);
    return found;
  }

  /** The label that viewers show for each page. */
  get labels(): string[] {
    const numbers = this.objects.get(this.root, 'PageLabels', 'Nums') as PdfValue[];
    return this.pages.map((_, page) => {
      let from = 0;
      let range: PdfDict = new Map();
      for (let at = 0; at < numbers.length; at += 2) {
        if ((numbers[at] as number) > page) break;
        from = numbers[at] as number;
        range = numbers[at + 1] as PdfDict;
      }
      const number = ((range.get('St') as number | undefined) ?? 1) + page - from;
      const style = range.get('S');
      const printed = style === '/D' ? String(number) : style === '/r' ? ['', 'i', 'ii', 'iii', 'iv', 'v'][number] : '';
      return `${textOf(range.get('P')) ?? ''}${printed ?? '?'}`;
    });
  }

  #page(ref: PdfValue): SeenPage {
    const page = this.objects.get(ref) as PdfDict;
    const [, , width = 0, height = 0] = page.get('MediaBox') as number[];
    const seen: SeenPage = { width, height, glyphs: [], boxes: [], drawings: [], links: [] };
    const annotations = (this.objects.get(page, 'Annots') ?? []) as PdfValue[];
    for (const annotation of annotations) {
      const rect = this.objects.get(annotation, 'Rect') as number[];
      seen.links.push({ url: textOf(this.objects.get(annotation, 'A', 'URI')) ?? '', rect });
    }
    this.#play(
      this.objects.object(page.get('Contents')).stream ?? '',
      this.objects.get(page, 'Resources', 'Font') as PdfDict,
      seen,
    );
    return seen;
  }

  #play(content: string, fonts: PdfDict, page: SeenPage): void {
    const parser = new Parser(content);
    const marks: string[] = [];
    const state = {
      font: undefined as SeenFont | undefined,
      size: 0,
      spacing: 0,
      stretch: 1,
      mode: 0,
      line: 1,
      color: '0 0 0',
    };
    const saved: (typeof state)[] = [];
    let matrix = [1, 0, 0, 1, 0, 0];
    let box: number[] = [];
    let operands: PdfValue[] = [];
    while (!parser.done) {
      const value = parser.value();
      if (typeof value !== 'string' || value.startsWith('/')) {
        operands.push(value);
        continue;
      }
      const numbers = operands as number[];
      switch (value) {
        case 'Tf':
          state.font = this.#font(fonts.get(nameOf(operands[0])));
          state.size = numbers[1]!;
          break;
        case 'Tc':
          state.spacing = numbers[0]!;
          break;
        case 'Tz':
          state.stretch = numbers[0]! / 100;
          break;
        case 'Tr':
          state.mode = numbers[0]!;
          break;
        case 'w':
          state.line = numbers[0]!;
          break;
        case 'rg':
          state.color = numbers.join(' ');
          break;
        case 'Tm':
          matrix = numbers;
          break;
        case 'Tj': {
          const codes = (operands[0] as Text).value;
          const [, , shear, , x, y] = matrix as [number, number, number, number, number, number];
          let at = x;
          for (let byte = 0; byte < codes.length; byte += 2) {
            const code = (codes.charCodeAt(byte) << 8) | codes.charCodeAt(byte + 1);
            const { font, size, spacing, stretch } = state;
            if (!font) throw new Error('text without a font');
            const width = (((font.widths[code] ?? NaN) * size) / 1000) * stretch;
            page.glyphs.push({
              text: font.texts.get(code) ?? '',
              x: at,
              y: page.height - y,
              width,
              font: font.name.replace(/^[A-Z]{6}\+/, ''),
              size,
              slant: shear,
              outline: state.mode === 2 ? state.line : 0,
              color: state.color,
              marks: [...marks],
            });
            at += width + spacing * stretch;
          }
          break;
        }
        case 're':
          box = numbers;
          break;
        case 'f':
          if (box.length === 4) {
            const [x, y, width, height] = box as [number, number, number, number];
            page.boxes.push({ x, y: page.height - y - height, width, height, color: state.color });
          }
          break;
        case 'BMC':
        case 'BDC': {
          const properties = operands[1];
          const actual = properties instanceof Map ? textOf(properties.get('ActualText')) : undefined;
          marks.push(actual === undefined ? describe(operands) : `ActualText ${actual}`);
          break;
        }
        case 'EMC':
          if (marks.pop() === undefined) throw new Error('EMC without a beginning');
          break;
        case 'Do':
          page.drawings.push({ name: nameOf(operands[0]), marks: [...marks] });
          break;
        case 'q':
          saved.push({ ...state });
          break;
        case 'Q':
          Object.assign(state, saved.pop());
          break;
        case 'RG':
        case 'BT':
        case 'ET':
          break;
        default:
          throw new Error(`unexpected operator ${value}`);
      }
      operands = [];
    }
    if (marks.length > 0) throw new Error('marked content is left open');
  }

  #font(ref: PdfValue | undefined): SeenFont {
    if (!(ref instanceof Ref)) throw new Error('a font that the page does not know');
    let font = this.#fonts.get(ref.id);
    if (!font) {
      const dict = this.objects.get(ref);
      const [descendant] = this.objects.get(dict, 'DescendantFonts') as PdfValue[];
      const [, widths] = this.objects.get(descendant, 'W') as [number, number[]];
      const descriptor = this.objects.get(descendant, 'FontDescriptor') as PdfDict;
      const program = this.objects.object(descriptor.get('FontFile2') ?? descriptor.get('FontFile3'));
      if ((program.stream ?? '') === '') throw new Error('a font that is not embedded');
      const texts = new Map<number, string>();
      const cmap = this.objects.object((dict as PdfDict).get('ToUnicode')).stream ?? '';
      for (const [, code = '', text = ''] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>\n/g)) {
        texts.set(Number.parseInt(code, 16), Buffer.from(text, 'hex').swap16().toString('utf16le'));
      }
      font = { name: nameOf(this.objects.get(dict, 'BaseFont')), texts, widths };
      this.#fonts.set(ref.id, font);
    }
    return font;
  }
}

function describe([tag, properties]: PdfValue[]): string {
  const kinds = properties instanceof Map ? ['Type', 'Subtype'].map((key) => nameOf(properties.get(key))) : [];
  return [nameOf(tag), ...kinds].filter((part) => part !== '').join(' ');
}

/** The letters of a page in the order in which it draws them; what is copied for several glyphs counts once. */
export function textOfPage({ glyphs }: SeenPage): string {
  let out = '';
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const actual = glyph.marks.find((mark) => mark.startsWith('ActualText '));
    if (last && actual === undefined) {
      if (glyph.y !== last.y || glyph.x < last.x) out += '\n';
      else if (glyph.x - last.x - last.width > last.size / 2) out += ' ';
    }
    if (actual === undefined) out += glyph.text;
    else if (!last?.marks.includes(actual)) out += actual.slice('ActualText '.length);
    last = glyph;
  }
  return out;
}
