import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/conventions/manuscript/from-document.js';
import { Warnings } from '../../src/errors/index.js';
import { decode } from '../../src/index.js';
import type { ScreenplayDocument } from '../../src/index.js';
import { visible } from '../../src/testing/visible.js';
import type { Visible, VisibleBlock } from '../../src/testing/visible.js';
import { classedWords, wordRecall } from '../../src/testing/word-recall.js';
import { NO_CORPUS, corpusFile } from './files.js';

const FEATURE = 'pairs/his-girl-friday-1940';

async function read(path: string): Promise<ScreenplayDocument> {
  return (await decode(corpusFile(path), { name: path })).document;
}

async function see(path: string): Promise<Visible> {
  return visible(await read(path));
}

/** Styles that print in capitals: Fade In's FDX has their texts so, its own files as they were typed. */
const CAPITALS = new Set<string>(['heading', 'character', 'transition', 'shot']);

/**
 * A block as both of Fade In's formats have it: capitals where they print, and parentheticals without their outermost
 * brackets, as Final Draft gets a pair around each, the parts of one that goes over several paragraphs among them.
 */
function common(block: VisibleBlock): VisibleBlock {
  if (CAPITALS.has(block.kind)) return { ...block, text: block.text.toUpperCase() };
  return block.kind === 'parenthetical' ? { ...block, text: block.text.replace(/^\(|\)$/g, '') } : block;
}

function differing(a: Visible, b: Visible): Record<string, number> {
  const counts: Record<string, number> = {};
  a.blocks.forEach((block, at) => {
    if (JSON.stringify(block) !== JSON.stringify(b.blocks[at])) counts[block.kind] = (counts[block.kind] ?? 0) + 1;
  });
  return counts;
}

describe.skipIf(NO_CORPUS !== undefined)('one script from Fade In and from its FDX export', () => {
  it('is the same feature, but for capitals and split parentheticals', async () => {
    const [own, fdx] = await Promise.all([see(`${FEATURE}/fadein4.fadein`), see(`${FEATURE}/fadein4.fdx`)]);
    expect(own.blocks.map(common)).toEqual(fdx.blocks.map(common));
    expect(differing(own, fdx)).toEqual({ parenthetical: 196, character: 5, shot: 1 });
    const { others: ownOthers, notes: ownNotes, sources: ownSources, ...ownTitle } = own.title ?? {};
    const { others, notes, sources, ...title } = fdx.title ?? {};
    expect(ownTitle).toEqual(title);
    expect(ownSources?.map(({ text }) => text)).toEqual(sources?.map(({ text }) => text));
    // A bookmark says which line is the copyright notice; the FDX has no bookmarks, and two lines that look like one.
    expect(ownOthers?.map(({ text }) => text.text)).toEqual(['Copyright (c) 1940']);
    expect(others?.map(({ text }) => text.text)).toEqual(['(Public Domain)\nCopyright (c) 1940']);
    expect(ownNotes?.text).toBe(`(Public Domain)\n${notes?.text ?? ''}`);
  });

  it('has the same words in the same element classes', async () => {
    const [own, fdx] = await Promise.all([read(`${FEATURE}/fadein4.fadein`), read(`${FEATURE}/fadein4.fdx`)]);
    const words = (document: ScreenplayDocument) =>
      classedWords(document).filter((word) => word.class !== 'parenthetical');
    expect(wordRecall(words(fdx), words(own))).toMatchObject({ recall: 1, precision: 1 });
    // The words that got a bracket in the FDX.
    const { recall, missing } = wordRecall(classedWords(fdx), classedWords(own));
    expect(recall).toBeGreaterThan(0.993);
    expect(missing.filter(({ word }) => !/^\(|\)$/.test(word))).toEqual([]);
  });

  it('has the same settings, but for these', async () => {
    const [own, fdx] = (await Promise.all([read(`${FEATURE}/fadein4.fadein`), read(`${FEATURE}/fadein4.fdx`)])).map(
      (document) => fromDocument(document, { warnings: new Warnings() }),
    );
    const found = differences(own?.setup, fdx?.setup);
    const fonts = ['general', 'heading', 'action', 'character', 'parenthetical', 'dialogue', 'transition', 'shot'];
    expect(found.said.sort()).toEqual([
      'continuation.sceneNumbered',
      'footer.layout.0.align',
      'header.layout.0.align',
      'header.layout.0.right',
      'revisionMarkAt',
      'sceneNumbers.left',
      'sceneNumbers.right',
      ...fonts.map((style) => `styles.${style}.font`).sort(),
    ]);
    expect(found.own.sort()).toEqual(['page.height', 'page.left', 'page.right', 'page.width', 'styles.centered']);
    expect(found.fdx.filter((path) => !/^styles|^(?:header|footer)\.layout/.test(path)).sort()).toEqual([
      'page.footerMargin',
      'page.headerMargin',
      'page.leading',
      'sceneNumbers.leftAt',
      'sceneNumbers.rightAt',
      'titleFooter',
      'titleHeader',
    ]);
    // What the FDX says of each paragraph beyond that is what goes without saying.
    const spoken = found.fdx.filter((path) => /^styles|^(?:header|footer)\.layout/.test(path));
    expect(new Set(spoken.map((path) => path.split('.').at(-1)))).toEqual(
      new Set(['first', 'before', 'spacing', 'leading', 'newPage']),
    );
    expect(own?.tagCategories).toEqual(fdx?.tagCategories);
    expect(own).toMatchObject({ lang: 'en-US', generator: { name: 'Fade In' }, extra: { 'fadein.edited-by': 'AC' } });
    expect([fdx?.lang, fdx?.generator]).toEqual([undefined, undefined]);
    // Alignment that repeats the style's, and what only Final Draft counts.
    const layouts = fdx?.blocks.flatMap(({ layout }, at) =>
      JSON.stringify(layout) === JSON.stringify(own?.blocks[at]?.layout) ? [] : [JSON.stringify(layout)],
    );
    expect(layouts).toEqual(Array(15).fill('{"align":"left"}'));
    const scenes = fdx?.blocks.flatMap(({ scene }) => (scene ? [Object.keys(scene).sort().join(' ')] : []));
    expect(new Set(scenes)).toEqual(new Set(['length page']));
    expect(own?.blocks.some(({ scene }) => scene !== undefined)).toBe(false);
  });

  it('is the same short script', async () => {
    const [own, fdx] = await Promise.all([see('fadein/fade-in-5-small.fadein'), see('fdx/fade-in-5-small.fdx')]);
    expect(own.blocks.map(common)).toEqual(fdx.blocks.map(common));
    expect(differing(own, fdx)).toEqual({ heading: 1 });
    expect(own.title).toEqual(fdx.title);
  });
});

