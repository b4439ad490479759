/**
 * Every codec on a feature, against what can be compared with it in the same process: parsers on npm, and the floors that
 * no codec can get under (bare saxes, JSON.parse, JSON.stringify, the yaml library). Then how time and memory grow from
 * one copy of the feature to fifty in one file. Run it on the built package: `npm run bench`.
 *
 * `node bench/codecs.mjs fountain fdx` runs only the parts named.
 */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import YAML from 'yaml';
import { fadein } from '@screenplay/core/fadein';
import { fdx } from '@screenplay/core/fdx';
import { fountain } from '@screenplay/core/fountain';
import { json } from '@screenplay/core/json';
import { checkReferences, validate } from '@screenplay/core/schema';
import { yaml } from '@screenplay/core/yaml';
import { feature } from './feature.mjs';
import { medianOf, medians, ratioLine } from './measure.mjs';

/** @typedef {import('@screenplay/core').Codec} Codec */
/** @typedef {import('@screenplay/core').ScreenplayDocument} ScreenplayDocument */

const require = createRequire(import.meta.url);
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

const { name, fountain: fountainBytes, fdx: fdxBytes, fadein: fadeinFile } = feature();
const decoder = new TextDecoder();
const fountainText = decoder.decode(fountainBytes);
const fdxText = decoder.decode(fdxBytes);

/** @param {Codec} codec @param {Uint8Array} bytes */
const read = async (codec, bytes) => {
  const decoded = await codec.decode?.(bytes);
  if (!decoded) throw new Error('this codec does not read');
  return decoded.document;
};

/** @param {Codec} codec @param {Uint8Array} bytes */
const toJson = async (codec, bytes) => JSON.stringify(await read(codec, bytes));

/** @param {Codec} codec @param {ScreenplayDocument} document */
const write = async (codec, document) => {
  const encoded = await codec.encode?.(document);
  if (!encoded) throw new Error('this codec does not write');
  return encoded.bytes;
};

/** @param {string} text */
const bareSaxes = (text) => {
  const parser = new SaxesParser();
  parser.write(text).close();
};

const document = await read(fdx, fdxBytes);
const documentText = JSON.stringify(document);
const fadeinBytes = fadeinFile ?? (await write(fadein, document));

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

/** What was made last, so that it is in memory when that is measured. @type {unknown} */
let kept;

