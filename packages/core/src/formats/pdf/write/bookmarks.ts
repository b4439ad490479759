import type { LaidOut, LaidPage } from '../../../layout/index.js';
import type { PdfFile } from './pdf-file.js';

/** Room left above a heading that a bookmark opens at, points. */
const ABOVE = 36;

/** Classes whose lines stand above scenes in the bookmarks. */
const ACTS = new Set(['new-act', 'cold-opening']);

interface Mark {
  title: string;
  /** Index among the printed pages. */
  page: number;
  baseline: number;
  act: boolean;
}

/** A bookmark for every printed scene, below its act where the script has acts. */
export function addBookmarks(file: PdfFile, laid: LaidOut, pages: readonly LaidPage[]): void {
  let parent = file.outline;
  for (const { title, page, baseline, act } of marksOf(laid, pages)) {
    const item = (act ? file.outline : parent).addItem(title, {
      pageNumber: page,
      top: Math.max(0, baseline - ABOVE),
      // pdfkit counts from the right edge.
      left: laid.width,
      zoom: 0,
      fit: false,
      expanded: act,
    });
    if (act) parent = item;
  }
  file.setRoot('PageMode', 'UseNone');
}

function marksOf({ pages: all, scenes }: LaidOut, pages: readonly LaidPage[]): Mark[] {
  const [first] = pages;
  const offset = first ? all.indexOf(first) : 0;
  const marks: Mark[] = scenes.map(({ heading, number, pageIndex, baseline }) => ({
    title: number === undefined ? heading : `${number}  ${heading}`,
    page: pageIndex - offset,
    baseline,
    act: false,
  }));
  pages.forEach(({ lines }, page) => {
    for (const { class: name, text, baseline, start } of lines) {
      if (name !== undefined && ACTS.has(name) && start === 0 && text.trim() !== '') {
        marks.push({ title: text.trim(), page, baseline, act: true });
      }
    }
  });
  return marks
    .filter(({ page, title }) => page >= 0 && page < pages.length && title !== '')
    .sort((a, b) => a.page - b.page || a.baseline - b.baseline);
}
