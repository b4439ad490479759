import { describe, expect, it } from 'vitest';
import { parseHeading } from '../../src/conventions/heading.js';
import { PREFIX, metaKind } from '../../src/conventions/meta.js';
import { fdx } from '../../src/formats/fdx/index.js';
import type { ScreenplayDocument } from '../../src/index.js';
import { visible } from '../../src/testing/visible.js';
import type { VisibleBlock } from '../../src/testing/visible.js';
import { NO_CORPUS, corpusFiles } from './files.js';

/** The document without its templates and without every `screenplay.*` key but runs and structure. */
function bare(document: ScreenplayDocument): ScreenplayDocument {
  const copy = JSON.parse(JSON.stringify(document)) as ScreenplayDocument;
  delete copy.document.layout?.templates;
  strip(copy);
  return copy;
}

function strip(node: unknown): void {
  if (Array.isArray(node)) node.forEach(strip);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith(PREFIX) && metaKind(key) !== 'structural') delete (node as Record<string, unknown>)[key];
      else strip(value);
    }
  }
}

/** Headings by what they say: their exact spelling was one of the keys. */
function substance(document: ScreenplayDocument): unknown[] {
  return visible(document).blocks.map((block: VisibleBlock) =>
    block.kind === 'heading' ? { ...block, text: parseHeading(block.text), runs: undefined } : block,
  );
}

describe.skipIf(NO_CORPUS !== undefined)('the document carries the script, not a copy of its source', () => {
  it.each(corpusFiles('.fdx').map((file) => [file.name, file] as const))('%s', async (_, file) => {
    const { document } = await fdx.decode(file.bytes);
    const written = await fdx.encode(bare(document));
    const { document: again } = await fdx.decode(written.bytes);
    expect(substance(again)).toEqual(substance(document));
    expect(again.revisions?.map((revision) => revision.index)).toEqual(
      document.revisions?.map((revision) => revision.index),
    );
  });
});
