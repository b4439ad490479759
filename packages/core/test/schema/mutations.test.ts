import { describe, expect, test } from 'vitest';
import { schema, validate } from '../../src/schema/index.js';
import type { Validation } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { brokenRules, compileWithAjv } from './ajv.js';
import { constraintsOf } from './constraints.js';
import { MUTATIONS, VARIATIONS, mutationsOf, variationsOf } from './mutations.js';
import { RECORDS } from './records.js';

const ajv = compileWithAjv();

function faultPaths(result: Validation): string[] {
  return result.valid ? [] : result.errors.map(({ path }) => path);
}

test('the full document is valid', () => {
  expect(validate(fullDocument())).toEqual({ valid: true });
  expect(ajv(fullDocument())).toBe(true);
});

test('there are at least 150 mutations', () => {
  expect(MUTATIONS.length).toBeGreaterThan(1500);
  expect(VARIATIONS.length).toBeGreaterThan(500);
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

test('a document that is no object is refused at the root', () => {
  for (const mutation of MUTATIONS.filter(({ path, says }) => path === '' && says?.startsWith('the document'))) {
    expect(validate(mutation.document)).toMatchObject({
      errors: [{ path: '', message: expect.stringContaining(mutation.says ?? '') }],
    });
  }
});

describe.each(RECORDS)('$definition at $pointer', (table) => {
  test('each broken rule is one fault at its place', () => {
    for (const { name, document, path, says } of mutationsOf(table)) {
      const result = validate(document);
      expect(faultPaths(result), name).toEqual([path]);
      if (says !== undefined && !result.valid) expect(result.errors[0]?.message, name).toBe(says);
    }
  });

  test('what is just inside the bounds passes', () => {
    for (const { name, document } of variationsOf(table)) {
      expect(validate(document), name).toEqual({ valid: true });
      expect(ajv(document), `${name}, by ajv`).toBe(true);
    }
  });

  test('the table and the schema name the same properties', () => {
    const definitions = schema['$defs'] as Record<string, { properties: object; required?: string[] }>;
    const definition =
      table.definition === '' ? (schema as (typeof definitions)[string]) : definitions[table.definition];
    const required = Object.keys(table.properties).filter((name) => table.properties[name]?.required);
    expect(Object.keys(definition?.properties ?? {}).sort()).toEqual(Object.keys(table.properties).sort());
    expect([...(definition?.required ?? [])].sort()).toEqual(required.sort());
  });

  test('the full document has every property', () => {
    let record: unknown = fullDocument();
    for (const segment of table.pointer.split('/').slice(1)) record = (record as Record<string, unknown>)[segment];
    expect(Object.keys(record as object).sort()).toEqual(Object.keys(table.properties).sort());
  });
});

test('every record of the schema has a table', () => {
  const definitions = Object.entries(schema['$defs'] as Record<string, { properties?: object }>);
  const records = definitions.filter(([name, { properties }]) => properties !== undefined && name !== 'element');
  expect(new Set(RECORDS.map(({ definition }) => definition))).toEqual(new Set(['', ...records.map(([name]) => name)]));
});

test('no rule of the schema is without a mutation that breaks it', () => {
  const broken = new Set<string>();
  const { rules, places } = constraintsOf(schema);
  for (const { document } of MUTATIONS) {
    ajv(document);
    for (const rule of brokenRules(ajv.errors, places)) broken.add(rule);
  }
  // The choice by type comes first: whoever gets to one of the seven definitions is an object of that type.
  const kinds = 'action|shot|transition|general|cue|parenthetical|dialogue';
  const unreachable = new RegExp(`^#/\\$defs/(?:${kinds})/(?:type|required/type|properties/type/const)$`);
  expect(rules.length).toBeGreaterThan(400);
  expect(rules.filter((rule) => !broken.has(rule) && !unreachable.test(rule))).toEqual([]);
});
