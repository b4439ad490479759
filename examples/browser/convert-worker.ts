/**
 * Reads a screenplay and writes it in every format, on a thread of its own, so that the page answers while a long PDF is
 * read.
 */
import { decode, describePosition, encode, formats, pages, ScreenplayError, validate } from '@screenplay/core';
import type { FormatName, ScreenplayDocument, ScriptPages, Warning } from '@screenplay/core';
import type { Answer, Finding, Order, ScriptFacts } from './messages.ts';

/** Seen from here the page is at the other end, as the worker is for the page. */
const page = globalThis as unknown as Worker;

page.onmessage = ({ data }: MessageEvent<Order>) => {
  void convertAll(data);
};

function answer(message: Answer, moved: Transferable[] = []): void {
  page.postMessage(message, moved);
}

async function convertAll({ bytes, name, password }: Order): Promise<void> {
  try {
    const { document, from, warnings } = await decode(bytes, { name, password });
    answer({ kind: 'read', facts: await factsOf(document, from, warnings) });
    for (const format of formats()) await write(document, format.name);
    answer({ kind: 'done' });
  } catch (error) {
    if (!(error instanceof ScreenplayError)) throw error;
    answer({ kind: 'failed', code: error.code, message: error.message });
  }
}

async function write(document: ScreenplayDocument, format: FormatName): Promise<void> {
  try {
    const { bytes, warnings } = await encode(document, { to: format });
    const own = bytes.slice();
    answer({ kind: 'written', format, bytes: own, findings: warnings.map(asFinding) }, [own.buffer]);
  } catch (error) {
    if (!(error instanceof ScreenplayError)) throw error;
    answer({ kind: 'refused', format, message: error.message });
  }
}

async function factsOf(document: ScreenplayDocument, format: FormatName, warnings: Warning[]): Promise<ScriptFacts> {
  const script = await pagesOf(document);
  const known = document.authors.filter(({ meta }) => meta?.['screenplay.unknown'] === undefined);
  return {
    title: Object.values(document.title)[0] ?? '',
    authors: known.map(({ given, family }) => (given === family ? given : `${given} ${family}`)).join(', '),
    format,
    valid: validate(document).valid,
    pages: script?.pages,
    length: script?.length ?? '',
    characters: document.characters?.length ?? 0,
    scenes: (script?.scenes ?? []).map(({ number = '', heading, page, length, cast }) => ({
      number,
      heading,
      page,
      length,
      cast: cast.join(', '),
    })),
    findings: warnings.map(asFinding),
  };
}

/** None for a document whose words are encrypted. */
async function pagesOf(document: ScreenplayDocument): Promise<ScriptPages | undefined> {
  try {
    return await pages(document);
  } catch (error) {
    if (error instanceof ScreenplayError && error.code === 'encrypted_document') return undefined;
    throw error;
  }
}

function asFinding({ message, at }: Warning): Finding {
  return { message, place: describePosition(at) };
}
