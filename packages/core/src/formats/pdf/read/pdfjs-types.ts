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
  commonObjs: { get(id: string): PageFont };
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

/** The module itself. */
export interface PdfJs {
  getDocument: (options: Record<string, unknown>) => LoadingTask;
  OPS: Readonly<Record<string, number>>;
  GlobalWorkerOptions: { workerSrc: string; workerPort: unknown };
}
