/**
 * What the reading of printed scripts hangs on: every number that the reader compares places with, made smaller and larger
 * by a fifth, one at a time, and how well real scripts are read then. Numbers that a figure hangs on are listed; where a
 * bound breaks, that number is fitted to the file.
 * Run it beside a corpus: `node packages/core/bench/pdf-thresholds.mjs [change]`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CHANGE = Number(process.argv[2] ?? 0.2);
const CORE = fileURLToPath(new URL('..', import.meta.url));
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));
const BOUNDS = { recall: 0.9985, precision: 0.998, counts: 0.005 };
const PAIRS = [
  ['pairs/his-girl-friday-1940/fadein4.pdf', 'pairs/his-girl-friday-1940/fadein4.fdx'],
  ['pairs/mostly-genius/fd11-sanitized.pdf', 'pairs/mostly-genius/source.fdx'],
  ['pairs/the-last-birthday-card/fd8.pdf', 'pairs/the-last-birthday-card/fd8.fdx'],
  ['pairs/buckets-and-flavors/fd9-amyuni.pdf', 'pairs/buckets-and-flavors/fd9.fdx'],
];
/** Files whose numbers are codes of operators, limits of memory or units, and no thresholds. */
const OTHER_FILES = new Set([
  'operators.ts',
  'operator-codes.ts',
  'page-lines.ts',
  'pdfjs.ts',
  'pdfjs-port.ts',
  'ink.ts',
  'letters.ts',
  'mend.ts',
]);
/** Files that make lines of glyphs: the others only see those lines. */
const LINE_FILES = new Set([
  'rows.ts',
  'lines.ts',
  'line-text.ts',
  'pitch.ts',
  'font-look.ts',
  'decoration.ts',
  'direction.ts',
]);
const UNITS = /^(?:INCH|LINE|ASCENT|MAX_|STEP$|ENOUGH|NUMBERS|GUESS$)/;

if (!existsSync(CORPUS)) {
  process.stdout.write('no corpus of real scripts at ../shared/corpus\n');
  process.exit(0);
}

/** @typedef {{ file: string, line: number, name: string, value: number }} Threshold */
/** @type {Threshold[]} */
const thresholds = [];
/** @type {{ changed: Map<number, number> }} */
const state = { changed: new Map() };
Object.assign(globalThis, {
  threshold: (/** @type {number} */ id, /** @type {number} */ value) => state.changed.get(id) ?? value,
});

