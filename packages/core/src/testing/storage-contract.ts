import { ScreenplayError } from '../errors/index.js';
import type { ErrorCode } from '../errors/index.js';
import type { ListQuery, ObjectInfo, OpenObject, Storage } from '../ports/storage.js';
import { BrokenPromise, ensure, ensureEqual } from './contract.js';
import type { ContractCase } from './contract.js';

/** What the promises are tried on. */
export interface StorageBench {
  /** A store of its own, without objects. The contract closes it. */
  open(): Promise<Storage>;
  /** A store whose bucket does not exist, where there is such a thing. The contract closes it. */
  openMissing?: (() => Promise<Storage>) | undefined;
}

/**
 * The promises that every storage adapter keeps: objects are written whole or not at all and read back as they are,
 * whatever their size and key; listings come in the order of the keys' bytes and go on where they ended; every error is
 * a coded one; an aborted signal ends what it was given to.
 */
export function storageContract(bench: StorageBench): ContractCase[] {
  const on = (open: () => Promise<Storage>, run: (storage: Storage) => Promise<void>) => async (): Promise<void> => {
    const storage = await open();
    try {
      await run(storage);
    } finally {
      await storage.close();
    }
  };
  const cases = Object.entries(PROMISES).map(([name, run]) => ({ name, run: on(() => bench.open(), run) }));
  const { openMissing } = bench;
  if (openMissing) {
    cases.push({ name: 'says that the bucket is missing', run: on(() => openMissing(), missingBucket) });
  }
  return cases;
}

const PROMISES: Readonly<Record<string, (storage: Storage) => Promise<void>>> = {
  'reads what was written': readsBack,
  'replaces an object whole': replaces,
  'says that an object is missing': missingObject,
  'keeps an object without bytes': emptyObject,
  'keeps a large object and gives it in pieces': largeObject,
  'lets go of an object that is read in part': readInPart,
  'goes on reading what was opened when it is replaced': replacedWhileRead,
  'leaves one of the concurrent writes of a key whole': concurrentWriters,
  'shows a reader one whole object while it is replaced': readersDuringWrites,
  'tells odd keys apart': oddKeys,
  'refuses what is no key, or keeps it apart': noKeys,
  'lists by the bytes of the keys': listOrder,
  'lists what begins with a prefix': listPrefix,
  'tells what it lists': listFacts,
  'lists more than a thousand objects page by page': listPages,
  'goes on listing after objects came in between': listWhileWriting,
  'refuses a cursor that it did not give': strangeCursor,
  'ends what is asked under an aborted signal': abortedBefore,
  'ends a read when its signal is aborted': abortedRead,
  'writes whole or not at all when its signal is aborted': abortedWrite,
  'answers a check': (storage) => storage.check(),
};

const encoder = new TextEncoder();

/** Bytes that differ from place to place and from seed to seed. */
function pattern(length: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = (seed * 2654435761) >>> 0 || 1;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, length);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

async function collect(object: OpenObject): Promise<Uint8Array> {
  const bytes = new Uint8Array(object.size);
  let at = 0;
  for await (const chunk of object.body) {
    ensure(at + chunk.length <= object.size, () => `more bytes came than the size of ${object.size} says`);
    bytes.set(chunk, at);
    at += chunk.length;
  }
  ensureEqual(at, object.size, 'fewer bytes came than the size says');
  return bytes;
}

async function read(storage: Storage, key: string): Promise<Uint8Array> {
  return collect(await storage.open(key));
}

async function ensureHolds(storage: Storage, key: string, bytes: Uint8Array): Promise<void> {
  const actual = await read(storage, key);
  ensure(sameBytes(actual, bytes), () => `${JSON.stringify(key.slice(0, 80))} holds other bytes than were written`);
}

async function failure(work: () => Promise<unknown>, what: string): Promise<ScreenplayError> {
  try {
    await work();
  } catch (error) {
    ensure(error instanceof ScreenplayError, () => `${what}: an error without a code: ${String(error)}`);
    return error;
  }
  throw new BrokenPromise(`${what}: there is no error`);
}

async function ensureFails(work: () => Promise<unknown>, code: ErrorCode, what: string): Promise<ScreenplayError> {
  const error = await failure(work, what);
  ensureEqual(error.code, code, `${what}: another code (${error.message})`);
  return error;
}