/** @type {Record<string, () => Promise<void>>} */
const PARTS = {
  async fountain() {
    const peers = fountainPeers(fountainText);
    const own = await read(fountain, fountainBytes);
    const time = await medians([
      ...peers,
      { name: 'document', run: () => read(fountain, fountainBytes) },
      { name: 'json', run: () => toJson(fountain, fountainBytes) },
      { name: 'write', run: () => write(fountain, own) },
    ]);
    const fastest = Math.min(...peers.map((peer) => time(peer.name)));
    for (const peer of peers) say(ratioLine(`${peer.name}, parse only`, time(peer.name), fastest, 'fastest peer'));
    say(ratioLine('Fountain to the valid native document', time('document'), fastest, 'fastest peer', 1.5));
    say(ratioLine('Fountain to native JSON text', time('json'), fastest, 'fastest peer'));
    say(ratioLine('native document to Fountain', time('write'), fastest, 'fastest peer'));
  },

  async fdx() {
    const time = await medians([
      { name: 'saxes', run: () => bareSaxes(fdxText) },
      { name: 'document', run: () => read(fdx, fdxBytes) },
      { name: 'json', run: () => toJson(fdx, fdxBytes) },
      { name: 'write', run: () => write(fdx, document) },
    ]);
    const saxes = time('saxes');
    say(ratioLine('bare saxes on the FDX', saxes, saxes, 'saxes'));
    say(ratioLine('FDX to the valid native document', time('document'), saxes, 'saxes', 3));
    say(ratioLine('FDX to native JSON text', time('json'), saxes, 'saxes', 4));
    say(ratioLine('native document to FDX', time('write'), saxes, 'saxes'));
  },

  async fadein() {
    const own = await read(fadein, fadeinBytes);
    const time = await medians([
      { name: 'bare', run: () => bareSaxes(decoder.decode(unzipSync(fadeinBytes)['document.xml'])) },
      { name: 'json', run: () => toJson(fadein, fadeinBytes) },
      { name: 'write', run: () => write(fadein, own) },
    ]);
    const bare = time('bare');
    say(ratioLine('inflate and bare saxes on the Fade In file', bare, bare, 'bare'));
    say(ratioLine('Fade In to native JSON text', time('json'), bare, 'bare', 4));
    say(ratioLine('native document to Fade In', time('write'), bare, 'bare'));
  },

  async json() {
    const bytes = await write(json, document);
    const time = await medians([
      { name: 'parse', run: () => JSON.parse(decoder.decode(bytes)) },
      { name: 'stringify', run: () => JSON.stringify(document) },
      { name: 'read', run: () => read(json, bytes) },
      { name: 'write', run: () => write(json, document) },
    ]);
    say(ratioLine('JSON.parse of the native document', time('parse'), time('parse'), 'JSON.parse'));
    say(ratioLine('native JSON read and validated', time('read'), time('parse'), 'JSON.parse'));
    say(ratioLine('native JSON written', time('write'), time('stringify'), 'JSON.stringify'));
  },

  async yaml() {
    const bytes = await write(yaml, document);
    const text = decoder.decode(bytes);
    const time = await medians(
      [
        { name: 'parse', run: () => YAML.parse(text) },
        { name: 'stringify', run: () => YAML.stringify(document) },
        { name: 'read', run: () => read(yaml, bytes) },
        { name: 'write', run: () => write(yaml, document) },
      ],
      { rounds: 5, warmup: 2 },
    );
    say(ratioLine('yaml library, parse only', time('parse'), time('parse'), 'library'));
    say(ratioLine('YAML read and validated', time('read'), time('parse'), 'library'));
    say(ratioLine('YAML written', time('write'), time('stringify'), 'library'));
  },

  async validation() {
    const time = await medians([
      { name: 'parse', run: () => JSON.parse(documentText) },
      { name: 'validate', run: () => validate(document) },
      { name: 'references', run: () => checkReferences(document) },
    ]);
    say(ratioLine('validation of the document', time('validate'), time('parse'), 'JSON.parse', 3));
    say(ratioLine('its references checked', time('references'), time('parse'), 'JSON.parse'));
  },

  async growth() {
    const copies = fiftyTimes(fountainBytes);
    const large = await read(fountain, copies);
    const small = await read(fountain, fountainBytes);
    await growth('Fountain read', (bytes) => read(fountain, bytes), fountainBytes, copies, 55);
    await growth('Fountain to JSON text', (bytes) => toJson(fountain, bytes), fountainBytes, copies);
    await growth('Fountain written', (script) => write(fountain, script), small, large);
    for (const [format, codec] of /** @type {const} */ ([
      ['FDX', fdx],
      ['Fade In', fadein],
      ['JSON', json],
    ])) {
      const [one, fifty] = [await write(codec, small), await write(codec, large)];
      await growth(`${format} read`, (bytes) => read(codec, bytes), one, fifty);
      await growth(`${format} written`, (script) => write(codec, script), small, large);
    }
    await growth('validation', async (script) => validate(script), small, large);
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
say(`${name}: Fountain ${fountainBytes.length} bytes, FDX ${fdxBytes.length} bytes; node ${process.version}`);
for (const [part, run] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  say(`\n${part}`);
  await run();
}

/** @param {Uint8Array} bytes */
function fiftyTimes(bytes) {
  const fifty = new Uint8Array(bytes.length * 50);
  for (let n = 0; n < 50; n++) fifty.set(bytes, n * bytes.length);
  return fifty;
}

/**
 * What fifty times the input takes against once, in time and in the memory that the result holds. One is over too soon to
 * be timed alone, so ten are; what the fifty left behind is collected outside the measured time.
 *
 * @template T
 * @param {string} what
 * @param {(input: T) => Promise<unknown>} run
 * @param {T} one
 * @param {T} fifty
 * @param {number} [bound]
 */
async function growth(what, run, one, fifty, bound) {
  const BATCH = 10;
  const ROUNDS = 5;
  /** @type {{ one: number[], fifty: number[], held: number }} */
  const found = { one: [], fifty: [], held: 0 };
  for (let round = -1; round < ROUNDS; round++) {
    collectGarbage();
    const before = process.memoryUsage();
    // A heap just emptied is slow at first.
    for (let n = 0; n < 2 * BATCH; n++) await run(one);
    const start = performance.now();
    for (let n = 0; n < BATCH; n++) await run(one);
    const startFifty = performance.now();
    kept = await run(fifty);
    const end = performance.now();
    collectGarbage();
    const after = process.memoryUsage();
    if (kept !== undefined) kept = undefined;
    // The first round warms up; only before it nothing of a round was in memory.
    if (round < 0) found.held = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    else {
      found.one.push((startFifty - start) / BATCH);
      found.fifty.push(end - startFifty);
    }
  }
  const line = ratioLine(`${what}, 50 copies`, medianOf(found.fifty), medianOf(found.one), 'one', bound);
  say(`${line}   holds ${(found.held / 1e6).toFixed(0)} MB`);
}

/** Parsers of Fountain on npm; each only parses. @param {string} source */
function fountainPeers(source) {
  const { Fountain } = require('fountain-js');
  const { FountainParser } = require('screenplay-js');
  const aw = require('aw-parser');
  const jouvence = require('jouvence');
  /** What jouvence reports to; its own one prints. */
  const silent = new Proxy({}, { get: () => () => undefined });
  const config = {
    print_headers: true,
    print_actions: true,
    print_dialogues: true,
    print_notes: true,
    print_sections: true,
    print_synopsis: true,
    each_scene_on_new_page: false,
    double_space_between_scenes: false,
    use_dual_dialogue: true,
  };
  return [
    { name: 'aw-parser', run: () => aw.parser.parse(source, config) },
    { name: 'fountain-js', run: () => new Fountain().parse(source, true) },
    { name: 'jouvence', run: () => jouvence.parser().parse(jouvence.input().fromString(source), silent) },
    { name: 'screenplay-js', run: () => FountainParser.parse(source) },
  ];
}
