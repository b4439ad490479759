/// <reference path="./pdfjs-dist.d.ts" />
import { SharedPort } from './pdfjs-port.js';
import type { LoadingTask, OperatorList, PdfJs, PdfJsWorker } from './pdfjs-types.js';

/** The one door to pdfjs-dist. */
export interface PdfLibrary {
  ops: Readonly<Record<string, number>>;
  /**
   * Starts reading a file; the task ends what it began. `take` gets the operators of a page part by part, each of which
   * it must have done with when it returns; what it did not get is in the page's own list.
   */
  open(options: Record<string, unknown>, take: (list: OperatorList) => void): LoadingTask;
}

/** What pdfjs asks of the platform when it is loaded, and Node has not: for drawing, which is not done here. */
const STAND_INS = ['DOMMatrix', 'Path2D', 'ImageData'];
/** In a worker of a browser pdfjs would take what the page posts to it for its own, unless there seems to be a window. */
const WORKER_STAND_INS = [...STAND_INS, 'window'];
/** Where Node's pdfjs looks for its worker; a browser's has no place until the application names one. */
const NO_WORKER = ['', './pdf.worker.mjs'];

/** Errors only: what pdfjs warns of is either repaired or found out here. */
const verbosity = 0;

let loading: Promise<PdfLibrary> | undefined;

/**
 * Loads pdfjs once. Unless the application gave it a worker (`GlobalWorkerOptions`), it works on this thread, so that
 * nothing depends on where a bundler puts files.
 */
export function loadPdfJs(): Promise<PdfLibrary> {
  return (loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  }));
}

async function load(): Promise<PdfLibrary> {
  const pdfjs = await undisturbed(
    async () => (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfJs,
    STAND_INS,
  );
  const { workerPort, workerSrc } = pdfjs.GlobalWorkerOptions;
  if (workerPort || !NO_WORKER.includes(workerSrc)) {
    return { ops: pdfjs.OPS, open: (options) => pdfjs.getDocument({ ...options, verbosity }) };
  }
  const { WorkerMessageHandler } = await undisturbed(
    async () => (await import('pdfjs-dist/legacy/build/pdf.worker.mjs')) as unknown as PdfJsWorker,
    'WorkerGlobalScope' in globalThis ? WORKER_STAND_INS : STAND_INS,
  );
  const open: PdfLibrary['open'] = (options, take) => {
    const port = new SharedPort(take);
    WorkerMessageHandler.initializeFromPort(port);
    const worker = new pdfjs.PDFWorker({ port, verbosity });
    const task = pdfjs.getDocument({ ...options, verbosity, worker });
    return {
      promise: task.promise,
      destroy: async () => {
        await task.destroy();
        worker.destroy();
      },
    };
  };
  return { ops: pdfjs.OPS, open };
}

/** Imports what changes the platform, and takes that back: others have no use for it, and some of it is slow. */
async function undisturbed<T>(importing: () => Promise<T>, standIns: readonly string[]): Promise<T> {
  const platform = globalThis as unknown as Record<string, unknown>;
  const missing = [...standIns, 'pdfjsWorker'].filter((name) => platform[name] === undefined);
  for (const name of standIns) platform[name] ??= class {};
  const { push } = Array.prototype;
  try {
    return await importing();
  } finally {
    for (const name of missing) delete platform[name];
    Array.prototype.push = push;
  }
}