const outfile = join(CORE, 'bench', `.thresholds-${process.pid}.mjs`);
await build({
  stdin: {
    contents: [
      "export { decode } from './src/index.js';",
      "export { readPages } from './src/formats/pdf/read/pdfjs.js';",
      "export { LineReader } from './src/formats/pdf/read/lines.js';",
      "export { liftPages } from './src/formats/pdf/read/lift.js';",
      "export { toDocument } from './src/conventions/manuscript/to-document.js';",
      "export { sourceId } from './src/model/ids.js';",
      "export { Warnings } from './src/errors/index.js';",
      "export { visible } from './src/testing/visible.js';",
      "export { wordRecall } from './src/testing/word-recall.js';",
    ].join('\n'),
    resolveDir: CORE,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
  external: ['pdfjs-dist', 'pdfjs-dist/*', 'pdfkit', 'fontkit'],
  logLevel: 'error',
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [
    {
      name: 'thresholds',
      setup: (bundle) =>
        bundle.onLoad({ filter: /formats[\\/]pdf[\\/]read[\\/][\w-]+\.ts$/ }, ({ path }) => ({
          contents: withThresholds(path.split(/[\\/]/).at(-1) ?? '', readFileSync(path, 'utf8')),
          loader: 'ts',
        })),
    },
  ],
});
/** @type {any} */
let reader;
try {
  reader = await import(outfile);
} finally {
  rmSync(outfile, { force: true });
}

/**
 * A source in which each threshold asks what it is now: named numbers, and numbers that distances are multiplied by or
 * compared with.
 * @param {string} file
 * @param {string} source
 */
function withThresholds(file, source) {
  if (OTHER_FILES.has(file)) return source;
  /** @type {Map<string, string>} */
  const named = new Map();
  const call = (/** @type {string} */ name, /** @type {string} */ value, /** @type {number} */ line) => {
    thresholds.push({ file, line: line + 1, name, value: Number(value) });
    return `(globalThis as any).threshold(${thresholds.length - 1}, ${value})`;
  };
  const lines = source.split('\n').map((text, at) => {
    const single = /^const ([A-Z][A-Z_]*) = (-?[\d.]+);$/.exec(text);
    if (single) {
      const [, name = '', value = ''] = single;
      if (UNITS.test(name)) return text;
      named.set(name, call(name, value, at));
      return '';
    }
    const derived = /^const ([A-Z][A-Z_]*) = ([\d.]+ [-+*] )([A-Z][A-Z_]*);$/.exec(text);
    if (derived && named.has(derived[3] ?? '')) {
      named.set(derived[1] ?? '', `(${derived[2]}${named.get(derived[3] ?? '')})`);
      return '';
    }
    const group = /^const ([A-Z][A-Z_]*) = (\{.*\});$/.exec(text);
    if (group && !UNITS.test(group[1] ?? '')) {
      const body = (group[2] ?? '').replace(
        /(\w+): (-?[\d.]+)/g,
        (_, key, value) => `get ${key}() { return ${call(`${group[1]}.${key}`, value, at)}; }`,
      );
      return `const ${group[1]} = ${body};`;
    }
    if (/^\s*(?:\/?\*|\/\/)/.test(text) || /^const [A-Z]/.test(text)) return text;
    return text
      .replace(/(?<![\w.[{,-])(\d+(?:\.\d+)?)(?= \* (?:\w|this\.#|\())/g, (value) => call('', value, at))
      .replace(/(?<=[<>]=? |[\w)\]] [+-] )(\d*\.\d+)(?![\d\w])/g, (value) => call('', value, at))
      .replace(/(?<=[\w)\]] \* )(\d*\.\d+)(?![\d\w])/g, (value) => call('', value, at));
  });
  // Patterns hold words in capitals that are no names.
  const isPattern = (/** @type {string} */ text) => /^\s*\/[^/*]/.test(text);
  const use = (/** @type {string} */ name) => named.get(name) ?? name;
  return lines.map((text) => (isPattern(text) ? text : text.replace(/\b[A-Z][A-Z_]*\b/g, use))).join('\n');
}

const source = new Map();
/** @type {Map<string, any>} */
const pagesOf = new Map();

for (const [printed = '', original = ''] of PAIRS) {
  source.set(original, (await reader.decode(bytesOf(original), { name: original })).document);
  pagesOf.set(printed, await linesOf(bytesOf(printed)));
}

/** @param {string} name */
function bytesOf(name) {
  return new Uint8Array(readFileSync(join(CORPUS, name)));
}

/** @param {Uint8Array} bytes */
async function linesOf(bytes) {
  const lines = new reader.LineReader();
  /** @type {any[]} */
  const pages = [];
  await reader.readPages(bytes, {}, (/** @type {any} */ ink) => {
    pages.push({
      number: ink.number,
      width: ink.width,
      height: ink.height,
      lines: lines.read(ink),
      images: ink.images,
    });
  });
  return pages;
}

/** @param {any} document */
function bareWords(document) {
  /** @type {{ word: string, class: string }[]} */
  const words = [];
  for (const block of reader.visible(document).blocks) {
    if (block.omit) continue;
    const kind = block.kind === 'shot' || block.kind === 'general' ? 'action' : block.kind;
    const text = block.text.toLowerCase().replaceAll('’', "'");
    for (const word of text.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []) words.push({ word, class: kind });
  }
  return words;
}

/** @param {any} document @param {string} kind */
function stretches(document, kind) {
  const blocks = reader.visible(document).blocks.filter((/** @type {any} */ { text }) => text.trim() !== '');
  return blocks.filter(
    (/** @type {any} */ block, /** @type {number} */ at) =>
      block.kind === kind && (kind === 'character' || blocks[at - 1]?.kind !== kind),
  ).length;
}

/**
 * The recall of words in their order; where not even their numbers agree, that of their numbers, for the way to the order
 * is long then.
 * @param {{ word: string, class: string }[]} expected
 * @param {{ word: string, class: string }[]} found
 */
function recallOf(expected, found) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { word, class: kind } of expected) counts.set(`${kind} ${word}`, (counts.get(`${kind} ${word}`) ?? 0) + 1);
  let hits = 0;
  for (const { word, class: kind } of found) {
    const left = counts.get(`${kind} ${word}`) ?? 0;
    if (left > 0) hits++;
    counts.set(`${kind} ${word}`, left - 1);
  }
  if (hits < 0.99 * expected.length) return { recall: hits / expected.length, precision: hits / found.length };
  return reader.wordRecall(expected, found);
}

