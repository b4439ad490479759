import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CORPUS } from '../corpus/files.js';

/** Why tests that read PDFs with poppler are skipped, or undefined when they run. */
export const NO_POPPLER = hasPoppler() ? undefined : 'pdftotext of poppler-utils is not installed';

function hasPoppler(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The lines of each page of a corpus PDF, as poppler sees them on the page. */
export function pdfPages(name: string): string[][] {
  const text = execFileSync('pdftotext', ['-layout', join(CORPUS, name), '-'], { maxBuffer: 1e8, encoding: 'utf8' });
  const pages = text.split('\f');
  pages.pop();
  return pages.map((page) => page.split('\n').filter((line) => line.trim() !== ''));
}
