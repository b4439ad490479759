/** Reads one PDF once, with `bare` pdfjs or `ours`, and prints the resident memory that took, in bytes. */
import { readFileSync } from 'node:fs';

const [, , subject, path = ''] = process.argv;
const run = await subjectOf(subject);
const bytes = new Uint8Array(readFileSync(path));
const before = process.memoryUsage.rss();
const result = await run(bytes);
const peak = process.resourceUsage().maxRSS * 1024;
if (!result) throw new Error('nothing was read');
process.stdout.write(JSON.stringify({ peak, growth: peak - before }));

/** The libraries are loaded before memory is measured. @param {string | undefined} name */
async function subjectOf(name) {
  if (name === 'bare') {
    await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return (await import('./bare-pdfjs.mjs')).bareText;
  }
  const { pdf } = await import('@screenplay/core/pdf');
  // What the reader loads on first use is there after a file that it refuses.
  await pdf.decode?.(new TextEncoder().encode('%PDF-1.4\n')).catch(() => undefined);
  return async (/** @type {Uint8Array} */ file) => pdf.decode?.(file);
}
