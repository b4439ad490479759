/** What is used of pdfkit. Its published types bring those of Node with them. */
declare module 'pdfkit' {
  export interface PdfReference {
    readonly id: number;
    readonly data: Record<string, unknown>;
    /** Writes the object, with a stream if there are bytes. */
    end(bytes?: Uint8Array): void;
  }

  export interface PageTree extends PdfReference {
    readonly data: Record<string, unknown> & { readonly Kids: PdfReference[]; Count: number };
  }

  export interface OutlineItem {
    addItem(
      title: string,
      options: { pageNumber: number; top: number; left: number; zoom: number; fit: boolean; expanded?: boolean },
    ): OutlineItem;
  }

  export interface PdfDocumentOptions {
    pdfVersion?: '1.7';
    size?: string;
    margin?: number;
    autoFirstPage?: false;
    compress?: false;
    /** `null`: none. */
    font?: string | null;
    lang?: string;
    displayTitle?: boolean;
    info?: Record<string, string | Date>;
  }

  export class PDFDocument {
    constructor(options: PdfDocumentOptions);
    readonly info: Record<string, string | Date>;
    readonly outline: OutlineItem;
    /** The catalogue. */
    readonly _root: { readonly data: Record<string, unknown> & { readonly Pages: PageTree } };
    /** The file identifier of the trailer. */
    _id: Uint8Array;
    ref(data: Record<string, unknown>): PdfReference;
    addPage(): this;
    fontSize(size: number): this;
    text(text: string, x: number, y: number, options?: { lineBreak?: false }): this;
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    endMetadata(): void;
    end(): void;
  }
}
