// Compiles src/schema/document.schema.json into src/schema/validator.generated.ts, so that nothing interprets the
// schema at run time. Run it after every change of the schema; with --check it only says whether the file is current.
//
// A keyword that it does not know stops it: no rule of the schema can be overlooked.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {{ [keyword: string]: any }} Schema */

const SOURCE = fileURLToPath(new URL('../src/schema/document.schema.json', import.meta.url));
const TARGET = fileURLToPath(new URL('../src/schema/validator.generated.ts', import.meta.url));

const ANNOTATIONS = new Set(['title', 'description', 'default', '$comment']);

/** What a person reads when a string breaks a pattern: the end of "... must be". */
const PATTERN_PHRASES = new Map([
  ['^\\d+\\.\\d+\\.\\d+$', 'a version such as `1.0.0`'],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'lower-case letters a-z and digits, in words joined by single hyphens'],
  ['^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', 'a language tag such as `en` or `pt-BR`'],
  ['^[A-Za-z0-9][A-Za-z0-9._:-]{1,31}$', 'the name of a character set such as `utf-8`'],
  ['^[A-Za-z0-9_.:-]{1,64}$', '1 to 64 of the characters a-z, A-Z, 0-9, `_`, `.`, `:` and `-`'],
  ['^#(?:[A-Fa-f0-9]{3}|[A-Fa-f0-9]{6})$', 'a colour such as `#fc0` or `#ffcc00`'],
  ["^[A-Z0-9][A-Z0-9 .’'/-]{1,39}$", "capitals A-Z, digits, blanks and any of `.`, `’`, `'`, `/`, `-`"],
]);

/** @type {Map<string, { test: string, phrase: string }>} */
const FORMATS = new Map([
  ['uuid', { test: 'isUuid', phrase: 'a UUID (hexadecimal digits, 8-4-4-4-12)' }],
  ['date-time', { test: 'isDateTime', phrase: 'an instant that exists, such as `2026-01-31T12:00:00Z`' }],
  ['uri', { test: 'isUri', phrase: 'a URI such as `https://example.org/`' }],
]);