/** The worst of all pairs. @param {boolean} fromGlyphs */
async function figures(fromGlyphs) {
  const worst = { recall: 1, precision: 1, counts: 0, scenes: 0, at: '' };
  for (const [printed = '', original = ''] of PAIRS) {
    const pages = fromGlyphs ? await linesOf(bytesOf(printed)) : pagesOf.get(printed);
    const warnings = new reader.Warnings();
    const manuscript = reader.liftPages({ pages, unknown: 0 }, warnings);
    const found = reader.toDocument(manuscript, { sourceId: await reader.sourceId(new Uint8Array([1])), warnings });
    const expected = source.get(original);
    const { recall, precision } = recallOf(bareWords(expected), bareWords(found));
    const off = Math.max(
      ...['character', 'dialogue', 'parenthetical'].map((kind) => {
        const count = stretches(expected, kind);
        return Math.max(0, Math.abs(stretches(found, kind) - count) - (count < 200 ? 1 : 0)) / Math.max(1, count);
      }),
    );
    if (recall < worst.recall) Object.assign(worst, { recall, at: printed });
    worst.precision = Math.min(worst.precision, precision);
    worst.counts = Math.max(worst.counts, off);
    if (printed === PAIRS[0]?.[0]) worst.scenes = found.document.scenes.length;
  }
  return worst;
}

/** @param {Awaited<ReturnType<typeof figures>>} found */
function show({ recall, precision, counts, scenes }) {
  return `recall ${recall.toFixed(5)}  precision ${precision.toFixed(5)}  counts off ${(100 * counts).toFixed(2)} %  scenes ${scenes}`;
}

const usual = await figures(false);
process.stdout.write(`${thresholds.length} thresholds; as they are: ${show(usual)}\n`);
let broken = 0;
let moved = 0;
for (const [id, { file, line, name, value }] of thresholds.entries()) {
  for (const factor of [1 - CHANGE, 1 + CHANGE]) {
    const whole = Number.isInteger(value) && value >= 2;
    const changed = whole ? (factor < 1 ? Math.floor(value * factor) : Math.ceil(value * factor)) : value * factor;
    state.changed.set(id, changed);
    /** @type {Awaited<ReturnType<typeof figures>> | undefined} */
    let found;
    try {
      found = await figures(LINE_FILES.has(file));
    } catch (error) {
      process.stdout.write(`${file}:${line} ${name} ${value} -> ${changed}: ${String(error)}\n`);
    }
    state.changed.clear();
    if (found && show(found) === show(usual)) continue;
    moved++;
    const holds =
      found !== undefined &&
      found.recall >= BOUNDS.recall &&
      found.precision >= BOUNDS.precision &&
      found.counts <= BOUNDS.counts &&
      found.scenes === usual.scenes;
    if (!holds) broken++;
    if (found) {
      const label = `${file}:${line} ${name} ${value} -> ${Number(changed.toFixed(4))}`;
      process.stdout.write(
        `${label.padEnd(52)} ${show(found)}${holds ? '' : '  BROKEN'} ${found.at === usual.at ? '' : found.at}\n`,
      );
    }
  }
}
process.stdout.write(
  `${2 * thresholds.length} changes by ${100 * CHANGE} %: ${2 * thresholds.length - moved} change no figure, ${moved - broken} hold all bounds, ${broken} break one\n`,
);
