import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { prepare } from './prepare.mjs';
import { runMain } from './progress.mjs';
import { ROOT } from './workspace.mjs';

const SCRIPTS = join(ROOT, 'examples/scripts');
const OUTPUT = join(ROOT, 'out/examples');

/**
 * Scenes with a heading: what stands before the first one may be of a kind (sections, notes) that a format does not have.
 *
 * @param {import('@screenplay/core').ScreenplayDocument} native
 */
function countScenes({ document }) {
  return document.scenes.filter((scene) => scene.meta?.['screenplay.heading'] !== 'none').length;
}

/**
 * `npm run demo`: writes each script of `examples/scripts` in every format on board, reads each written file back and
 * validates what it says, and prints a table of it all.
 */
async function demo() {
  await prepare();
  const { convert, formats } = await import('@screenplay/core');
  const { validate } = await import('@screenplay/core/schema');

  /** The native document of a file. @param {Uint8Array} bytes @param {string} name */
  const read = async (bytes, name) => {
    const { bytes: json } = await convert(bytes, { name, to: 'json' });
    const document = JSON.parse(new TextDecoder().decode(json));
    const result = validate(document);
    if (!result.valid) throw new Error(`${result.errors[0]?.path}: ${result.errors[0]?.message}`);
    return document;
  };

  const rows = [['SCRIPT', 'WRITTEN', 'BYTES', 'TIME', 'WARNINGS', 'READ BACK']];
  let faults = 0;
  for (const script of readdirSync(SCRIPTS).sort()) {
    const source = readFileSync(join(SCRIPTS, script));
    const { name: stem } = parse(script);
    const folder = join(OUTPUT, stem);
    mkdirSync(folder, { recursive: true });
    const scenes = countScenes(await read(source, script));
    for (const { name: to, extensions, canDecode, canEncode } of formats()) {
      if (!canEncode) continue;
      const begin = performance.now();
      const { bytes, warnings } = await convert(source, { name: script, to });
      const time = performance.now() - begin;
      const path = join(folder, `${stem}${extensions[0]}`);
      writeFileSync(path, bytes);
      let readBack = canDecode ? `valid, ${scenes} scenes` : 'only written';
      try {
        const found = canDecode ? countScenes(await read(readFileSync(path), path)) : scenes;
        if (found !== scenes) throw new Error(`${found} scenes of ${scenes}`);
      } catch (error) {
        readBack = `FAILED: ${error instanceof Error ? error.message : String(error)}`;
        faults++;
      }
      rows.push([
        script,
        relative(ROOT, path),
        String(bytes.length),
        `${time.toFixed(0)} ms`,
        String(warnings.length),
        readBack,
      ]);
    }
  }
  printTable(rows);
  console.log(`\nThe files are in ${OUTPUT}`);
  return faults > 0 ? 1 : 0;
}

/** @param {string[][]} rows */
function printTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

await runMain(demo);
