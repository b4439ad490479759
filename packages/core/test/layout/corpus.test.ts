import { describe, expect, it } from 'vitest';
import { prints } from '../../src/layout/flow.js';
import { layOut } from '../../src/layout/index.js';
import { NO_CORPUS, corpusFiles } from '../corpus/files.js';
import { corpusManuscript } from './scripts.js';

describe.skipIf(NO_CORPUS !== undefined)(`real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
  it.each(corpusFiles('.fdx', '.fountain').map(({ name }) => name))('%s prints every word once', async (name) => {
    const manuscript = await corpusManuscript(name);
    const printed = new Map<number, string>();
    for (const page of layOut(manuscript, { titlePage: false }).pages) {
      for (const { block, start = 0, end = 0 } of page.lines) {
        if (block === undefined) continue;
        const text = manuscript.blocks[block]?.text.slice(start, end) ?? '';
        printed.set(block, `${printed.get(block) ?? ''}${text}`);
      }
    }
    const bare = (text: string): string => text.replace(/[ \t\n]/g, '');
    manuscript.blocks.forEach((block, at) => {
      if (prints(block) && block.class !== 'page-break') expect(bare(printed.get(at) ?? '')).toBe(bare(block.text));
      else expect(printed.has(at)).toBe(false);
    });
  });
});
