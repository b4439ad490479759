import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { CommandFailed, runMain, runQuietly } from './progress.mjs';
import { packages } from './workspace.mjs';

/** Packs every package as npm would publish it, and lets publint and Are The Types Wrong judge the tarball. */
async function checkHygiene() {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-packed-'));
  let faults = 0;
  try {
    for (const { path, manifest } of packages()) {
      const [packed] = JSON.parse(
        await runQuietly('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: path }),
      );
      const { messages } = await publint({ pkgDir: path, strict: true });
      for (const message of messages) console.error(`${manifest.name}: ${formatMessage(message, manifest)}`);
      faults += messages.length;
      if (manifest.exports) faults += await areTheTypesWrong(join(folder, packed.filename), manifest.name);
      console.log(`${manifest.name}: ${packed.files.length} files, ${(packed.size / 1024).toFixed(0)} kB packed`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults > 0 ? 1 : 0;
}

/** @param {string} tarball @param {string} name */
async function areTheTypesWrong(tarball, name) {
  try {
    // Node 10 knows no `exports`; it is far below the floor.
    const cli = fileURLToPath(new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')));
    await runQuietly(process.execPath, [
      cli,
      tarball,
      '--profile',
      'node16',
      '--format',
      'ascii',
      '--no-color',
      '--no-emoji',
    ]);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`${name}:\n${error.output.trimEnd()}`);
    return 1;
  }
}

await runMain(checkHygiene);
