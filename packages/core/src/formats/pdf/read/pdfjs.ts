import { ScreenplayError } from '../../../errors/index.js';
import { guardLimit } from '../../../syntax/limits.js';
import { stopIfAborted } from '../../codec.js';
import { PageInk } from './ink.js';
import { withNewEnd } from './mend.js';
import { OperatorPlayer } from './operators.js';
import { loadPdfJs } from './pdfjs-load.js';
import type { PdfLibrary } from './pdfjs-load.js';
import type { LoadingTask, OperatorList, PageFont, PdfDocumentProxy, PdfPageProxy } from './pdfjs-types.js';

export interface PdfFacts {
  pages: number;
  /** The file's own words about itself. */
  title: string | undefined;
  creator: string | undefined;
  producer: string | undefined;
}

export interface OpenOptions {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a PDF page by page: `visit` sees each page's glyphs and boxes, whose memory serves the next page again. One
 * operator list a page yields text, fonts and drawn lines.
 *
 * @throws ScreenplayError `malformed_input`, `pdf_password_required`, `pdf_password_wrong`, `limit_exceeded`,
 *   `cancelled`, `timeout`
 */
export async function readPages(
  bytes: Uint8Array,
  { password, signal }: OpenOptions,
  visit: (ink: PageInk) => void,
): Promise<PdfFacts> {
  const pdfjs = await loadPdfJs();
  const reader = new PageReader(pdfjs.ops);
  const { task, document } = await open(pdfjs, reader, bytes, password);
  try {
    guardLimit('pdfPages', document.numPages);
    await visitPages(document, reader, signal, visit);
    return await factsOf(document);
  } finally {
    await task.destroy();
  }
}

const SETTINGS = {
  // Nothing is drawn, so fonts need not reach the platform and images are left alone.
  disableFontFace: true,
  useSystemFonts: false,
  // The programs of fonts stay: where a font has no name, they tell its weight and slant.
  fontExtraProperties: true,
  maxImageSize: 1,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  isEvalSupported: false,
  enableXfa: false,
  useWorkerFetch: false,
  useWasm: false,
};

/** No annotations: notes and form fields are no script. */
const NO_ANNOTATIONS = 0;

interface Opened {
  task: LoadingTask;
  document: PdfDocumentProxy;
}

async function open(
  pdfjs: PdfLibrary,
  reader: PageReader,
  bytes: Uint8Array,
  password: string | undefined,
): Promise<Opened> {
  // pdfjs takes over the memory it is given.
  const start = (data: Uint8Array): LoadingTask =>
    pdfjs.open({ ...SETTINGS, data, ...(password === undefined ? {} : { password }) }, (list) => reader.take(list));
  const task = start(bytes.slice());
  try {
    return { task, document: await task.promise };
  } catch (cause) {
    await task.destroy();
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'PasswordException') {
      throw password === undefined
        ? new ScreenplayError(
            'pdf_password_required',
            'The PDF is protected by a password: give the password with it',
            { cause },
          )
        : new ScreenplayError('pdf_password_wrong', 'The password does not open the PDF: check it', { cause });
    }
    const mended = withNewEnd(bytes);
    if (!mended) throw malformed(cause);
    const again = start(mended);
    try {
      return { task: again, document: await again.promise };
    } catch {
      await again.destroy();
      throw malformed(cause);
    }
  }
}

function malformed(cause: unknown, page?: number): ScreenplayError {
  const message = 'The PDF is damaged beyond repair: export it again from the program that wrote it';
  return new ScreenplayError('malformed_input', message, { cause, ...(page === undefined ? {} : { at: { page } }) });
}

/** Plays pages one after the other, and counts what is in them. */
class PageReader {
  readonly ink = new PageInk();
  readonly #player: OperatorPlayer;
  /** Of the pages before. */
  #operators = 0;
  #glyphs = 0;
  /** Of this page. */
  #own = 0;
  #error: Error | undefined;

  constructor(ops: PdfLibrary['ops']) {
    this.#player = new OperatorPlayer(ops, this.ink);
  }

  start(page: PdfPageProxy, number: number): void {
    const { width, height, transform } = page.getViewport({ scale: 1 });
    this.ink.start(number, width, height);
    this.#own = 0;
    this.#player.start(transform, (id) => fontOf(page, id));
  }

  /** Takes a part of the page. What is wrong with it is kept for {@link finish}: pdfjs would make nothing of it. */
  take(list: OperatorList): void {
    if (this.#error !== undefined) return;
    try {
      this.#own += list.fnArray.length;
      this.#player.play(list);
      this.#guard();
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  /** @throws ScreenplayError `limit_exceeded` */
  finish(): void {
    if (this.#error !== undefined) throw this.#error;
    this.#player.finish();
    this.#guard();
    this.#operators += this.#own;
    this.#glyphs += this.ink.count;
  }

  #guard(): void {
    const at = { page: this.ink.number };
    const { count } = this.ink;
    guardLimit('pdfPageOperators', this.#own, at);
    guardLimit('pdfPageGlyphs', count, at);
    guardLimit('pdfSavedStates', this.#player.depth, at);
    guardLimit('pdfOperators', this.#operators + this.#own, at);
    guardLimit('pdfGlyphs', this.#glyphs + count, at);
  }
}

/** A font of a page, once it is there; not one that could not be read. */
function fontOf({ commonObjs }: PdfPageProxy, id: string): PageFont | undefined {
  const font = commonObjs.has(id) ? commonObjs.get(id) : undefined;
  return typeof font === 'object' && font !== null ? (font as PageFont) : undefined;
}

async function visitPages(
  document: PdfDocumentProxy,
  reader: PageReader,
  signal: AbortSignal | undefined,
  visit: (ink: PageInk) => void,
): Promise<void> {
  for (let number = 1; number <= document.numPages; number++) {
    stopIfAborted(signal);
    const page = await document.getPage(number).catch((cause: unknown) => {
      throw malformed(cause, number);
    });
    reader.start(page, number);
    const rest = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS }).catch((cause: unknown) => {
      reader.finish();
      throw malformed(cause, number);
    });
    reader.take(rest);
    reader.finish();
    visit(reader.ink);
    page.cleanup();
  }
}

async function factsOf(document: PdfDocumentProxy): Promise<PdfFacts> {
  const info = await document.getMetadata().then(
    (metadata) => metadata.info,
    (): Record<string, unknown> => ({}),
  );
  const text = (key: string): string | undefined => {
    const value = info[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return { pages: document.numPages, title: text('Title'), creator: text('Creator'), producer: text('Producer') };
}
