/** What of pdfjs-dist is used here; its own declarations drag in the whole DOM. */

export interface PdfGlyph {
  unicode: string;
  /** Thousandths of the font size. */
  width: number;
  isSpace: boolean;
  isInFont: boolean;
}

export interface OperatorList {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

export interface PageFont {
  name: string;
  fontMatrix?: readonly number[];
  bold?: boolean;
  black?: boolean;
  italic?: boolean;
  vertical?: boolean;
  isType3Font?: boolean;
  data?: Uint8Array;
}

export interface PdfPageProxy {
  getViewport(options: { scale: number }): { width: number; height: number; transform: readonly number[] };
  getOperatorList(options: { annotationMode: number }): Promise<OperatorList>;
  commonObjs: { has(id: string): boolean; get(id: string): unknown };
  cleanup(): boolean;
}

export interface PdfDocumentProxy {
  numPages: number;
  getPage(number: number): Promise<PdfPageProxy>;
  getMetadata(): Promise<{ info: Record<string, unknown> }>;
}

export interface LoadingTask {
  promise: Promise<PdfDocumentProxy>;
  destroy(): Promise<void>;
}

/** One half of pdfjs, as the other sees it. */
export interface PdfWorker {
  destroy(): void;
}

/** The half that an application's page holds. */
export interface PdfJs {
  getDocument: (options: Record<string, unknown>) => LoadingTask;
  OPS: Readonly<Record<string, number>>;
  GlobalWorkerOptions: { workerSrc: string; workerPort: unknown };
  PDFWorker: new (options: { port: unknown; verbosity: number }) => PdfWorker;
}

/** The half that reads files. */
export interface PdfJsWorker {
  WorkerMessageHandler: { initializeFromPort(port: unknown): void };
}
