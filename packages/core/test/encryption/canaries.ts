import { schema } from '../../src/schema/index.js';
import type { ScreenplayDocument } from '../../src/model/document.js';

type Schema = { readonly [keyword: string]: unknown };

/** What kind of place a string is in; the rules of what is encrypted go by it. */
export type Place = 'text' | 'name' | 'words in meta' | 'settings in meta' | 'meta of others' | 'other';

export interface Canary {
  text: string;
  pointer: string;
  place: Place;
}

/** Keys of `meta`, with the kind of place that each is. */
const META: Readonly<Record<string, Place>> = {
  'screenplay.source': 'words in meta',
  'screenplay.title-page.contact': 'words in meta',
  'screenplay.arc-beats.2': 'words in meta',
  'screenplay.fdx.never-seen': 'words in meta',
  'screenplay.number': 'settings in meta',
  'screenplay.runs.en': 'settings in meta',
  'example.key': 'meta of others',
  screenplay: 'meta of others',
};

/** What stands where a form leaves no room for a canary. */
const FIXED: Readonly<Record<string, string>> = {
  '^\\d+\\.\\d+\\.\\d+$': '1.0.0',
  '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$': 'en',
  '^#(?:[A-Fa-f0-9]{3}|[A-Fa-f0-9]{6})$': '#0066ff',
  'date-time': '2026-01-31T12:00:00Z',
};

/**
 * A document made from the schema alone, in which every string that can be is a word of its own: whatever property the
 * schema has or gets is in it. It is not encrypted, and its analysis holds no texts.
 */
export function canaryDocument(): { document: ScreenplayDocument; canaries: Canary[] } {
  const canaries: Canary[] = [];
  let uuids = 0;

  const canary = (pointer: string, place: Place): string => {
    const text = `canary-${canaries.length + 1}-`;
    canaries.push({ text, pointer, place });
    return text;
  };

  const build = (part: Schema, pointer: string): unknown => {
    const { $ref, anyOf, enum: values, const: constant, type } = part;
    if ($ref === '#/$defs/meta') {
      return Object.fromEntries(Object.entries(META).map(([key, place]) => [key, canary(`${pointer}/${key}`, place)]));
    }
    if ($ref === '#/$defs/text' && pointer.startsWith('/analysis/')) return {};
    if ($ref === '#/$defs/text') return { en: canary(`${pointer}/en`, 'text'), fr: canary(`${pointer}/fr`, 'text') };
    if ($ref === '#/$defs/name') return { en: canary(`${pointer}/en`, 'name') };
    if (typeof $ref === 'string') return build(definition($ref), pointer);
    if (constant !== undefined) return constant;
    if (Array.isArray(values)) return values[0];
    if (type === undefined && Array.isArray(anyOf)) return build(anyOf[0] as Schema, pointer);
    switch (type) {
      case 'integer':
      case 'number':
        return 1;
      case 'boolean':
        return true;
      case 'array':
        return buildList(part, pointer);
      case 'object':
        return buildObject(part, pointer);
      case 'string':
        return buildString(part, pointer);
      default:
        throw new Error(`what is at ${pointer}?`);
    }
  };

  const buildList = (part: Schema, pointer: string): unknown[] => {
    const items = part['items'] as Schema;
    if (items['$ref'] === '#/$defs/element') {
      const branches = definition('#/$defs/element')['allOf'] as { then: Schema }[];
      return branches.map((branch, at) => build(branch.then, `${pointer}/${at}`));
    }
    const length = Math.max(1, (part['minItems'] as number | undefined) ?? 1);
    return Array.from({ length }, (_, at) => build(items, `${pointer}/${at}`));
  };

  const buildObject = (part: Schema, pointer: string): unknown => {
    const { properties, additionalProperties } = part as { properties?: Schema; additionalProperties: Schema };
    if (!properties) {
      const key = '00000000-0000-4000-8000-00000000000a';
      return { [key]: build(additionalProperties, `${pointer}/${key}`) };
    }
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => name !== 'encrypt')
        .map(([name, property]) => [name, build(property as Schema, `${pointer}/${name}`)]),
    );
  };

  const buildString = ({ format, pattern, anyOf }: Schema, pointer: string): string => {
    if (format === 'uuid') return `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`;
    if (format === 'uri') return `https://${canary(pointer, 'other')}.example/`;
    const fixed = FIXED[(format ?? pattern ?? '') as string];
    if (fixed !== undefined) return fixed;
    // Times of day are in capitals, slugs end in a word.
    if (anyOf !== undefined) return canary(pointer, 'other').toUpperCase();
    return `${canary(pointer, 'other')}x`;
  };

  return { document: build(schema, '') as ScreenplayDocument, canaries };
}

function definition(ref: string): Schema {
  const found = (schema['$defs'] as Record<string, Schema>)[ref.replace('#/$defs/', '')];
  if (!found) throw new Error(`no ${ref}`);
  return found;
}
