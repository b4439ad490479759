import { literal, pdfBytes } from '../../../../src/testing/pdf-generator/index.js';

export interface Typed {
  paper?: { width: number; height: number };
  /** Left edge of the first column and baseline of the first row. */
  left?: number;
  top?: number;
  pitch?: number;
  /** Points that each page lies off its place, sideways. */
  askew?: readonly number[];
  /** Index of a page that is a picture. */
  picture?: number;
  /** The text lies over pictures of the pages, turned by so much: how far it falls, by its width. */
  scanned?: number;
  /** What a later hand drew on every page: operators, with Helvetica as F2. */
  stamp?: string;
}

const PICTURE = 'q 400 0 0 600 100 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q';

const CELL = 7.2;

/**
 * Pages as they are typed: a letter of the text is a letter on the grid, whose columns are a tenth of an inch wide. Each
 * stretch between gaps of blanks is drawn by itself, so that nothing but places tells what it is.
 */
export function typedPages(pages: readonly string[], typed: Typed = {}): Uint8Array {
  const {
    paper = { width: 612, height: 792 },
    left = 36,
    top = 48,
    pitch = 12,
    askew = [],
    picture,
    scanned,
    stamp,
  } = typed;
  return pdfBytes({
    ...paper,
    fonts: stamp === undefined ? { F1: 'Courier' } : { F1: 'Courier', F2: 'Helvetica' },
    pages: pages.map((page, number) => {
      if (number === picture) return PICTURE;
      const rows = page.replace(/^\n/, '').split('\n');
      const stretches = rows.flatMap((row, at) =>
        [...row.matchAll(/\S+(?: \S+)*/g)].map((match) => {
          const x = left + match.index * CELL + (askew[number] ?? 0);
          const y = paper.height - top - at * pitch;
          if (scanned === undefined) return `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${literal(match[0])} Tj`;
          const turned = [x + scanned * (y - paper.height / 2), y - scanned * (x - paper.width / 2)];
          return `1 ${-scanned} ${scanned} 1 ${turned.map((at) => at.toFixed(2)).join(' ')} Tm ${literal(match[0])} Tj`;
        }),
      );
      return `${scanned === undefined ? '' : PICTURE}\nBT /F1 12 Tf\n${stretches.join('\n')}\nET\n${stamp ?? ''}`;
    }),
  });
}
