import { arrangeTitlePage } from '../conventions/title-page.js';
import type { Block, Manuscript, TitleLine } from '../conventions/manuscript/types.js';
import type { Geometry } from './geometry.js';
import { makeParagraph, restOf } from './paragraph.js';
import { placePiece } from './place.js';
import type { PlacedLine } from './types.js';

/** The lines of the title page, page by page; none when the script has no title page or nothing on it. */
export function placeTitlePages({ titlePage, setup }: Manuscript, geometry: Geometry): PlacedLine[][] {
  if (!titlePage) return [];
  const lines = arrangeTitlePage(titlePage, { ...setup, page: geometry.setup.page });
  if (!lines.some(({ text }) => text.trim() !== '')) return [];
  const pages: PlacedLine[][] = [[]];
  let y = 0;
  const newPage = (): void => {
    pages.push([]);
    y = 0;
  };
  lines.forEach((line, at) => {
    let paragraph = makeParagraph(
      blockOf(line),
      at,
      geometry.box('general', { left: 1, right: geometry.width / 72 - 1, ...line.layout }),
    );
    if (line.layout?.newPage && y > 0) newPage();
    for (;;) {
      const before = y === 0 ? 0 : paragraph.box.before;
      const room = Math.floor((geometry.room + 0.01 - y - before) / paragraph.pitch);
      const whole = !paragraph.lines.has(room + 1);
      if (!whole && room < 1 && y > 0) {
        newPage();
        continue;
      }
      const put = whole ? paragraph.lines.all() : paragraph.lines.first(Math.max(1, room));
      const top = y + before + paragraph.pitch - geometry.line;
      placePiece({ paragraph, lines: put, y: top, role: 'text' }, geometry, 'title', (placed) => {
        if (placed.text !== '') pages[pages.length - 1]?.push(placed);
      });
      y += before + put.length * paragraph.pitch;
      if (!paragraph.lines.has(put.length + 1)) return;
      paragraph = restOf(paragraph, paragraph.lines.line(put.length).start);
      newPage();
    }
  });
  return pages.filter((page) => page.length > 0);
}

function blockOf({ text, runs }: TitleLine): Block {
  return runs ? { kind: 'general', text, runs } : { kind: 'general', text };
}