interface Differences {
  /** Places at which both say something, and not the same. */
  said: string[];
  /** Places at which only one says something. */
  own: string[];
  fdx: string[];
}

/** The places at which two setups differ, lengths by more than the FDX rounds away. */
function differences(
  own: unknown,
  fdx: unknown,
  path = '',
  into: Differences = { said: [], own: [], fdx: [] },
): Differences {
  if (typeof own === 'object' && typeof fdx === 'object' && own !== null && fdx !== null) {
    for (const key of new Set([...Object.keys(own), ...Object.keys(fdx)])) {
      const [a, b] = [(own as Record<string, unknown>)[key], (fdx as Record<string, unknown>)[key]];
      differences(a, b, path === '' ? key : `${path}.${key}`, into);
    }
  } else if (fdx === undefined) into.own.push(path);
  else if (own === undefined) into.fdx.push(path);
  else {
    const close = typeof own === 'number' && typeof fdx === 'number' && Math.abs(own - fdx) <= (own > 20 ? 0.5 : 0.005);
    if (own !== fdx && !close) into.said.push(path);
  }
  return into;
}

/** What the hand that laid version 2.1 out lost and renamed: blanks beside runs, names of attributes, versions and dates. */
function loose(block: VisibleBlock): unknown {
  const words = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[\s_]/g, '')
      .replace(/v[\d.]+\([\d-]+\)/, '');
  const { text, runs = [], ...rest } = block;
  return {
    ...rest,
    text: words(text),
    runs: runs.map(({ start, end, ...look }) => ({ ...look, text: words(text.slice(start, end)) })),
  };
}

describe.skipIf(NO_CORPUS !== undefined)('the script that shows the format, in three dialects', () => {
  it('is the same in versions 2.1 and 4.0', async () => {
    const [old, own] = await Promise.all([see('osf/OSF-2.1.xml'), see('osf/OSF-4.0.xml')]);
    // 4.0 ends with an empty paragraph; which digits of its title are revised is another matter in each.
    expect(own.blocks.at(-1)).toMatchObject({ kind: 'action', text: '' });
    expect(own.blocks.slice(1, -1).map(loose)).toEqual(old.blocks.slice(1).map(loose));
    expect(loose({ ...(own.blocks[0] as VisibleBlock), runs: [] })).toEqual(
      loose({ ...(old.blocks[0] as VisibleBlock), runs: [] }),
    );
    expect(own.title?.title).toEqual(old.title?.title);
    expect(own.title?.author).toEqual(old.title?.author);
    expect(own.title?.others.map(({ key }) => key)).toEqual(old.title?.others.map(({ key }) => key));
  });

  it('is the same in versions 1.2 and 4.0, as far as 1.2 goes', async () => {
    const [old, own] = await Promise.all([see('osf/OSF-1.2.xml'), see('osf/OSF-4.0.xml')]);
    const shared = [
      'Bold-italic text Bold-italic-underlined text',
      'Green-highlighted text',
      'Yellow-highlighted text',
      'Left aligned text (default)',
      'Center-aligned text',
      'Right-aligned text',
      'A paragraph with a note',
      'Synopsis content',
      'A paragraph with synopsis content',
      'Dual dialogue',
    ];
    const bare = (text: string): string => text.replace(/\.$/, '');
    const find = ({ blocks }: Visible) =>
      shared.map((text) => {
        const { text: _, ...found } = blocks.find((block) => bare(block.text) === text) ?? { text };
        return found;
      });
    expect(find(old)).toEqual(find(own));
    expect(find(own).every((block) => 'kind' in block)).toBe(true);
    expect(old.title).toMatchObject({ title: { text: 'Untitled' }, credit: { text: 'Written by' } });
  });
});
