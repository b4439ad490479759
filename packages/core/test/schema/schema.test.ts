import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';
import {
  CONTEXTS,
  CUSTOM_TIME,
  ELEMENT_TYPES,
  ORIGINS,
  STATUS_COLORS,
  TAG_LISTS,
  TIMES,
} from '../../src/model/document.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { compileWithAjv } from './ajv.js';

interface Definition {
  type?: string;
  properties?: Record<
    string,
    Definition & { enum?: string[]; anyOf?: { enum?: string[]; pattern?: string }[]; $ref?: string }
  >;
  additionalProperties?: unknown;
  patternProperties?: object;
  propertyNames?: object;
}
const definitions = schema['$defs'] as Record<string, Definition>;
const property = (definition: string, name: string): NonNullable<Definition['properties']>[string] => {
  const found = definitions[definition]?.properties?.[name];
  if (found === undefined) throw new Error(`no ${definition}.${name}`);
  return found;
};

describe('the schema', () => {
  test('is valid JSON Schema 2020-12 and names itself', () => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['$id']).toBe('urn:screenplay:document:2026-01');
    const ajv = new Ajv2020();
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });

  test('closes every object', () => {
    const open: string[] = [];
    const walk = (part: unknown, at: string): void => {
      if (typeof part !== 'object' || part === null || at.endsWith('/if')) return;
      const { type, additionalProperties, propertyNames } = part as Definition;
      const chooses = at.endsWith('/element');
      if (type === 'object' && additionalProperties !== false && propertyNames === undefined && !chooses) open.push(at);
      for (const [name, inner] of Object.entries(part)) walk(inner, `${at}/${name}`);
    };
    walk(schema, '#');
    expect(open).toEqual([]);
  });

  test('says of every definition what it is', () => {
    const silent = Object.entries(definitions).filter(([, definition]) => !('title' in definition));
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test('gives the seven element types the same common properties', () => {
    const kinds = ['action', 'shot', 'transition', 'general', 'cue', 'parenthetical', 'dialogue'];
    const own = ['type', 'text', 'fov', 'perspective', 'character', 'display', 'origin', 'dual'];
    const common = kinds.map((kind) =>
      Object.entries(definitions[kind]?.properties ?? {}).filter(([name]) => !own.includes(name)),
    );
    expect(common[0]).toHaveLength(16);
    for (const properties of common) expect(properties).toEqual(common[0]);
  });

  test('has the lists of the model', () => {
    expect(property('slugline', 'context').enum).toEqual(CONTEXTS);
    expect(property('slugline', 'time').anyOf?.[0]?.enum).toEqual(TIMES);
    expect(property('slugline', 'time').anyOf?.[1]?.pattern).toBe(CUSTOM_TIME.source.replaceAll('\\/', '/'));
    expect(property('dialogue', 'origin').enum).toEqual(ORIGINS);
    expect(property('status', 'color').enum).toEqual(STATUS_COLORS);
    expect(property('element', 'type').enum).toEqual(ELEMENT_TYPES);
    expect(TAG_LISTS.map((list) => property('scene', list).$ref)).toEqual(TAG_LISTS.map(() => '#/$defs/tags'));
  });
});

describe('another validator with the same schema', () => {
  const ajv = compileWithAjv();
  const errorsOf = (change: object): string[] => {
    const document = fullDocument();
    Object.assign(document.document.scenes[0]?.body[0] ?? {}, change);
    ajv(document);
    // `if` only repeats that the branch chosen has an error.
    return (ajv.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
  };

  test('accepts every type of element', () => expect(ajv(fullDocument())).toBe(true));
  test('has one error for a wrong type', () =>
    expect(errorsOf({ type: 'song' })).toEqual(['/document/scenes/0/body/0/type']));
  test('has one error for a wrong text', () =>
    expect(errorsOf({ text: 7 })).toEqual(['/document/scenes/0/body/0/text']));
  test("has one error for another type's property", () => {
    expect(errorsOf({ fov: 40 })).toEqual(['/document/scenes/0/body/0']);
  });
});
