import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why tests that look at PDFs with poppler are skipped, or undefined when they run. */
export const NO_POPPLER =
  spawnSync('pdftotext', ['-v']).status === 0 ? undefined : 'pdftotext of poppler-utils is not installed';

/** What poppler says of a PDF: its facts, its text in the order in which it is drawn, and every complaint. */
export function popplerView(bytes: Uint8Array): { info: string; text: string; complaints: string } {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-pdf-'));
  try {
    const file = join(folder, 'script.pdf');
    writeFileSync(file, bytes);
    const run = (command: string, ...args: string[]): { stdout: string; stderr: string } =>
      spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });
    const info = run('pdfinfo', file);
    const text = run('pdftotext', '-raw', file, '-');
    return { info: info.stdout, text: text.stdout, complaints: info.stderr + text.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
