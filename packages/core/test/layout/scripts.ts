import { fromDocument } from '../../src/conventions/manuscript/from-document.js';
import type { Manuscript } from '../../src/conventions/manuscript/types.js';
import { Warnings } from '../../src/errors/index.js';
import { decode } from '../../src/index.js';
import type { LaidPage, PlacedLine } from '../../src/layout/index.js';
import { corpusFile } from '../corpus/files.js';

/** A corpus file as layout gets it: through its codec and the native document. */
export async function corpusManuscript(name: string): Promise<Manuscript> {
  const { document } = await decode(corpusFile(name), { name });
  return fromDocument(document, { warnings: new Warnings() });
}

/** Letters as any font has them, one blank between words, lower case. */
export function plain(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim().toLowerCase();
}

const FURNITURE: ReadonlySet<PlacedLine['role']> = new Set<PlacedLine['role']>([
  'header',
  'footer',
  'scene-number',
  'revision-mark',
]);

/** The lines of a page from top to bottom as plain text: what stands on one baseline is one line. Page numbers and the like are left out. */
export function pageText(page: LaidPage): string[] {
  const rows = new Map<number, PlacedLine[]>();
  for (const line of page.lines) {
    if (FURNITURE.has(line.role) || line.text.trim() === '') continue;
    rows.set(line.baseline, [...(rows.get(line.baseline) ?? []), line]);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, lines]) =>
      plain(
        lines
          .sort((a, b) => a.x - b.x)
          .map(({ text }) => text)
          .join(' '),
      ),
    );
}
