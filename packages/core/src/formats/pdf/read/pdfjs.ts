/// <reference path="./pdfjs-dist.d.ts" />
import { ScreenplayError } from '../../../errors/index.js';
import { guardLimit } from '../../../syntax/limits.js';
import { stopIfAborted } from '../../codec.js';
import { PageInk } from './ink.js';
import { withNewEnd } from './mend.js';
import { OperatorPlayer } from './operators.js';
import type { LoadingTask, PdfDocumentProxy, PdfJs } from './pdfjs-types.js';

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
  const { task, document } = await open(pdfjs, bytes, password);
  try {
    guardLimit('pdfPages', document.numPages);
    await visitPages(pdfjs, document, signal, visit);
    return await factsOf(document);
  } finally {
    await task.destroy();
  }
}

const SETTINGS = {
  // Errors only: what pdfjs warns of is either repaired or found out here.
  verbosity: 0,
  // Nothing is drawn, so fonts need not reach the platform and images are left alone.
  disableFontFace: true,
  useSystemFonts: false,
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

async function open(pdfjs: PdfJs, bytes: Uint8Array, password: string | undefined): Promise<Opened> {
  // pdfjs takes over the memory it is given.
  const start = (data: Uint8Array): LoadingTask =>
    pdfjs.getDocument({ ...SETTINGS, data, ...(password === undefined ? {} : { password }) });
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

async function visitPages(
  pdfjs: PdfJs,
  document: PdfDocumentProxy,
  signal: AbortSignal | undefined,
  visit: (ink: PageInk) => void,
): Promise<void> {
  const ink = new PageInk();
  const player = new OperatorPlayer(pdfjs.OPS, ink);
  let operators = 0;
  let glyphs = 0;
  for (let number = 1; number <= document.numPages; number++) {
    stopIfAborted(signal);
    const page = await document.getPage(number).catch((cause: unknown) => {
      throw malformed(cause, number);
    });
    const list = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS }).catch((cause: unknown) => {
      throw malformed(cause, number);
    });
    operators += list.fnArray.length;
    guardLimit('pdfOperators', operators, { page: number });
    const { width, height, transform } = page.getViewport({ scale: 1 });
    ink.start(number, width, height);
    player.play(list, transform, (id) => page.commonObjs.get(id));
    glyphs += ink.count;
    guardLimit('pdfGlyphs', glyphs, { page: number });
    visit(ink);
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

/** What pdfjs asks of the platform when it is loaded, and Node has not: for drawing, which is not done here. */
const STAND_INS = ['DOMMatrix', 'Path2D', 'ImageData'] as const;
/** Where Node's pdfjs looks for its worker; a browser's has no place until the application names one. */
const NO_WORKER = ['', './pdf.worker.mjs'];

let loading: Promise<PdfJs> | undefined;

/**
 * Loads pdfjs once. Unless the application gave it a worker (`GlobalWorkerOptions`), it works on this thread, so that
 * nothing depends on where a bundler puts files.
 */
function loadPdfJs(): Promise<PdfJs> {
  return (loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  }));
}

async function load(): Promise<PdfJs> {
  const platform = globalThis as unknown as Record<string, unknown>;
  const missing = STAND_INS.filter((name) => platform[name] === undefined);
  for (const name of missing) platform[name] = class {};
  // Its build for older platforms puts slow copies in the place of what Node has itself.
  const { push } = Array.prototype;
  try {
    const pdfjs = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfJs;
    const { workerPort, workerSrc } = pdfjs.GlobalWorkerOptions;
    if (!workerPort && NO_WORKER.includes(workerSrc)) await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return pdfjs;
  } finally {
    for (const name of missing) delete platform[name];

    Array.prototype.push = push;
  }
}
