import { describe, expect, it } from 'vitest';
import type { Manuscript } from '../../src/conventions/manuscript/types.js';
import { layOut, sceneExtents } from '../../src/layout/index.js';
import type { LaidPage } from '../../src/layout/index.js';
import { NO_CORPUS, corpusFile, corpusFiles } from '../corpus/files.js';
import { NO_POPPLER, pdfPages } from './poppler.js';
import { corpusManuscript, pageText, plain } from './scripts.js';

const SKIP = NO_CORPUS ?? NO_POPPLER;
const because = SKIP ? ` (skipped: ${SKIP})` : '';

function scriptPages(manuscript: Manuscript): LaidPage[] {
  return layOut(manuscript, { titlePage: false }).pages.filter(({ kind }) => kind === 'script');
}

interface Probe {
  expected:
    | {
        kind: 'split';
        top_page: number;
        bottom_page: number;
        top_fragment_ends_with: string;
        bottom_fragment_starts_with: string;
      }
    | { kind: 'push-whole'; absent_from_page: number; whole_on_page: number; starts_with: string };
}

describe.skipIf(NO_CORPUS !== undefined)(
  `what Final Draft did with tiny scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`,
  () => {
    it.each(corpusFiles('expected.json').map(({ name, bytes }) => [name.split('/').at(-2) ?? name, bytes] as const))(
      '%s',
      async (name, bytes) => {
        const { expected } = JSON.parse(new TextDecoder().decode(bytes)) as Probe;
        const manuscript = await corpusManuscript(`fd-probes/${name}/source.fountain`);
        // The text of each page without what the page break puts there.
        const pages = scriptPages(manuscript).map(({ lines }) =>
          plain(
            lines
              .filter(({ block }) => block !== undefined)
              .map(({ text }) => text)
              .join(' '),
          ),
        );
        const page = (number: number): string => pages[number - 1] ?? '';
        if (expected.kind === 'split') {
          expect(
            page(expected.top_page).endsWith(plain(expected.top_fragment_ends_with)),
            page(expected.top_page),
          ).toBe(true);
          expect(
            page(expected.bottom_page).startsWith(plain(expected.bottom_fragment_starts_with)),
            page(expected.bottom_page),
          ).toBe(true);
        } else {
          expect(page(expected.whole_on_page)).toContain(plain(expected.starts_with));
          expect(page(expected.absent_from_page)).not.toContain(plain(expected.starts_with));
        }
      },
    );
  },
);

/** Pairs of a script and the PDF that Final Draft printed of it, with the pages that the PDF has before the script. */
const PAIRS = [
  ['the-last-birthday-card', 'fd8.fdx', 'fd8.pdf'],
  ['buckets-and-flavors', 'fd9.fdx', 'fd9-amyuni.pdf'],
  ['mostly-genius', 'source.fdx', 'fd11-sanitized.pdf'],
] as const;
const TITLE_PAGES = 1;

describe.skipIf(SKIP !== undefined)(`every line of every page that Final Draft printed${because}`, () => {
  it.each(PAIRS)('%s', async (name, fdx, pdf) => {
    const printed = pdfPages(`pairs/${name}/${pdf}`)
      .slice(TITLE_PAGES)
      .map((lines) => lines.map(plain).filter((line) => !/^\d+[a-z]?\.$/.test(line)));
    const ours = scriptPages(await corpusManuscript(`pairs/${name}/${fdx}`)).map(pageText);
    expect(ours).toEqual(printed);
  });
});

describe.skipIf(NO_CORPUS !== undefined)('what Final Draft recorded of its scenes', () => {
  it.each([
    ['pairs/the-last-birthday-card/fd8.fdx', 49, 49],
    ['pairs/buckets-and-flavors/fd9.fdx', 37, 35],
    ['fdx/final-draft-12-small.fdx', 2, 2],
  ] as const)(
    '%s: every page, and the length of all but those that the note explains',
    async (name, scenes, sameLength) => {
      const manuscript = await corpusManuscript(name);
      const extents = sceneExtents(manuscript);
      expect(extents).toHaveLength(scenes);
      const recorded = extents.map(({ block }) => manuscript.blocks[block]?.scene);
      expect(extents.map(({ page }) => page)).toEqual(recorded.map((facts) => facts?.page));
      const eighths = (length = ''): number =>
        length
          .split(' ')
          .reduce((sum, part) => sum + (part.endsWith('/8') ? Number(part.slice(0, -2)) : 8 * Number(part)), 0);
      const same = extents.filter((extent, at) => extent.eighths === eighths(recorded[at]?.length));
      expect(same.length).toBe(sameLength);
      // Lengths that differ are of scenes over several pages.
      const wrong = extents.filter((extent, at) => extent.eighths !== eighths(recorded[at]?.length));
      for (const extent of wrong) expect(extents[extents.indexOf(extent) + 1]?.page).not.toBe(extent.page);
    },
  );
});

interface PageBreaks {
  pages: { number: number; items: { element_id: string; fragment: string }[] }[];
}

describe.skipIf(NO_CORPUS !== undefined)('the feature whose every element has its page on record', () => {
  it.each(['source.fdx', 'source.fountain'])('%s: elements on their pages, pages that end alike', async (file) => {
    const manuscript = await corpusManuscript(`pairs/mostly-genius/${file}`);
    const truth = JSON.parse(
      new TextDecoder().decode(corpusFile('pairs/mostly-genius/fd11.page-breaks.json')),
    ) as PageBreaks;
    const order = new Map<string, number>();
    const wanted = truth.pages.map(({ items }) =>
      items.map(({ element_id: id }) => order.get(id) ?? order.set(id, order.size).size - 1),
    );
    const source = await corpusManuscript('pairs/mostly-genius/source.fdx');
    // The Fountain file has none of the page settings, which its own `fmt:` line only names.
    const pages = scriptPages({ ...manuscript, ...(source.setup ? { setup: source.setup } : {}) });
    const printing = manuscript.blocks.flatMap((block, at) => (block.omit || block.class === 'page-break' ? [] : [at]));
    const nth = new Map(printing.map((block, at) => [block, at]));
    const ours = pages.map(({ lines }) => [
      ...new Set(lines.flatMap(({ block }) => (block === undefined ? [] : [nth.get(block) ?? -1]))),
    ]);
    expect(printing).toHaveLength(order.size);
    const places = (list: readonly (readonly number[])[]): Set<string> =>
      new Set(list.flatMap((items, page) => items.map((item) => `${page}:${item}`)));
    const [have, want] = [places(ours), places(wanted)];
    const hits = [...want].filter((place) => have.has(place)).length;
    expect(hits / want.size).toBeGreaterThanOrEqual(0.995);
    expect(ours.map((items) => items.at(-1))).toEqual(wanted.map((items) => items.at(-1)));
  });
});
