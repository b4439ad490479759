import type { PdfLine, PdfPage } from '../tree.js';
import { isContinued } from './continueds.js';
import { EDGES, FEW_PAGES, isHeading, isInMargin } from './furniture.js';
import type { Metrics } from './metrics.js';

/**
 * Text that stands in one place on so many of the pages is no script, wherever it stands; more of them where it looks like
 * the script, for a name may stand in one place on page after page by chance.
 */
const EVERYWHERE = 0.6;
const ALL_OVER = 0.9;

/** The lines that stand on page after page in one place, with nothing changed: names of readers, notices, watermarks. */
export function findStamps(pages: readonly PdfPage[], metrics: Metrics): Set<PdfLine> {
  const { pitch } = metrics;
  const places = new Map<string, PdfLine[]>();
  const stamps = new Set<PdfLine>();
  if (pages.length < FEW_PAGES) return stamps;
  for (const source of pages) {
    for (const line of source.lines) {
      // Numbers at the edges are told by their heights, which they share with others.
      if (/\d/.test(line.text) && isInMargin(source, line, EDGES)) continue;
      if (isHeading(line) || isContinued(line.text)) continue;
      const key = `${Math.round(line.y / pitch)} ${Math.round(line.x / pitch)} ${line.text}`;
      const same = places.get(key);
      if (same) same.push(line);
      else places.set(key, [line]);
    }
  }
  for (const same of places.values()) {
    const share = same.every((line) => looksLikeScript(line, metrics)) ? ALL_OVER : EVERYWHERE;
    if (same.length >= Math.max(FEW_PAGES, pages.length * share)) for (const line of same) stamps.add(line);
  }
  return stamps;
}

function looksLikeScript({ size, font, spans }: PdfLine, metrics: Metrics): boolean {
  return (
    Math.abs(size - metrics.size) <= 0.5 && font === metrics.font && !spans.some(({ color }) => color !== undefined)
  );
}
