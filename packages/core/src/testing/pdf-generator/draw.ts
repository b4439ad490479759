import { literal, pdfBytes } from './pdf-bytes.js';
import type { DrawStyle, TypeStyle } from './type-style.js';
import type { SetLine, SetPage } from './typeset.js';
import { widthOf } from './widths.js';

/** Numbers from 0 to 1 that depend on nothing but a seed. */
function noise(seed: number): () => number {
  let state = (seed >>> 0) + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** The PDF that a program with such habits makes of pages. */
export function drawPdf(pages: readonly SetPage[], style: TypeStyle, draw: DrawStyle, seed: number): Uint8Array {
  const drawing = new Drawing(style, draw, noise(seed));
  const { family, paper } = style;
  const oblique = family === 'Times' ? 'Italic' : 'Oblique';
  const turned = draw.rotate !== 0;
  return pdfBytes({
    width: turned ? paper.height : paper.width,
    height: turned ? paper.width : paper.height,
    pages: pages.map((page) => drawing.page(page)),
    fonts: {
      F1: family === 'Times' ? 'Times-Roman' : family,
      F2: `${family}-Bold`,
      F3: `${family}-${oblique}`,
    },
    rotate: draw.rotate,
    viaForm: draw.viaForm,
  });
}

/** A stretch that one operator draws. */
interface Stretch {
  text: string;
  x: number;
  look: string | undefined;
}

class Drawing {
  readonly #style: TypeStyle;
  readonly #draw: DrawStyle;
  readonly #random: () => number;

  constructor(style: TypeStyle, draw: DrawStyle, random: () => number) {
    this.#style = style;
    this.#draw = draw;
    this.#random = random;
  }

  page({ lines }: SetPage): string {
    const { paper } = this.#style;
    const { rotate, watermark } = this.#draw;
    const out: string[] = [];
    // Turned pages: the content lies on its side, the viewer sets it upright.
    if (rotate === 90) out.push(`0 1 -1 0 ${paper.height} 0 cm`);
    if (rotate === 270) out.push(`0 -1 1 0 0 ${paper.width} cm`);
    if (watermark) out.push(`q 0.8 g BT /F1 70 Tf 0.7 0.7 -0.7 0.7 130 250 Tm (NOT FOR SALE) Tj ET Q`);
    for (const line of this.#ordered(lines)) out.push(this.#line(line));
    return out.join('\n');
  }

  #ordered(lines: readonly SetLine[]): SetLine[] {
    const { order } = this.#draw;
    if (order === 'up') return [...lines].reverse();
    if (order === 'furniture-last') return [...lines].sort((a, b) => Number(a.furniture) - Number(b.furniture));
    if (order === 'shuffled') {
      return lines
        .map((line) => ({ line, key: this.#random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => line);
    }
    return [...lines];
  }

  #line(line: SetLine): string {
    const off = (this.#random() - 0.5) * 2 * this.#draw.wobble;
    const y = this.#style.paper.height - line.y + off;
    const out: string[] = [];
    for (const stretch of this.#stretches(line)) out.push(this.#stretch(stretch, y));
    for (const { text, x, look } of this.#words(line)) {
      if (look?.includes('underline')) out.push(this.#rule(x, y, this.#width(text)));
    }
    return out.join('\n');
  }

  #rule(x: number, y: number, width: number): string {
    const { size } = this.#style;
    // Some draw boxes, some lines.
    return this.#random() < 0.5
      ? `${fixed(x)} ${fixed(y - 0.16 * size)} ${fixed(width)} ${fixed(0.05 * size)} re f`
      : `0.6 w ${fixed(x)} ${fixed(y - 0.13 * size)} m ${fixed(x + width)} ${fixed(y - 0.13 * size)} l S`;
  }

  #width(text: string): number {
    const { family, size, track } = this.#style;
    return widthOf(text, family) * size * track;
  }

  /** Words where they stand. */
  #words(line: SetLine): Stretch[] {
    const words: Stretch[] = [];
    let { x } = line;
    line.words.forEach(({ text, look }, at) => {
      const next = line.words[at + 1];
      // An underline goes on over the blank to a word that has one too.
      const joined = look?.includes('underline') && next?.look?.includes('underline');
      words.push({ text: joined ? `${text} ` : text, x, look });
      x += this.#width(`${text} `);
    });
    return words.map((word) => ({ ...word, text: word.text }));
  }

  #stretches(line: SetLine): Stretch[] {
    const { pieces, blanks, trailing } = this.#draw;
    const words: Stretch[] = [];
    let { x } = line;
    line.words.forEach(({ text, look }, at) => {
      const last = at === line.words.length - 1;
      const blank = last ? trailing && line.wrapped : blanks;
      words.push({ text: blank ? `${text} ` : text, x, look });
      x += this.#width(`${text} `);
    });
    if (pieces === 'letters') {
      return words.flatMap(({ text, x: left, look }) =>
        [...text].map((char, at) => ({ text: char, x: left + this.#width(text.slice(0, at)), look })),
      );
    }
    if (pieces === 'words' || !blanks) return words;
    const joined: Stretch[] = [];
    for (const word of words) {
      const before = joined[joined.length - 1];
      if (before && before.look === word.look) before.text += word.text;
      else joined.push({ ...word });
    }
    return joined;
  }

  #stretch({ text, x, look }: Stretch, y: number): string {
    const { size, family, track } = this.#style;
    const { places, bold, italic } = this.#draw;
    // Only fixed-pitch letters keep their widths in bold.
    const fontBold = family === 'Courier' && bold === 'font';
    const isBold = look?.includes('bold') === true;
    const isItalic = look === 'italic';
    const font = isBold && fontBold ? 'F2' : isItalic && family === 'Courier' && italic === 'font' ? 'F3' : 'F1';
    const slant = isItalic && font === 'F1' ? 0.21 : 0;
    const spacing = widthOf(' ', family) * size * (track - 1);
    const scale = places === 'scaled' ? 0.24 : 1;
    const head = `/${font} ${fixed(size / scale)} Tf ${fixed(spacing / scale)} Tc`;
    const mode = isBold && !fontBold && bold !== 'twice' ? ' 2 Tr 0.4 w' : ' 0 Tr';
    const at = (left: number): string =>
      places === 'moves' && slant === 0
        ? `1 0 0 1 0 0 Tm ${fixed(left - 10)} 0 Td 10 ${fixed(y)} Td`
        : `1 0 ${fixed(slant)} 1 ${fixed(left / scale)} ${fixed(y / scale)} Tm`;
    const show = this.#show(text);
    const twice = isBold && !fontBold && bold === 'twice' ? ` ${at(x + 0.35)} ${show}` : '';
    const body = `BT ${head}${mode} ${at(x)} ${show}${twice} ET`;
    return scale === 1 ? body : `q ${scale} 0 0 ${scale} 0 0 cm ${body} Q`;
  }

  #show(text: string): string {
    if (this.#draw.pieces !== 'kerned' || text.length < 3) return `${literal(text)} Tj`;
    const cut = 1 + Math.floor(this.#random() * (text.length - 2));
    return `[${literal(text.slice(0, cut))} 4 ${literal(text.slice(cut))} -3] TJ`;
  }
}

function fixed(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
