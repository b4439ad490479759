import { ScreenplayError } from '../errors/index.js';
import type { ElementType, ScreenplayDocument } from '../model/document.js';
import type { Codec } from '../ports/codec.js';
import { checkReferences, validate } from '../schema/index.js';
import { BrokenPromise, ensure, ensureEqual, firstDifference } from './contract.js';
import type { ContractCase } from './contract.js';
import { visible } from './visible.js';

export interface ContractSample {
  name: string;
  bytes: Uint8Array;
}

/**
 * The promises that every codec keeps, over samples of its format: the same bytes give the same document; the document
 * is valid and its references resolve; writing and reading again shows the same, and a second pass changes nothing;
 * ids survive a new draft; the chosen language is used; an edit shows; whatever the bytes, the only error is a coded one.
 */
export function codecContract(codec: Codec, samples: readonly ContractSample[]): ContractCase[] {
  const decode = codec.decode?.bind(codec);
  const encode = codec.encode?.bind(codec);
  const cases: ContractCase[] = [];
  for (const sample of samples) {
    const add = (name: string, run: () => Promise<void>): void => {
      cases.push({ name: `${sample.name}: ${name}`, run });
    };
    if (decode) {
      add('gives the same document every time', () => deterministic(decode, sample.bytes));
      add('gives a valid document', () => valid(decode, sample.bytes));
      add('keeps the ids of an earlier draft', () => identity(decode, sample.bytes));
      add('answers damaged bytes with a document or a coded error', () => damaged(decode, sample.bytes));
    }
    if (decode && encode) {
      add('writes what it read', () => roundTrip(decode, encode, sample.bytes));
      add('shows an edit', () => editShows(decode, encode, sample.bytes));
      add('uses the language it is told', () => languages(decode, encode, sample.bytes));
    }
  }
  return cases;
}

type Decode = NonNullable<Codec['decode']>;
type Encode = NonNullable<Codec['encode']>;

/** Like Node's Buffer: a Uint8Array of another class. */
class OtherBytes extends Uint8Array {}

async function deterministic(decode: Decode, bytes: Uint8Array): Promise<void> {
  const copy = bytes.slice();
  const first = await decode(bytes);
  const second = await decode(copy);
  ensureEqual(second, first, 'two readings differ');
  ensureEqual(await decode(new OtherBytes(bytes)), first, 'bytes of a subclass (a Buffer) read otherwise');
  ensure(
    bytes.every((byte, at) => byte === copy[at]),
    () => 'the source bytes were changed',
  );
}

async function valid(decode: Decode, bytes: Uint8Array): Promise<void> {
  const { document } = await decode(bytes);
  ensureEqual(validate(document), { valid: true }, 'the document is not valid');
  ensureEqual(checkReferences(document), { valid: true }, 'references do not resolve');
  ensureEqual(JSON.parse(JSON.stringify(document)), document, 'the document is not plain JSON');
}

async function roundTrip(decode: Decode, encode: Encode, bytes: Uint8Array): Promise<void> {
  const { document } = await decode(bytes);
  const written = await encode(document);
  const again = await decode(written.bytes);
  ensureEqual(visible(again.document), visible(document), 'writing and reading again shows something else');
  const rewritten = await encode(again.document);
  ensure(
    sameBytes(rewritten.bytes, written.bytes),
    () => `a second pass writes other bytes\n${textDifference(rewritten.bytes, written.bytes)}`,
  );
}

async function identity(decode: Decode, bytes: Uint8Array): Promise<void> {
  const { document } = await decode(bytes, { lang: 'en' });
  const previous = withFreshIds(document);
  const next = await decode(bytes, { lang: 'en', previous });
  ensureEqual(idsOf(next.document), idsOf(previous), 'ids of the earlier draft are lost');
}

/** The same document under other ids, as if it came from another file: every digit of every id is turned. */
function withFreshIds(document: ScreenplayDocument): ScreenplayDocument {
  const text = JSON.stringify(document).replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
    [...id].map((digit) => (digit === '-' ? digit : (15 - Number.parseInt(digit, 16)).toString(16))).join(''),
  );
  return JSON.parse(text) as ScreenplayDocument;
}

function idsOf(document: ScreenplayDocument): unknown {
  return {
    document: document.id,
    scenes: document.document.scenes.map((scene) => [scene.id, scene.body.map((element) => element.id)]),
    characters: (document.characters ?? []).map((character) => character.id),
  };
}

async function damaged(decode: Decode, bytes: Uint8Array): Promise<void> {
  for (const broken of damages(bytes)) {
    try {
      const { document } = await decode(broken);
      ensureEqual(validate(document), { valid: true }, 'a document from damaged bytes is not valid');
    } catch (error) {
      if (error instanceof BrokenPromise) throw error;
      ensure(error instanceof ScreenplayError, () => `an error without a code: ${String(error)}`);
      ensure(error.family === 'input' || error.family === 'limit', () => `an error of the wrong family: ${error.code}`);
    }
  }
}

/** Truncations, flipped bytes, lost and doubled stretches; the same ones for the same bytes. */
function* damages(bytes: Uint8Array): Generator<Uint8Array> {
  const { length } = bytes;
  yield new Uint8Array(0);
  for (let part = 1; part < 8; part++) yield bytes.slice(0, Math.floor((length * part) / 8));
  let state = length * 2654435761;
  const next = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return below === 0 ? 0 : state % below;
  };
  for (let round = 0; round < 12; round++) {
    const mutant = bytes.slice();
    for (let n = 0; n < 1 + round; n++) mutant[next(length)] = next(256);
    yield mutant;
    const from = next(length);
    const lost = next(64);
    yield Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(Math.min(length, from + lost))]);
  }
}

async function editShows(decode: Decode, encode: Encode, bytes: Uint8Array): Promise<void> {
  const { document } = await decode(bytes);
  const edited = JSON.parse(JSON.stringify(document)) as ScreenplayDocument;
  const word = 'Quixotic';
  const target = edited.document.scenes
    .flatMap((scene) => scene.body)
    .find((element) => EDITABLE.has(element.type) && element.omit !== true && element.class === undefined);
  if (!target || target.type === 'character') return;
  target.text = { [edited.lang]: `${word} edit.` };
  const again = await decode((await encode(edited)).bytes);
  const shown = visible(again.document).blocks.some((block) => block.text.includes(word));
  ensure(shown, () => 'an edited text does not show in what is written');
}

const EDITABLE = new Set<ElementType>(['action', 'dialogue', 'general']);

async function languages(decode: Decode, encode: Encode, bytes: Uint8Array): Promise<void> {
  const english = (await decode(bytes, { lang: 'en' })).document;
  const french = (await decode(bytes, { lang: 'fr' })).document;
  ensureEqual(visible(french), visible(english), 'the language changes what is read');
  if (english.lang === french.lang) return; // A native document brings its own languages.
  const both = JSON.parse(JSON.stringify(french)) as ScreenplayDocument;
  both.document.scenes.forEach((scene) => {
    for (const element of scene.body)
      if ('text' in element && element.text['fr'] !== undefined) element.text['de'] = 'Anders.';
  });
  const plain = await encode(french);
  const picked = await encode(both, { lang: 'fr' });
  ensure(sameBytes(picked.bytes, plain.bytes), () => 'a second language changes what is written in the first');
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function textDifference(a: Uint8Array, b: Uint8Array): string {
  const decoder = new TextDecoder();
  return firstDifference(decoder.decode(a), decoder.decode(b));
}