/** Splits a schema into the keywords asked for, or stops when it has others. */
class Keywords {
  /** @param {Schema} schema @param {string} place */
  constructor(schema, place) {
    this.place = place;
    this.rest = new Map(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
  }

  /** @param {string} keyword */
  has(keyword) {
    return this.rest.has(keyword);
  }

  /** @param {string} keyword @returns {any} */
  take(keyword) {
    const value = this.rest.get(keyword);
    this.rest.delete(keyword);
    return value;
  }

  finish() {
    if (this.rest.size > 0) throw new Error(`${this.place}: no rule for ${[...this.rest.keys()].join(', ')}`);
  }
}

/** @param {string} text */
function quote(text) {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** @param {string} source @param {string} place */
function patternPhrase(source, place) {
  const phrase = PATTERN_PHRASES.get(source);
  if (phrase === undefined) throw new Error(`${place}: say in PATTERN_PHRASES what ${source} means`);
  return phrase;
}

/** Arguments without the trailing ones that say what the function assumes anyway. @param {[string, string][]} given */
function args(given) {
  const kept = [...given];
  while (kept.length > 0 && kept.at(-1)?.[0] === kept.at(-1)?.[1]) kept.pop();
  return kept.map(([value]) => value).join(', ');
}

/** @param {readonly string[]} values */
function strings(values) {
  return `[${values.map(quote).join(', ')}]`;
}

/** @param {string} name */
function checkName(name) {
  return `check${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** @param {Schema} schema @param {string} place @returns {string} */
function compile(schema, place) {
  const keywords = new Keywords(schema, place);
  const code = compileWith(keywords);
  keywords.finish();
  return code;
}

/** @param {Keywords} keywords @returns {string} */
function compileWith(keywords) {
  const { place } = keywords;
  if (keywords.has('$ref')) return checkName(keywords.take('$ref').replace('#/$defs/', ''));
  if (keywords.has('const')) return `oneOf(${strings([keywords.take('const')])})`;
  if (keywords.has('enum')) return `oneOf(${strings(keywords.take('enum'))})`;
  const type = keywords.take('type');
  switch (type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return `${type}(${bounds(keywords, 'minimum', 'maximum', '-Infinity')})`;
    case 'string':
      return compileString(keywords);
    case 'array': {
      const item = compile(keywords.take('items'), `${place}/items`);
      const call = keywords.take('uniqueItems') === true ? 'uniqueList' : 'list';
      const size = bounds(keywords, 'minItems', 'maxItems', '0');
      return `${call}(${size === '' ? item : `${item}, ${size}`})`;
    }
    case 'object':
      return compileObject(keywords);
    case undefined: {
      const branches = keywords.take('anyOf');
      if (branches?.length !== 2 || branches[1].type !== 'null') throw new Error(`${place}: no rule for this schema`);
      return `nullable(${compile(branches[0], `${place}/anyOf/0`)})`;
    }
    default:
      throw new Error(`${place}: no rule for type ${type}`);
  }
}

/** @param {Keywords} keywords @param {string} least @param {string} most @param {string} floor */
function bounds(keywords, least, most, floor) {
  const min = String(keywords.take(least) ?? floor);
  const max = String(keywords.take(most) ?? 'Infinity');
  return args([
    [min, floor],
    [max, 'Infinity'],
  ]);
}

/** @param {Keywords} keywords */
function compileString(keywords) {
  const { place } = keywords;
  if (keywords.has('format')) {
    const format = FORMATS.get(keywords.take('format'));
    if (format === undefined) throw new Error(`${place}: unknown format`);
    return `format(${format.test}, ${quote(format.phrase)})`;
  }
  let source = keywords.take('pattern');
  let listed = '[]';
  const branches = keywords.take('anyOf');
  if (branches !== undefined) {
    const [list, own] = branches;
    if (branches.length !== 2 || !list.enum || !own.pattern || source)
      throw new Error(`${place}: no rule for this anyOf`);
    listed = strings(list.enum);
    source = own.pattern;
  }
  const min = String(keywords.take('minLength') ?? 0);
  const max = String(keywords.take('maxLength') ?? 'Infinity');
  /** @type {[string, string][]} */
  const size = [
    [min, '0'],
    [max, 'Infinity'],
  ];
  if (source === undefined) return `string(${args(size)})`;
  const phrase = patternPhrase(source, place);
  return `pattern(${new RegExp(source, 'u')}, ${quote(phrase)}${args([['', ''], ...size, [listed, '[]']])})`;
}

/** @param {Keywords} keywords */
function compileObject(keywords) {
  const { place } = keywords;
  if (keywords.has('allOf')) return compileVariant(keywords);
  const others = keywords.take('additionalProperties');
  if (keywords.has('patternProperties')) {
    const entries = Object.entries(keywords.take('patternProperties'));
    const [entry] = entries;
    if (entry === undefined || entries.length > 1 || others !== false)
      throw new Error(`${place}: no rule for this map`);
    const [source, value] = entry;
    const test = `(key) => ${new RegExp(source, 'u')}.test(key)`;
    return `map(${test}, ${quote(patternPhrase(source, place))}, ${compile(value, `${place}/patternProperties`)})`;
  }
  if (keywords.has('propertyNames')) {
    const key = resolve(keywords.take('propertyNames'));
    const format = FORMATS.get(key['format']);
    if (format === undefined) throw new Error(`${place}: no rule for these propertyNames`);
    return `map(${format.test}, ${quote(format.phrase)}, ${compile(others, `${place}/additionalProperties`)})`;
  }
  if (others !== false) throw new Error(`${place}: an object must be closed`);
  const rows = Object.entries(keywords.take('properties')).map(
    ([name, value]) => `  ${name}: ${compile(value, `${place}/properties/${name}`)},`,
  );
  const required = keywords.take('required') ?? [];
  const body = `{\n${rows.join('\n')}\n}`;
  return required.length === 0 ? `record(${body})` : `record(${body}, ${strings(required)})`;
}

/** An object whose `type` picks the definition: `allOf` of `if` it is this constant `then` that definition. */
function compileVariant(/** @type {Keywords} */ keywords) {
  const { place } = keywords;
  const [tag, ...more] = keywords.take('required');
  const tagged = keywords.take('properties');
  const rows = keywords.take('allOf').map((/** @type {Schema} */ branch, /** @type {number} */ at) => {
    const inner = new Keywords(branch, `${place}/allOf/${at}`);
    const condition = inner.take('if');
    const value = condition.properties?.[tag]?.const;
    const expected = { type: 'object', properties: { [tag]: { const: value } }, required: [tag] };
    if (JSON.stringify(condition) !== JSON.stringify(expected)) throw new Error(`${inner.place}: no rule for this if`);
    if (value !== tagged[tag].enum[at]) throw new Error(`${inner.place}: not in the order of the enum`);
    const row = `  ${value}: ${compile(inner.take('then'), `${inner.place}/then`)},`;
    inner.finish();
    return row;
  });
  if (more.length > 0 || Object.keys(tagged).length !== 1 || rows.length !== tagged[tag].enum.length) {
    throw new Error(`${place}: no rule for this choice`);
  }
  return `variant(${quote(tag)}, {\n${rows.join('\n')}\n})`;
}

/** @param {Schema} value @returns {Schema} */
function resolve(value) {
  return value['$ref'] === undefined ? value : schema['$defs'][value['$ref'].replace('#/$defs/', '')];
}

/** The definitions that a schema refers to. @param {any} value @returns {string[]} */
function referencesOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref'].replace('#/$defs/', '')] : [];
  return own.concat(...Object.values(value).map(referencesOf));
}

/** Definitions in an order in which each comes after those that it refers to. @param {Schema} definitions */
function inOrder(definitions) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {readonly string[]} above */
  const visit = (name, above) => {
    if (done.has(name)) return;
    if (above.includes(name)) throw new Error(`${name} refers to itself`);
    for (const other of referencesOf(definitions[name])) visit(other, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(definitions)) visit(name, []);
  return [...done];
}

function generate() {
  const { $schema, $id, $defs, ...root } = schema;
  if ($schema !== 'https://json-schema.org/draft/2020-12/schema') throw new Error('not a 2020-12 schema');
  const checks = inOrder($defs).map((name) => `const ${checkName(name)} = ${compile($defs[name], `#/$defs/${name}`)};`);
  checks.push(`/** Every rule of ${$id}. */\nexport const checkDocument: Check = ${compile(root, '#')};`);
  const code = checks.join('\n');
  const used = (/** @type {readonly string[]} */ names) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const functions = ['boolean', 'format', 'integer', 'list', 'map', 'nullable', 'number', 'oneOf', 'pattern', 'record'];
  return `// Generated from document.schema.json by scripts/generate-validator.mjs. Change those, not this.

import { isUuid } from '../model/ids.js';
import { ${used([...functions, 'string', 'uniqueList', 'variant']).join(', ')} } from './checks.js';
import type { Check } from './checks.js';
import { isDateTime, isUri } from './formats.js';

${code}
`;
}

/** @type {Schema} */
const schema = JSON.parse(readFileSync(SOURCE, 'utf8'));
const code = generate();
if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== code) {
    console.error('validator.generated.ts is not what document.schema.json says: run scripts/generate-validator.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(TARGET, code);
