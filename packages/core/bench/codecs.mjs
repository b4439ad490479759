/**
 * Reading a feature into native JSON text, against the parsers it is to be compared with, in one process.
 * Run it on the built package: `npm run bench`.
 */
import { createRequire } from 'node:module';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { fadein } from '@screenplay/core/fadein';
import { fdx } from '@screenplay/core/fdx';
import { fountain } from '@screenplay/core/fountain';
import { validate } from '@screenplay/core/schema';
import { feature } from './feature.mjs';
import { medians, ratioLine } from './measure.mjs';

const require = createRequire(import.meta.url);
const { name, fountain: fountainBytes, fdx: fdxBytes, fadein: fadeinFile } = feature();
const decoder = new TextDecoder();
const fountainText = decoder.decode(fountainBytes);
const fdxText = decoder.decode(fdxBytes);
process.stdout.write(
  `${name}: Fountain ${fountainBytes.length} bytes, FDX ${fdxBytes.length} bytes; node ${process.version}\n\n`,
);

/** @param {import('@screenplay/core').Codec} codec @param {Uint8Array} bytes */
const toJson = async (codec, bytes) => JSON.stringify((await codec.decode?.(bytes))?.document);
const fdxJson = await toJson(fdx, fdxBytes);
const fdxDocument = JSON.parse(fdxJson);

/** @param {string} text */
const bareSaxes = (text) => {
  const parser = new SaxesParser();
  parser.write(text).close();
};

const xml = await medians([
  { name: 'saxes', run: () => bareSaxes(fdxText) },
  { name: 'fdx', run: () => toJson(fdx, fdxBytes) },
  { name: 'parse', run: () => JSON.parse(fdxJson) },
  { name: 'validate', run: () => validate(fdxDocument) },
  { name: 'write', run: () => fdx.encode?.(fdxDocument) },
]);
const saxes = xml('saxes');
process.stdout.write(`${ratioLine('bare saxes on the FDX', saxes, saxes, 'saxes')}\n`);
process.stdout.write(`${ratioLine('FDX to native JSON text', xml('fdx'), saxes, 'saxes', 4)}\n`);
process.stdout.write(`${ratioLine('native document to FDX', xml('write'), saxes, 'saxes')}\n`);
process.stdout.write(`${ratioLine('validation of the document', xml('validate'), xml('parse'), 'JSON.parse', 3)}\n\n`);

const fadeinBytes = fadeinFile ?? (await fadein.encode?.(fdxDocument))?.bytes ?? new Uint8Array();
const fadeinDocument = JSON.parse(await toJson(fadein, fadeinBytes));
const packed = await medians([
  { name: 'bare', run: () => bareSaxes(decoder.decode(unzipSync(fadeinBytes)['document.xml'])) },
  { name: 'fadein', run: () => toJson(fadein, fadeinBytes) },
  { name: 'write', run: () => fadein.encode?.(fadeinDocument) },
]);
const bare = packed('bare');
process.stdout.write(`${ratioLine('inflate and bare saxes on the Fade In file', bare, bare, 'bare')}\n`);
process.stdout.write(`${ratioLine('Fade In to native JSON text', packed('fadein'), bare, 'bare', 4)}\n`);
process.stdout.write(`${ratioLine('native document to Fade In', packed('write'), bare, 'bare')}\n\n`);

const peers = fountainPeers(fountainText);
const text = await medians([...peers, { name: 'ours', run: () => toJson(fountain, fountainBytes) }]);
const fastest = Math.min(...peers.map((peer) => text(peer.name)));
for (const peer of peers)
  process.stdout.write(`${ratioLine(`${peer.name}, parse only`, text(peer.name), fastest, 'fastest')}\n`);
process.stdout.write(`${ratioLine('Fountain to native JSON text', text('ours'), fastest, 'fastest', 3)}\n\n`);

const fifty = new Uint8Array(fountainBytes.length * 50);
for (let n = 0; n < 50; n++) fifty.set(fountainBytes, n * fountainBytes.length);
const growth = await medians(
  [
    { name: 'one', run: () => toJson(fountain, fountainBytes) },
    { name: 'fifty', run: () => toJson(fountain, fifty) },
  ],
  { rounds: 7, warmup: 2 },
);
process.stdout.write(`${ratioLine('50 copies in one Fountain file', growth('fifty'), growth('one'), 'one', 55)}\n`);

/** Parsers of Fountain on npm; each only parses. @param {string} source */
function fountainPeers(source) {
  const { Fountain } = require('fountain-js');
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
  ];
}