async function inTurns<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function listAll(storage: Storage, query: ListQuery = {}): Promise<ObjectInfo[]> {
  const objects: ObjectInfo[] = [];
  let { cursor } = query;
  do {
    const page = await storage.list({ ...query, cursor });
    ensure(page.objects.length <= (query.limit ?? 100), () => `a page of ${page.objects.length} is over its limit`);
    ensure(page.objects.length > 0 || page.cursor === undefined, () => 'an empty page says that there are more');
    objects.push(...page.objects);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return objects;
}

function byBytes(a: string, b: string): number {
  const left = encoder.encode(a);
  const right = encoder.encode(b);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

async function readsBack(storage: Storage): Promise<void> {
  const bytes = pattern(100_003, 1);
  const copy = bytes.slice();
  await storage.write('drafts/first.bin', bytes, { contentType: 'application/octet-stream' });
  ensure(sameBytes(bytes, copy), () => 'writing changed the bytes that were handed in');
  ensureEqual((await storage.open('drafts/first.bin').then(closing)).size, bytes.length, 'the size is another');
  await ensureHolds(storage, 'drafts/first.bin', bytes);
  // A view into a greater buffer writes what it shows, not what lies around it.
  await storage.write('drafts/view.bin', bytes.subarray(1000, 2000));
  await ensureHolds(storage, 'drafts/view.bin', copy.subarray(1000, 2000));
}

async function closing(object: OpenObject): Promise<OpenObject> {
  await object.body[Symbol.asyncIterator]().return?.();
  return object;
}

async function replaces(storage: Storage): Promise<void> {
  const sizes = [5000, 70_000, 10, 0, 3000];
  for (const [seed, size] of sizes.entries()) {
    const bytes = pattern(size, seed);
    await storage.write('a key', bytes);
    await ensureHolds(storage, 'a key', bytes);
  }
  ensureEqual((await listAll(storage)).length, 1, 'replacing leaves more than one object');
}

async function missingObject(storage: Storage): Promise<void> {
  await storage.write('here/a', pattern(10, 1));
  for (const key of ['nothing', 'here', 'here/', 'here/b', 'here/a/b', 'HERE/A']) {
    const error = await ensureFails(() => storage.open(key), 'not_found', `opening ${JSON.stringify(key)}`);
    ensureEqual(error.details?.['missing'], 'object', 'the details do not say what is missing');
  }
}

async function missingBucket(storage: Storage): Promise<void> {
  const attempts: readonly [string, () => Promise<unknown>][] = [
    ['open', () => storage.open('a')],
    ['write', () => storage.write('a', pattern(10, 1))],
    ['list', () => storage.list()],
    ['check', () => storage.check()],
  ];
  for (const [what, attempt] of attempts) {
    const error = await ensureFails(attempt, 'not_found', what);
    ensureEqual(error.details?.['missing'], 'bucket', `${what}: the details do not say what is missing`);
  }
}

async function emptyObject(storage: Storage): Promise<void> {
  await storage.write('empty', new Uint8Array(0));
  const object = await storage.open('empty');
  ensureEqual(object.size, 0, 'an empty object has a size');
  ensureEqual((await collect(object)).length, 0, 'an empty object has bytes');
  ensureEqual((await storage.list()).objects[0]?.size, 0, 'an empty object is listed with a size');
}

const MB = 1_048_576;

async function largeObject(storage: Storage): Promise<void> {
  const bytes = pattern(64 * MB, 7);
  await storage.write('large', bytes);
  const { size, body } = await storage.open('large');
  ensureEqual(size, bytes.length, 'the size is another');
  let at = 0;
  let largest = 0;
  for await (const chunk of body) {
    ensure(sameBytes(chunk, bytes.subarray(at, at + chunk.length)), () => `other bytes after ${at}`);
    at += chunk.length;
    largest = Math.max(largest, chunk.length);
  }
  ensureEqual(at, size, 'the object ends elsewhere');
  ensure(largest <= 4 * MB, () => `a piece of ${largest} bytes: that is no streaming`);
}

async function readInPart(storage: Storage): Promise<void> {
  const bytes = pattern(2 * MB, 3);
  await storage.write('part', bytes);
  // More times than a store or a process has connections or files to spare.
  for (let round = 0; round < 120; round++) {
    const { body } = await storage.open('part');
    const iterator = body[Symbol.asyncIterator]();
    if (round % 2 === 0) {
      const first = await iterator.next();
      ensure(first.done !== true && first.value.length > 0, () => 'the first piece has no bytes');
      ensure(sameBytes(first.value, bytes.subarray(0, first.value.length)), () => 'the first piece is another');
    }
    await iterator.return?.();
    ensureEqual((await iterator.next()).done, true, 'a reader goes on after it was returned');
  }
  await ensureHolds(storage, 'part', bytes);
}

async function replacedWhileRead(storage: Storage): Promise<void> {
  const before = pattern(4 * MB, 4);
  await storage.write('read', before);
  const object = await storage.open('read');
  await storage.write('read', pattern(1000, 5));
  ensure(sameBytes(await collect(object), before), () => 'an opened object changed under its reader');
}

async function concurrentWriters(storage: Storage): Promise<void> {
  const candidates = Array.from({ length: 16 }, (_, at) => pattern(50_000 + 7000 * at, at + 1));
  await Promise.all(candidates.map((bytes) => storage.write('contested', bytes)));
  const winner = await read(storage, 'contested');
  ensure(
    candidates.some((bytes) => sameBytes(bytes, winner)),
    () => 'what is there is none of the objects that were written',
  );
  ensureEqual((await listAll(storage)).length, 1, 'concurrent writes leave more than one object');
}

async function readersDuringWrites(storage: Storage): Promise<void> {
  const versions = [pattern(200_000, 1), pattern(90_000, 2)] as const;
  await storage.write('swinging', versions[0]);
  let writing = true;
  const writer = async (): Promise<void> => {
    for (let round = 1; round <= 20; round++) await storage.write('swinging', versions[round % 2 === 0 ? 0 : 1]);
    writing = false;
  };
  const reader = async (): Promise<void> => {
    while (writing) {
      const bytes = await read(storage, 'swinging');
      ensure(
        versions.some((version) => sameBytes(version, bytes)),
        () => 'a reader saw a mixture',
      );
    }
  };
  await Promise.all([writer(), reader(), reader()]);
}

const LONG = '0123456789'.repeat(102) + '0123';

/** Keys that some store, file system, address or escape could mistake for one another or not bear. */
const ODD_KEYS: readonly string[] = [
  'a',
  'a/b',
  'a/b/c',
  'a.b',
  'a-b',
  'A',
  'A/b',
  'a b',
  'a+b',
  'a%20b',
  'a%2Fb',
  'a%2fb',
  'a%b',
  '100%',
  'question?mark',
  'hash#mark',
  'amp&ersand=1;2',
  'back\\slash',
  'a:b*c"d<e>f|g',
  "quote'd (draft) [2] {3} ~4 !5 $6 ,7 @8 ^9 `0",
  'dots...',
  'dot.',
  '.hidden',
  '..more',
  '...',
  'space at the end ',
  ' space at the start',
  'con',
  'nul.txt',
  'double//slash',
  'slash at the end/',
  'Ünïcödé/scène 1.fdx',
  'e\u0301',
  '\u00e9',
  'straße',
  'STRASSE',
  '剧本/第一稿.fountain',
  'عربي',
  '🎬/🎭.json',
  '\uffee',
  'e'.repeat(230),
  'e'.repeat(231),
  'e'.repeat(232),
  `${'e'.repeat(231)}/f`,
  `${'e'.repeat(231)}.f`,
  'é'.repeat(300),
  `folder/${'長'.repeat(200)}/${'い'.repeat(100)}`,
  LONG,
  `${LONG.slice(0, 1023)}x`,
  `${'x/'.repeat(511)}xy`,
];

async function oddKeys(storage: Storage): Promise<void> {
  const contents = new Map(ODD_KEYS.map((key, at) => [key, encoder.encode(`${at}: ${key.slice(0, 40)}`)]));
  await inTurns([...contents], 8, async ([key, bytes]) => storage.write(key, bytes));
  await inTurns([...contents], 8, async ([key, bytes]) => ensureHolds(storage, key, bytes));
  const listed = (await listAll(storage, { limit: 7 })).map(({ key }) => key);
  ensureEqual(listed, [...ODD_KEYS].sort(byBytes), 'the listing shows other keys');
  for (const key of ODD_KEYS) {
    const below = (await listAll(storage, { prefix: key, limit: 1000 })).map((object) => object.key);
    const expected = ODD_KEYS.filter((other) => other.startsWith(key)).sort(byBytes);
    ensureEqual(below, expected, `the listing of ${JSON.stringify(key.slice(0, 60))} shows other keys`);
  }
}

const NO_KEYS: readonly string[] = [
  '',
  '.',
  '..',
  '../outside',
  '../../outside',
  'a/../../outside',
  'a/./b',
  '/',
  '/absolute',
  'C:\\absolute',
  '..\\outside',
  'nul\u0000byte',
  'line\nbreak',
  'escape\u001b',
  'half \ud800 pair',
  `${LONG}x`,
  `${'é'.repeat(512)}x`,
];

/** Keys that come from outside are checked before; an adapter must not confuse them all the same. */
async function noKeys(storage: Storage): Promise<void> {
  const guard = encoder.encode('guard');
  const guards = ['outside', 'a/b', 'b', 'absolute', 'a/outside'];
  for (const key of guards) await storage.write(key, guard);
  const kept: string[] = [];
  for (const [at, key] of NO_KEYS.entries()) {
    const bytes = encoder.encode(`no key ${at}`);
    try {
      await storage.write(key, bytes);
    } catch (error) {
      ensure(error instanceof ScreenplayError, () => `an error without a code: ${String(error)}`);
      ensureEqual(error.code, 'bad_option', `writing ${JSON.stringify(key.slice(0, 60))} fails with another code`);
      await ensureFails(() => storage.open(key), 'bad_option', `opening ${JSON.stringify(key.slice(0, 60))}`);
      continue;
    }
    kept.push(key);
    await ensureHolds(storage, key, bytes);
  }
  for (const key of ['', 'half \ud800 pair', `${LONG}x`, `${'é'.repeat(512)}x`])
    ensure(!kept.includes(key), () => `${JSON.stringify(key.slice(0, 60))} is taken for a key`);
  for (const key of guards) await ensureHolds(storage, key, guard);
  const listed = (await listAll(storage)).map(({ key }) => key);
  ensureEqual(listed, [...guards, ...kept].sort(byBytes), 'the listing shows other keys');
}

async function listOrder(storage: Storage): Promise<void> {
  // UTF-16 has the last two the other way around; a walk over folders mixes up the ones with signs before the slash.
  const keys = ['B', 'a', 'a!', 'a-', 'a.x', 'a/', 'a/b', 'a/b-c', 'a/b/c', 'a0', 'aa', 'b', 'é', '\uffee', '🎬'];
  for (const key of [...keys].reverse()) await storage.write(key, pattern(3, 1));
  ensureEqual(keys, [...keys].sort(byBytes), 'the expectation is not in order');
  for (const limit of [1, 2, 3, 100]) {
    const listed = (await listAll(storage, { limit })).map(({ key }) => key);
    ensureEqual(listed, keys, `listing ${limit} at a time shows another order`);
  }
}

async function listPrefix(storage: Storage): Promise<void> {
  const keys = ['in', 'in/a', 'in/b/c', 'in/b/d', 'in/bc', 'in-', 'inner', 'other', 'other/in/a'];
  for (const key of keys) await storage.write(key, pattern(3, 1));
  for (const prefix of ['', 'i', 'in', 'in/', 'in/b', 'in/b/', 'in/b/c', 'in/b/c/', 'inn', 'other/', 'x', 'other0']) {
    const expected = keys.filter((key) => key.startsWith(prefix)).sort(byBytes);
    for (const limit of [1, 2, 100]) {
      const listed = (await listAll(storage, { prefix, limit })).map(({ key }) => key);
      ensureEqual(listed, expected, `listing ${JSON.stringify(prefix)}, ${limit} at a time`);
    }
  }
}

async function listFacts(storage: Storage): Promise<void> {
  ensureEqual(await storage.list(), { objects: [] }, 'an empty store lists something');
  await storage.write('a', pattern(123, 1));
  const [first] = (await storage.list()).objects;
  ensure(first !== undefined, () => 'the object is not listed');
  ensureEqual([first.key, first.size], ['a', 123], 'the object is listed otherwise');
  ensure(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(first.lastModified),
    () => `${first.lastModified} is no time`,
  );
  ensure(first.etag.length > 0 && !first.etag.includes('"'), () => `${first.etag} is no bare etag`);
  await storage.write('a', pattern(123, 2));
  const [second] = (await storage.list()).objects;
  ensure(second !== undefined && second.etag !== first.etag, () => 'another content has the same etag');
}

async function listPages(storage: Storage): Promise<void> {
  const keys = Array.from({ length: 1203 }, (_, at) => `set-${at % 7}/object ${at}`);
  const bytes = pattern(5, 1);
  await inTurns(keys, 16, (key) => storage.write(key, bytes));
  const expected = [...keys].sort(byBytes);
  for (const limit of [1000, 100, 77]) {
    const listed = (await listAll(storage, { limit })).map(({ key }) => key);
    ensureEqual(listed, expected, `listing ${limit} at a time`);
  }
  ensureEqual((await storage.list()).objects.length, 100, 'the limit is 100 unless told');
  const inSet = (await listAll(storage, { prefix: 'set-3/', limit: 50 })).map(({ key }) => key);
  ensureEqual(
    inSet,
    expected.filter((key) => key.startsWith('set-3/')),
    'listing a part page by page',
  );
  const exact = await storage.list({ prefix: 'set-3/', limit: inSet.length });
  ensureEqual([exact.objects.length, exact.cursor], [inSet.length, undefined], 'a page that is full and the last');
}

async function listWhileWriting(storage: Storage): Promise<void> {
  for (const key of ['b', 'd', 'f', 'h']) await storage.write(key, pattern(3, 1));
  const first = await storage.list({ limit: 2 });
  ensureEqual(
    first.objects.map(({ key }) => key),
    ['b', 'd'],
    'the first page',
  );
  for (const key of ['a', 'c', 'e', 'g']) await storage.write(key, pattern(3, 1));
  const rest = await listAll(storage, { limit: 2, cursor: first.cursor });
  ensureEqual(
    rest.map(({ key }) => key),
    ['e', 'f', 'g', 'h'],
    'the pages after it',
  );
}

async function strangeCursor(storage: Storage): Promise<void> {
  await storage.write('a', pattern(3, 1));
  for (const cursor of ['', '?', 'a', 'not a cursor']) {
    await ensureFails(() => storage.list({ cursor }), 'bad_option', `the cursor ${cursor}`);
  }
}

function aborted(): AbortSignal {
  const controller = new AbortController();
  controller.abort();
  return controller.signal;
}

async function abortedBefore(storage: Storage): Promise<void> {
  await storage.write('a', pattern(10, 1));
  const signal = aborted();
  await ensureFails(() => storage.open('a', signal), 'cancelled', 'open');
  await ensureFails(() => storage.write('b', pattern(10, 1), { signal }), 'cancelled', 'write');
  await ensureFails(() => storage.check(signal), 'cancelled', 'check');
  ensureEqual(
    (await listAll(storage)).map(({ key }) => key),
    ['a'],
    'an aborted write wrote',
  );
}

async function abortedRead(storage: Storage): Promise<void> {
  await storage.write('a', pattern(16 * MB, 1));
  const controller = new AbortController();
  const { body } = await storage.open('a', controller.signal);
  let got = 0;
  await ensureFails(
    async () => {
      for await (const chunk of body) {
        got += chunk.length;
        controller.abort();
      }
    },
    'cancelled',
    'a read',
  );
  ensure(got < 16 * MB, () => 'the read went on to the end');
  await ensureFails(() => storage.open('a', controller.signal), 'cancelled', 'open');
}

async function abortedWrite(storage: Storage): Promise<void> {
  const before = pattern(1000, 1);
  const after = pattern(24 * MB, 2);
  await storage.write('a', before);
  const controller = new AbortController();
  const writing = storage.write('a', after, { signal: controller.signal }).then(
    () => 'written',
    (error: unknown) => error,
  );
  // Some steps later, so that the write is under way.
  for (let step = 0; step < 20; step++) await Promise.resolve();
  controller.abort();
  const outcome = await writing;
  const actual = await read(storage, 'a');
  if (outcome === 'written') {
    ensure(sameBytes(actual, after), () => 'a write that succeeded is not there');
    return;
  }
  ensure(outcome instanceof ScreenplayError, () => `an error without a code: ${String(outcome)}`);
  ensureEqual(outcome.code, 'cancelled', 'an aborted write has another code');
  ensure(sameBytes(actual, before) || sameBytes(actual, after), () => 'an aborted write left a part');
}
