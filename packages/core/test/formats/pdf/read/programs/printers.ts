import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Waits that long for a program, milliseconds. */
const PATIENCE = 120_000;

/** Whether a program answers when it is asked for its version. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: PATIENCE }).status === 0;
}

/** The PDF that a program makes of a source; `command` is given the source's path and that of the folder for the PDF. */
export function printWith(
  source: string,
  extension: string,
  command: (file: string, folder: string) => readonly [string, ...string[]],
): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-printers-'));
  try {
    const file = join(folder, `script.${extension}`);
    writeFileSync(file, source);
    const [program, ...args] = command(file, folder);
    const { stdout, stderr, status } = spawnSync(program, args, {
      timeout: PATIENCE,
      maxBuffer: 1e8,
      env: { ...process.env, HOME: folder },
    });
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
    return new Uint8Array(
      stdout.length > 5 && stdout.toString('latin1', 0, 5) === '%PDF-'
        ? stdout
        : readFileSync(join(folder, 'script.pdf')),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
