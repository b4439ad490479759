import { ScreenplayError } from '../errors/index.js';
import type { Position } from '../errors/index.js';

const MB = 1_048_576;

/**
 * The caps that every reader keeps, in one place. Each is far above what a real script needs (a feature of 195 pages
 * is 2 MB of XML with 20,000 nodes at depth 7) and low enough that hostile input costs seconds, not the machine.
 */
export const LIMITS = {
  /** Bytes of a source file, before anything is unpacked. */
  inputBytes: 200 * MB,
  /** Containers inside one another: XML elements, JSON and YAML collections. The native document needs 12. */
  nestingDepth: 200,
  /** Nodes of a parsed tree: elements, text runs, collections, scalars, paragraphs. */
  nodes: 4_000_000,
  /** Bytes that all the entries read from one archive unfold to. */
  inflatedBytes: 200 * MB,
  /** Unfolded size by packed size of an archive entry over 1 MB; DEFLATE itself stops at 1032. Real scripts reach 30. */
  inflationRatio: 250,
  /** Entries of an archive. */
  archiveEntries: 10_000,
  /**
   * Nodes that YAML aliases may unfold to, by tokens written; 10,000 in any case. Programs that share lists between
   * objects write thousands of aliases, each of which unfolds to little.
   */
  aliasRatio: 10,
  /** Pages of a PDF. The longest shooting scripts have 300. */
  pdfPages: 3000,
  /** Drawing operators of a PDF: a program that draws letter by letter needs 6000 a page. */
  pdfOperators: 20_000_000,
  /** Letters and blanks of a PDF: a full page of script has 3000. */
  pdfGlyphs: 10_000_000,
} as const;

export type LimitName = keyof typeof LIMITS;

/** What a cap counts, and what to do when it is passed. */
const WORDS: Record<LimitName, readonly [subject: string, remedy: string]> = {
  inputBytes: ['bytes of input', 'split the script into several files'],
  nestingDepth: [
    'levels of nesting',
    'no screenplay is nested so deeply: save the file again from the program that wrote it',
  ],
  nodes: ['nodes', 'split the script into several files'],
  inflatedBytes: ['bytes of unpacked content', 'save the script again without images and attachments'],
  inflationRatio: [
    'bytes unpacked from each packed byte',
    'the archive is no screenplay: save it again from the program that wrote it',
  ],
  archiveEntries: ['files in the archive', 'give the script itself, not a collection of files'],
  aliasRatio: ['nodes unfolded from aliases for each one written', 'write the repeated values out'],
  pdfPages: ['pages', 'split the PDF into several files'],
  pdfOperators: ['drawing operators', 'print the PDF again from the program that wrote the script'],
  pdfGlyphs: ['letters', 'split the PDF into several files'],
};

/** The error for a passed cap: what was counted, the cap, where, and what to do. */
export function limitExceeded(name: LimitName, at?: Position, cause?: unknown): ScreenplayError {
  const [subject, remedy] = WORDS[name];
  const limit = LIMITS[name];
  return new ScreenplayError('limit_exceeded', `More than ${limit.toLocaleString('en')} ${subject}: ${remedy}`, {
    ...(at === undefined ? undefined : { at }),
    ...(cause === undefined ? undefined : { cause }),
    details: { limit: name, max: limit },
  });
}

/**
 * Lets `count` pass up to the cap.
 *
 * @throws ScreenplayError `limit_exceeded`
 */
export function guardLimit(name: LimitName, count: number, at?: Position): void {
  if (count > LIMITS[name]) throw limitExceeded(name, at);
}
