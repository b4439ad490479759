import { loadParts } from '../../../conventions/manuscript/build-document.js';
import { DocumentBuilder } from '../../../conventions/manuscript/document-builder.js';
import type { ToDocumentOptions } from '../../../conventions/manuscript/document-builder.js';
import type { Block, BlockNote } from '../../../conventions/manuscript/types.js';
import type { Warnings } from '../../../errors/index.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { plainUtf8 } from '../../../syntax/utf8.js';
import { startsWithKey } from '../grammar.js';
import type { VisibleText } from './hidden.js';
import { FountainLifter } from './lift.js';
import { FountainParser, normaliseLines } from './parse.js';

const UNCLOSED = 'The /* is never closed and was read as text: write */ where the hidden part ends';

/** Elements read before their blocks are made part of the document: enough to go fast, few enough to be forgotten soon. */
const STRETCH = 500;

/** The document that the bytes of a Fountain file say. What the text needs beside lines of words is loaded. */
export async function readFountain(source: Uint8Array, options: ToDocumentOptions): Promise<ScreenplayDocument> {
  const lines = normaliseLines(plainUtf8(source) ?? (await guessText(source, options.warnings)));
  const hides = lines.includes('[[') || lines.includes('/*');
  const visible: VisibleText = hides
    ? (await import('./hidden.js')).takeHidden(lines)
    : { text: lines, taken: [], unclosed: undefined };
  const { text, taken, unclosed } = visible;
  if (unclosed !== undefined) options.warnings.add('guessed', UNCLOSED, { line: unclosed });
  const page = startsWithKey(text) ? (await import('../title-page.js')).findTitlePage(text) : undefined;
  const titlePage = page && (await import('./lift-title-page.js')).liftTitlePage(page.fields);
  const lifter = new FountainLifter(page !== undefined, {
    inline: /[*_\\]/.test(text) ? (await import('../inline.js')).parseInline : undefined,
    pair: text.includes('^') ? (await import('./dual.js')).pairSpeeches : undefined,
  });
  const parser = new FountainParser(text, taken, page?.end ?? 0, (element) => lifter.element(element));
  const builder = new DocumentBuilder({ titlePage }, options, await loadParts({ cover: page && 'list' }));
  const add = async (blocks: readonly Block[], notes?: readonly BlockNote[]): Promise<void> => {
    if (builder.lacksDetails(blocks, notes)) builder.use(await loadParts({ details: true }));
    builder.add(blocks);
  };
  while (parser.read(STRETCH)) await add(lifter.take());
  const { blocks, notes } = lifter.finish();
  await add(blocks, notes);
  return builder.finish({ blocks: [], notes });
}

async function guessText(source: Uint8Array, warnings: Warnings): Promise<string> {
  const { decodeText } = await import('../../../syntax/text.js');
  const { text, guessed } = decodeText(source);
  if (guessed !== undefined) warnings.add('encoding_guessed', guessed);
  return text;
}
