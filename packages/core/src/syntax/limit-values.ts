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
  /** The same of one page; a page with drawings has more than one of script. */
  pdfPageOperators: 500_000,
  /** Saved states of a page that are open at once: the format wants programs to do with 28. */
  pdfSavedStates: 2000,
  /** Letters and blanks of a PDF: a full page of script has 3000. */
  pdfGlyphs: 10_000_000,
  /** The same of one page. */
  pdfPageGlyphs: 200_000,
} as const;

export type LimitName = keyof typeof LIMITS;
