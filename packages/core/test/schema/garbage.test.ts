import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { compileWithAjv } from './ajv.js';
import { MUTATIONS } from './mutations.js';
import type { Json } from './mutations.js';
import { RECORDS } from './records.js';

const ajv = compileWithAjv();
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2000) };

/** Values that mean something somewhere in the document, in places where they may not. */
const SAMPLES = RECORDS.flatMap(({ properties }) =>
  Object.values(properties).flatMap((property) =>
    [...property.good, ...property.bad].map(({ value }) => value as Json),
  ),
).filter((value) => JSON.stringify(value).length < 1000);
const NAMES = [
  ...new Set(RECORDS.flatMap(({ properties }) => Object.keys(properties))),
  'en',
  '__proto__',
  'colour',
  '',
];

const anyJson = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SAMPLES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
);

/** A place in the document, told by numbers: which member at each level, and how deep. */
const place = fc.record({ turns: fc.array(fc.nat(), { maxLength: 12 }), name: fc.constantFrom(...NAMES) });
const edit = fc.record({ place, action: fc.constantFrom('replace', 'remove', 'add', 'copy'), value: anyJson });
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(document: Json, { place: { turns, name }, action, value: sample }: Edit): Json {
  const value = structuredClone(sample);
  let owner: Json = document;
  const inside = (node: Json): node is Json[] | { [key: string]: Json } => typeof node === 'object' && node !== null;
  const memberOf = (node: Json[] | { [key: string]: Json }, turn: number): string | undefined => {
    const keys = Object.keys(node);
    return keys[turn % keys.length];
  };
  for (const turn of turns.slice(0, -1)) {
    if (!inside(owner)) break;
    const key = memberOf(owner, turn);
    const next = key === undefined ? undefined : (owner as { [key: string]: Json })[key];
    if (next === undefined || !inside(next) || Object.keys(next).length === 0) break;
    owner = next;
  }
  if (!inside(owner)) return value;
  const last = memberOf(owner, turns.at(-1) ?? 0);
  const set = (key: string, to: Json): void => {
    Object.defineProperty(owner, key, { value: to, enumerable: true, configurable: true, writable: true });
  };
  if (Array.isArray(owner)) {
    if (action === 'add') owner.push(value);
    else if (action === 'copy' && owner.length > 0) owner.push(structuredClone(owner[0] ?? null));
    else if (action === 'remove') owner.splice(Number(last ?? 0), 1);
    else if (last !== undefined) owner[Number(last)] = value;
  } else if (action === 'add' || action === 'copy') set(name, value);
  else if (action === 'remove' && last !== undefined) Reflect.deleteProperty(owner, last);
  else if (last !== undefined) set(last, value);
  return document;
}

function sameVerdict(document: unknown): void {
  const ours = validate(document);
  expect(ours.valid, JSON.stringify(ours)).toBe(ajv(document));
  if (ours.valid) return;
  // Every fault of ours is one of ajv's. It names the object around an unknown property or key, we the property.
  const known = new Set(ajv.errors?.map(({ instancePath }) => instancePath));
  for (const { path } of ours.errors)
    expect(known.has(path) || known.has(path.slice(0, path.lastIndexOf('/')))).toBe(true);
}

test('both say the same of every mutation', () => {
  for (const { document } of MUTATIONS) sameVerdict(document);
});

test('both say the same of a document with a few edits', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let document = structuredClone(fullDocument()) as unknown as Json;
      for (const each of edits) document = apply(document, each);
      sameVerdict(document);
      if (!validate(document).valid) refused++;
    }),
    RUNS,
  );
  // Neither verdict may be the rare one, or the test would say little.
  expect(refused).toBeGreaterThan(RUNS.numRuns / 10);
  expect(refused).toBeLessThan(RUNS.numRuns);
});

test('both say the same of any JSON at all', () => {
  fc.assert(fc.property(anyJson, sameVerdict), RUNS);
});

test('both say the same of text written as JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => sameVerdict(JSON.parse(text))),
    RUNS,
  );
});
