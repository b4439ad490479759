import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript, Setup } from '../../src/conventions/manuscript/types.js';
import { layOut } from '../../src/layout/index.js';
import type { LaidOut, LaidPage, PlacedLine } from '../../src/layout/index.js';
import { manuscripts, prose, richText } from '../../src/testing/manuscripts.js';

const TOP = 72;
const LINE = 12;

/** Settings of pages with so few lines that every rule of breaking comes up. */
function smallPages(lines: number, breakAtSentences: boolean): Setup {
  return { page: { width: 8.5, height: (2 * TOP + lines * LINE) / 72, top: TOP, bottom: TOP, breakAtSentences } };
}

const longText = richText(fc.array(prose, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' ')));

const scripts = fc
  .record({
    manuscript: manuscripts({ text: longText }),
    lines: fc.integer({ min: 8, max: 30 }),
    breakAtSentences: fc.boolean(),
    breaks: fc.array(fc.nat(40), { maxLength: 3 }),
    locked: fc.array(fc.tuple(fc.nat(40), fc.nat(60)), { maxLength: 4 }),
  })
  .map(({ manuscript, lines, breakAtSentences, breaks, locked }): { manuscript: Manuscript; lines: number } => {
    const blocks = manuscript.blocks.map(
      (block, at): Block => (breaks.includes(at) ? { ...block, pageBreak: true } : block),
    );
    const places = locked.filter(([block]) => block < blocks.length).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const lockedPages = [[0, 0] as const, ...places].map(([block, offset], nth) => ({
      number: String(nth + 1),
      block,
      offset: Math.min(offset, blocks[block]?.text.length ?? 0),
    }));
    return {
      manuscript: {
        ...manuscript,
        blocks,
        setup: { ...smallPages(lines, breakAtSentences), ...(places.length > 0 ? { lockedPages } : {}) },
      },
      lines,
    };
  });

function scriptPages({ pages }: LaidOut): LaidPage[] {
  return pages.filter(({ kind }) => kind === 'script');
}

/** The lines that print text of the script. */
function textLines(page: LaidPage): (PlacedLine & { block: number; start: number; end: number })[] {
  return page.lines.filter(
    (line): line is PlacedLine & { block: number; start: number; end: number } => line.block !== undefined,
  );
}

describe('laid out pages', () => {
  it('print every block once, whole and in order', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript }) => {
        const pages = scriptPages(layOut(manuscript)).map(textLines);
        const lines = pages.flat();
        // Columns that go on overleaf stand side by side there, too.
        for (const order of [...pages, lines.filter(({ dual }) => !dual)].map((some) =>
          some.map(({ block }) => block),
        )) {
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }
        manuscript.blocks.forEach((block, index) => {
          const own = lines.filter((line) => line.block === index);
          expect(own.length).toBeGreaterThan(0);
          let from = 0;
          for (const { start, end } of own) {
            expect(block.text.slice(from, start).trim()).toBe('');
            expect(end).toBeGreaterThanOrEqual(start);
            from = end;
          }
          expect(block.text.slice(from).trim()).toBe('');
        });
      }),
    );
  });

  it('say what the script says', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript }) => {
        for (const line of scriptPages(layOut(manuscript)).flatMap(textLines)) {
          const source = manuscript.blocks[line.block]?.text.slice(line.start, line.end).replaceAll('\t', ' ') ?? '';
          expect(line.text.slice(0, source.length).toUpperCase()).toBe(source.toUpperCase());
          for (const run of line.runs ?? []) {
            expect(run.start).toBeLessThan(run.end);
            expect(run.end).toBeLessThanOrEqual(line.text.length);
          }
        }
      }),
    );
  });

  it('keep their text between the margins', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript, lines }) => {
        for (const page of scriptPages(layOut(manuscript))) {
          for (const { baseline } of textLines(page)) {
            expect(baseline).toBeGreaterThan(TOP);
            expect(baseline).toBeLessThan(TOP + lines * LINE);
          }
        }
      }),
    );
  });

  it('end with no heading whose scene starts overleaf', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript }) => {
        const pages = scriptPages(layOut(manuscript));
        pages.slice(0, -1).forEach((page, number) => {
          const last = textLines(page).at(-1);
          const next = pages[number + 1] && textLines(pages[number + 1] as LaidPage)[0];
          if (!last || !next || (last.role !== 'heading' && last.role !== 'shot')) return;
          const ordered = manuscript.blocks[next.block]?.pageBreak === true;
          const locked = manuscript.setup?.lockedPages?.some(
            ({ block, offset }) => block < next.block || (block === next.block && offset <= next.start),
          );
          // Only pages full of headings, and breaks that somebody ordered.
          const onlyHeadings = textLines(page).every(({ role }) => role === 'heading' || role === 'shot');
          expect(ordered || locked || onlyHeadings || last.block === next.block).toBe(true);
        });
      }),
    );
  });

  it('leave two lines of a paragraph of action on either side of a page break', () => {
    const action = fc
      .array(
        fc.array(fc.constantFrom('He', 'runs', 'along', 'the', 'corridor.', 'Nothing!', '"Why?"', 'slowly,'), {
          minLength: 5,
          maxLength: 120,
        }),
        { minLength: 2, maxLength: 8 },
      )
      .map((paragraphs) => paragraphs.map((words): Block => ({ kind: 'action', text: words.join(' ') })));
    fc.assert(
      fc.property(action, fc.integer({ min: 20, max: 30 }), fc.boolean(), (blocks, lines, sentences) => {
        const pages = scriptPages(layOut({ blocks, setup: smallPages(lines, sentences) }));
        for (const [number, page] of pages.entries()) {
          const counts = new Map<number, number>();
          for (const { block } of textLines(page)) counts.set(block, (counts.get(block) ?? 0) + 1);
          for (const [block, count] of counts) {
            const elsewhere = [pages[number - 1], pages[number + 1]].some(
              (other) => other && textLines(other).some((line) => line.block === block),
            );
            if (elsewhere) expect(count).toBeGreaterThanOrEqual(2);
          }
        }
      }),
    );
  });

  it('come out the same again', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript }) => {
        expect(layOut(structuredClone(manuscript))).toEqual(layOut(manuscript));
      }),
      { numRuns: 20 },
    );
  });

  it('number every page, and name the page of every scene', () => {
    fc.assert(
      fc.property(scripts, ({ manuscript }) => {
        const laid = layOut(manuscript);
        const labels = scriptPages(laid).map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
        expect(laid.scenes).toHaveLength(manuscript.blocks.filter(({ kind }) => kind === 'heading').length);
        for (const { block, page, pageIndex, baseline } of laid.scenes) {
          expect(laid.pages[pageIndex]?.label).toBe(page);
          expect(laid.pages[pageIndex]?.lines.some((line) => line.block === block && line.baseline === baseline)).toBe(
            true,
          );
        }
      }),
    );
  });
});
