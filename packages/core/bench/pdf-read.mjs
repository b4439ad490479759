/**
 * Reading printed features back, against what bare pdfjs takes to extract their text page by page, in one process; and
 * the memory that both take, each in processes of its own.
 * Run it on the built package: `node packages/core/bench/pdf-read.mjs [file.pdf ...]`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { medianOf, medians, ratioLine } from './measure.mjs';
import { printedFeatures } from './printed-features.mjs';

const [, own = '', ...files] = process.argv;
const PROCESSES = 5;
const MEGABYTE = 2 ** 20;

const features = files.length > 0 ? files.map((path) => ({ name: path, path })) : await printedFeatures();
for (const { name, path } of features) {
  const bytes = new Uint8Array(readFileSync(path));
  process.stdout.write(`${name}: ${bytes.length} bytes; node ${process.version}\n`);
  await compareTimes(bytes);
  compareMemory(path);
  process.stdout.write('\n');
}

/** @param {Uint8Array} bytes */
async function compareTimes(bytes) {
  const { bareText } = await import('./bare-pdfjs.mjs');
  const { pdf } = await import('@screenplay/core/pdf');
  const times = await medians(
    [
      { name: 'bare', run: () => bareText(bytes) },
      { name: 'ours', run: () => pdf.decode?.(bytes) },
    ],
    { rounds: 9, warmup: 3 },
  );
  process.stdout.write(`${ratioLine('bare pdfjs, text of every page', times('bare'), times('bare'), 'bare')}\n`);
  process.stdout.write(`${ratioLine('PDF to native document', times('ours'), times('bare'), 'bare', 1.7)}\n`);
}

/** @param {string} path */
function compareMemory(path) {
  const bare = memoryOf('bare', path);
  const ours = memoryOf('ours', path);
  memoryLine('memory at most, bare', bare.peak, bare.peak);
  memoryLine('memory at most, ours', ours.peak, bare.peak, 1.5);
  // Without a bound: on long files it is for the most part how far V8 lets its young generation grow, by doubling.
  memoryLine('of it since the libraries are there, bare', bare.growth, bare.growth);
  memoryLine('of it since the libraries are there, ours', ours.growth, bare.growth);
}

/**
 * Medians over several processes that read the file once: resident memory at most, and what of it came after the
 * libraries were there.
 * @param {string} subject
 * @param {string} path
 */
function memoryOf(subject, path) {
  const script = fileURLToPath(new URL('pdf-memory.mjs', import.meta.url));
  const found = Array.from({ length: PROCESSES }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, subject, path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${own}: ${stderr}`);
    return /** @type {{ peak: number, growth: number }} */ (JSON.parse(stdout));
  });
  return { peak: medianOf(found.map(({ peak }) => peak)), growth: medianOf(found.map(({ growth }) => growth)) };
}

/** @param {string} name @param {number} bytes @param {number} reference @param {number} [bound] */
function memoryLine(name, bytes, reference, bound) {
  const ratio = bytes / reference;
  const limit = bound === undefined ? '' : `   (bound ${bound}: ${ratio <= bound ? 'held' : 'BROKEN'})`;
  const size = (bytes / MEGABYTE).toFixed(1).padStart(9);
  process.stdout.write(`${name.padEnd(44)} ${size} MB  ${ratio.toFixed(2).padStart(6)} x bare${limit}\n`);
}
