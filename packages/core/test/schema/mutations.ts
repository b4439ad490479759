import { fullDocument } from '../../src/testing/full-document.js';
import type { Sample } from './kinds.js';
import { RECORDS } from './records.js';
import type { RecordTable } from './records.js';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A change of the full document that breaks exactly one rule, and where the validator has to say so. */
export interface Mutation {
  /** What was done, e.g. `/authors/0/given: 51 characters`. */
  name: string;
  document: Json;
  /** Where the one fault is. */
  path: string;
  /** What the message must contain, where the words matter. */
  says?: string;
}

/** A change of the full document that breaks no rule. */
export interface Variation {
  name: string;
  document: Json;
}

/** A fresh copy of the full document, changed at `pointer`. */
function changed(pointer: string, change: (owner: { [name: string]: Json }, name: string) => void): Json {
  const root = { '': structuredClone(fullDocument()) as unknown as Json };
  const segments = pointer.split('/');
  const name = segments.pop() ?? '';
  let owner = root as { [name: string]: Json };
  for (const segment of segments) owner = owner[segment] as { [name: string]: Json };
  change(owner, name);
  return root[''];
}

function replaced(pointer: string, value: unknown): Json {
  return changed(pointer, (owner, name) => {
    // The tables hold whatever a caller may pass, so this is the one place where the type looks away.
    owner[name] = value as Json;
  });
}

function without(pointer: string): Json {
  return changed(pointer, (owner, name) => Reflect.deleteProperty(owner, name));
}

export function mutationsOf({ pointer, properties }: RecordTable): Mutation[] {
  const mutations: Mutation[] = [];
  const extra = (name: string): Mutation => ({
    name: `${pointer || 'the root'}: an extra property ${name}`,
    document: changed(`${pointer}/x`, (owner) => {
      Object.defineProperty(owner, name, { value: 'red', enumerable: true, configurable: true, writable: true });
    }),
    path: `${pointer}/${name}`,
    says: `unknown property \`${name}\``,
  });
  mutations.push(extra('colour'), extra('__proto__'), extra('toString'));
  for (const [name, property] of Object.entries(properties)) {
    const place = `${pointer}/${name}`;
    if (property.required) {
      mutations.push({
        name: `${place}: missing`,
        document: without(place),
        path: pointer,
        says: `\`${name}\` is missing`,
      });
    }
    for (const sample of property.bad) {
      mutations.push({
        name: title(place, sample),
        document: replaced(place, sample.value),
        path: place + (sample.at ?? ''),
      });
    }
  }
  return mutations;
}

export function variationsOf({ pointer, properties }: RecordTable): Variation[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const place = `${pointer}/${name}`;
    const absent = { name: `${place}: absent`, document: property.required ? null : without(place) };
    const given = property.good.map((sample) => ({
      name: title(place, sample),
      document: replaced(place, sample.value),
    }));
    return property.required ? given : [absent, ...given];
  });
}

/** The document itself is of the wrong type. */
const ROOTS: readonly Mutation[] = [null, true, 7, 'x', []].map((document) => ({
  name: `the root: ${JSON.stringify(document)}`,
  document,
  path: '',
  says: 'the document must be an object',
}));

export const MUTATIONS: readonly Mutation[] = [...ROOTS, ...RECORDS.flatMap(mutationsOf)];
export const VARIATIONS: readonly Variation[] = RECORDS.flatMap(variationsOf);

function title(place: string, { why }: Sample): string {
  return `${place}: ${why}`;
}
