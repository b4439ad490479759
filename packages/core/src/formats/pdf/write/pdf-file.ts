/// <reference path="./pdfkit.d.ts" />
import type { PDFDocument, PdfReference } from 'pdfkit';
import { sha256 } from '../../../model/sha256.js';
import { encodeText } from '../../../syntax/text.js';
import { packZlib } from '../../../syntax/zip.js';
import type { PdfFacts } from '../mapping.js';

export type { PdfReference } from 'pdfkit';

export interface PdfPage {
  width: number;
  height: number;
  content: Uint8Array;
  annotations: readonly PdfReference[];
}

const PRODUCER = '@screenplay/core';

/**
 * A PDF in the making. pdfkit numbers and writes the objects, the outline, the cross-reference table and the trailer;
 * pages, fonts and streams are ours, so that the bytes depend on the script alone and not on the clock, on chance or on
 * the zlib of the platform.
 */
export class PdfFile {
  readonly #document: PDFDocument;
  readonly #facts: PdfFacts;
  /** What all pages share: fonts and drawings by name. */
  readonly #resources: PdfReference;
  readonly #shared = { Font: {} as Record<string, PdfReference>, XObject: {} as Record<string, PdfReference> };
  /** Digest of all streams so far: pages, fonts, what letters stand for. */
  #digest: Uint8Array = new Uint8Array();
  readonly #chunks: Uint8Array[] = [];
  readonly #ended: Promise<void>;

  private constructor(document: PDFDocument, facts: PdfFacts) {
    this.#document = document;
    this.#facts = facts;
    this.#resources = document.ref(this.#shared);
    document.on('data', (chunk) => this.#chunks.push(chunk));
    this.#ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
  }

  /** Loads pdfkit and starts a file. */
  static async start(facts: PdfFacts): Promise<PdfFile> {
    const { PDFDocument } = await import('pdfkit');
    const document = new PDFDocument({
      pdfVersion: '1.7',
      autoFirstPage: false,
      compress: false,
      font: null,
      lang: facts.lang,
      displayTitle: true,
      // pdfkit asks for a date, and makes the file's identifier of it; both are replaced at the end.
      info: { CreationDate: new Date(0) },
    });
    return new PdfFile(document, facts);
  }

  /** An object to be ended later. */
  ref(data: Record<string, unknown>): PdfReference {
    return this.#document.ref(data);
  }

  /** An object without a stream. */
  object(data: Record<string, unknown>): PdfReference {
    const ref = this.#document.ref(data);
    ref.end();
    return ref;
  }

  /** A packed stream. */
  stream(data: Record<string, unknown>, bytes: Uint8Array): PdfReference {
    const packed = packZlib(bytes);
    this.#digest = sha256(joined([this.#digest, packed]));
    const ref = this.#document.ref({ ...data, Filter: 'FlateDecode' });
    ref.end(packed);
    return ref;
  }

  shareFont(name: string, font: PdfReference): void {
    this.#shared.Font[name] = font;
  }

  shareDrawing(name: string, drawing: PdfReference): void {
    this.#shared.XObject[name] = drawing;
  }

  addPage({ width, height, content, annotations }: PdfPage): void {
    const pages = this.#document._root.data.Pages;
    const page = this.object({
      Type: 'Page',
      Parent: pages,
      MediaBox: [0, 0, width, height],
      Contents: this.stream({}, content),
      Resources: this.#resources,
      ...(annotations.length > 0 ? { Annots: annotations } : {}),
    });
    pages.data.Kids.push(page);
    pages.data.Count++;
  }

  /** A top-level bookmark; what it returns takes bookmarks below it. */
  get outline(): PDFDocument['outline'] {
    return this.#document.outline;
  }

  /** An entry of the catalogue. */
  setRoot(key: string, value: unknown): void {
    this.#document._root.data[key] = value;
  }

  async finish(): Promise<Uint8Array> {
    const document = this.#document;
    this.#resources.end();
    const { title, author, subject, keywords, creator, created } = this.#facts;
    delete document.info['CreationDate'];
    Object.assign(document.info, {
      Title: title,
      ...(author === undefined ? {} : { Author: author }),
      ...(subject === undefined ? {} : { Subject: subject }),
      ...(keywords === undefined ? {} : { Keywords: keywords }),
      Creator: creator,
      Producer: PRODUCER,
      ...(created === undefined ? {} : { CreationDate: new Date(created) }),
    });
    // pdfkit's XMP packet does not escape what it quotes.
    document.endMetadata = () => undefined;
    document._id = sha256(joined([this.#digest, encodeText(JSON.stringify(this.#facts))])).slice(0, 16);
    document.end();
    await this.#ended;
    return joined(this.#chunks);
  }
}

/** A text string, as opposed to a name, which pdfkit makes of plain strings. */
export function textString(text: string): unknown {
  // pdfkit tells text from names by its being an object.
  return new String(text);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
