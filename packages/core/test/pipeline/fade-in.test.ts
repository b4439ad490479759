import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../src/index.js';
import type { FormatName, ScreenplayDocument } from '../../src/index.js';
import { visible } from '../../src/testing/visible.js';
import type { Visible, VisibleBlock } from '../../src/testing/visible.js';

const ROOT = new URL('../../', import.meta.url);

async function read(path: string): Promise<ScreenplayDocument> {
  return (await decode(new Uint8Array(readFileSync(new URL(path, ROOT))), { name: path })).document;
}

/** What comes back of a document from a file of a format, and what was reported as lost. */
async function through(
  document: ScreenplayDocument,
  format: FormatName,
): Promise<{ document: ScreenplayDocument; lost: string[] }> {
  const { bytes, warnings } = await encode(document, { to: format });
  return { document: (await decode(bytes, { from: format })).document, lost: warnings.map(({ message }) => message) };
}

const own = (): Promise<ScreenplayDocument> => read('fixtures/fadein/version-40/input.osf');

/** Bold, italic and underlined stretches, and nothing else of the looks. */
function emphasis({ text, runs = [] }: VisibleBlock): unknown {
  return runs
    .filter(({ bold, italic, underline }) => bold || italic || underline)
    .map(({ start, end, bold, italic, underline }) => [text.slice(start, end), bold, italic, underline]);
}

function words({ blocks }: Visible): string[] {
  return blocks
    .flatMap(({ text, omit }) => (omit ? [] : text.toUpperCase().split(/\s+/)))
    .filter((word) => word !== '');
}

describe('Fade In and Final Draft', () => {
  it('say the same, but for links, bookmarks and the base of styles', async () => {
    const source = await own();
    const { document, lost } = await through(source, 'fdx');
    expect(lost).toEqual([
      'Final Draft has no place for bookmarks (1)',
      'Final Draft has no place for links (1); their text is there',
    ]);
    const styled = new Set(['sign', 'door-sign']);
    const common = visible(source).blocks.map(({ runs, ...block }) => {
      const kept = runs?.filter((run) => run.link === undefined);
      const kind = styled.has(block.class ?? '') ? 'general' : block.kind;
      return kept && kept.length > 0 ? { ...block, kind, runs: kept } : { ...block, kind };
    });
    expect(visible(document).blocks).toEqual(common);
    const back = await through(document, 'fadein');
    expect(visible(back.document).blocks).toEqual(visible(document).blocks);
    expect(back.document.document.bookmarks).toBeUndefined();
  });

  it.each(readdirSync(new URL('fixtures/fdx', ROOT)))('FDX %s comes back but for what is reported', async (name) => {
    const source = await read(`fixtures/fdx/${name}/input.fdx`);
    const { document, lost } = await through(source, 'fadein');
    const printed = (script: Visible) =>
      script.blocks
        .filter((block) => !block.omit && block.class !== 'section' && block.class !== 'synopsis')
        .map(({ kind, text, number, dual, class: type, pageBreak }) => [kind, text, number, dual, type, pageBreak]);
    expect(printed(visible(document))).toEqual(printed(visible(source)));
    const hidden = visible(source).blocks.length - visible(document).blocks.length;
    expect(lost.some((message) => /as notes/.test(message))).toBe(hidden > 0);
    // What did not print is in notes, word for word.
    const notes = visible(document)
      .blocks.flatMap((block) => block.notes?.map(({ text }) => text) ?? [])
      .join('\n');
    for (const { text, omit } of visible(source).blocks) if (omit) expect(notes).toContain(text);
    const back = await through(document, 'fdx');
    expect(visible(back.document).blocks).toEqual(visible(document).blocks);
  });
});

describe('Fade In and Fountain', () => {
  it('say the same words, emphasis, numbers, notes and title page', async () => {
    const source = await own();
    const { document, lost } = await through(source, 'fountain');
    const [before, after] = [visible(source), visible(document)];
    expect(words(after)).toEqual(words(before));
    expect(after.blocks.map(emphasis).filter((runs) => (runs as unknown[]).length > 0)).toEqual(
      before.blocks.map(emphasis).filter((runs) => (runs as unknown[]).length > 0),
    );
    const facts = ({ blocks }: Visible) => ({
      numbers: blocks.flatMap(({ number }) => number ?? []),
      notes: blocks.flatMap(({ notes = [] }) => notes.map(({ text }) => text)),
      synopses: blocks.flatMap(({ synopsis }) => synopsis ?? []),
      dual: blocks.flatMap(({ dual }) => dual ?? []),
    });
    expect(facts(after)).toEqual(facts(before));
    expect(after.title?.title?.text).toBe(before.title?.title?.text);
    expect(after.title?.author).toEqual(before.title?.author);
    expect(after.title?.contact).toEqual(before.title?.contact);
    for (const what of [
      /struck-out/,
      /font, size or colour/,
      /links/,
      /revised/,
      /shots/,
      /bookmarks/,
      /types that/,
      /sets of revisions/,
    ]) {
      expect(lost.filter((message) => what.test(message))).toHaveLength(1);
    }
  });

  it.each(readdirSync(new URL('../../examples/scripts', ROOT)).filter((name) => name.endsWith('.fountain')))(
    '%s comes back from Fade In',
    async (name) => {
      const source = await read(`../../examples/scripts/${name}`);
      const { document, lost } = await through(source, 'fadein');
      const printed = (script: Visible) =>
        script.blocks
          .filter(({ omit, class: type }) => !omit && !/^(?:section|synopsis|page-break)$/.test(type ?? ''))
          .map(({ kind, text, class: type, dual, number, runs }) => [kind, text, type, dual, number, runs]);
      expect(printed(visible(document))).toEqual(printed(visible(source)));
      expect(lost.every((message) => /notes on|as notes/.test(message))).toBe(true);
    },
  );
});

describe('an author without a credit', () => {
  it.each(['fdx', 'fadein'] as const)('comes back from %s as the author', async (format) => {
    const script = 'Title: The Long Door\nAuthor: Mara Voss\n\nINT. HALL - NIGHT\n\nShe waits.\n';
    const { document } = await decode(new TextEncoder().encode(script), { from: 'fountain' });
    const { title } = visible((await through(document, format)).document);
    expect(title).toMatchObject({ title: { text: 'The Long Door' }, author: { text: 'Mara Voss' } });
    expect(title).not.toHaveProperty('notes');
  });
});
