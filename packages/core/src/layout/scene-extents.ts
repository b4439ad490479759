import { characterKey, parseCue } from '../conventions/cue.js';
import type { Block } from '../conventions/manuscript/types.js';
import { prints } from './flow.js';
import { ASCENT } from './geometry.js';
import type { Geometry } from './geometry.js';
import type { PageFacts } from './page-facts.js';
import type { SceneExtent } from './types.js';

/** An eighth of a letter page of 54 lines. */
const LETTER_EIGHTH = 6.75;
const LETTER_LINES = 54;
/** Part of an eighth that Final Draft does not count. */
const TOLERANCE = 0.02;

/** Lines of an eighth of this script's pages: as many as fill an eighth of the room on them. */
function linesOfEighth({ lines, line, room }: Geometry): number {
  return lines === LETTER_LINES ? LETTER_EIGHTH : room / line / 8;
}

interface Start {
  block: number;
  heading: string;
  page: number;
  /** Lines above the heading on its page. */
  line: number;
  baseline: number;
}

/**
 * Page and length of every scene. The length is what the scene takes of its pages, from its heading to the next or to
 * the last line of a page, in eighths rounded up, one at least. Final Draft counts a line behind the script's last.
 */
export function scenesOf(
  blocks: readonly Block[],
  pages: readonly PageFacts[],
  labels: readonly string[],
  firstPage: number,
  geometry: Geometry,
  numberOf: (block: Block, at: number) => string | undefined,
): SceneExtent[] {
  const { line } = geometry;
  const starts: Start[] = [];
  const used: number[] = [];
  pages.forEach(({ starts: own, textEnd }, page) => {
    for (const { block, heading, text, y } of own) {
      if (heading) starts.push({ block, heading: text, page, line: y / line, baseline: geometry.top + y + ASCENT });
    }
    used.push(textEnd / line);
  });
  // Lines on all pages above each page.
  const above: number[] = [];
  let sum = 0;
  for (const lines of used) {
    above.push(sum);
    sum += lines;
  }
  const casts = castsOf(blocks, starts);
  const eighth = linesOfEighth(geometry);
  return starts.map((start, at) => {
    const next = starts[at + 1];
    const end = next ? (above[next.page] ?? 0) + next.line : sum + 1;
    const eighths = Math.max(1, Math.ceil((end - (above[start.page] ?? 0) - start.line) / eighth - TOLERANCE));
    const source = blocks[start.block] as Block;
    const scene: SceneExtent = {
      block: start.block,
      heading: start.heading,
      page: labels[start.page] ?? '',
      pageIndex: firstPage + start.page,
      baseline: start.baseline,
      eighths,
      length: eighthsText(eighths),
      cast: casts[at] ?? [],
    };
    const number = numberOf(source, start.block);
    if (number !== undefined) scene.number = number;
    return scene;
  });
}

/** `3/8`, `1`, `1 3/8`. */
export function eighthsText(eighths: number): string {
  const whole = Math.floor(eighths / 8);
  const rest = eighths % 8;
  if (rest === 0) return String(whole);
  return whole === 0 ? `${rest}/8` : `${whole} ${rest}/8`;
}

/** Who speaks in each scene, in order of first appearance. */
function castsOf(blocks: readonly Block[], starts: readonly Start[]): string[][] {
  return starts.map(({ block }, at) => {
    const cast = new Map<string, string>();
    const end = starts[at + 1]?.block ?? blocks.length;
    for (let index = block + 1; index < end; index++) {
      const source = blocks[index] as Block;
      if (source.kind !== 'character' || !prints(source)) continue;
      const { name } = parseCue(source.text);
      const key = characterKey(name);
      if (key !== '' && !cast.has(key)) cast.set(key, name);
    }
    return [...cast.values()];
  });
}
