/** Where in a file or a document something is. Lines, columns, paragraphs and pages count from 1. */
export interface Position {
  line?: number;
  column?: number;
  paragraph?: number;
  page?: number;
  /** JSON Pointer into a native document. */
  pointer?: string;
}

/** A position in words: `line 12, column 3`; empty when nothing is known. */
export function describePosition(at: Position | undefined): string {
  if (!at) return '';
  const parts: string[] = [];
  if (at.page !== undefined) parts.push(`page ${at.page}`);
  if (at.paragraph !== undefined) parts.push(`paragraph ${at.paragraph}`);
  if (at.line !== undefined) parts.push(`line ${at.line}`);
  if (at.column !== undefined) parts.push(`column ${at.column}`);
  if (at.pointer !== undefined) parts.push(at.pointer === '' ? 'the root' : at.pointer);
  return parts.join(', ');
}
