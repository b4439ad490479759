type Schema = { readonly [keyword: string]: unknown };

const RULES = new Set([
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
]);
/** Rules are in the definitions that these lead to. */
const SILENT = new Set(['$schema', '$id', '$ref', 'title', 'description', 'default', 'if']);

/** The rules of a schema, and where each part of it is. */
export interface Constraints {
  /** Every single rule by its place, e.g. `#/$defs/slug/minLength`, `#/required/title`. */
  rules: string[];
  /** Place of each subschema, by identity. */
  places: Map<unknown, string>;
}

export function constraintsOf(schema: Schema): Constraints {
  const found: Constraints = { rules: [], places: new Map() };
  collect(schema, '#', found);
  return found;
}

function collect(schema: Schema, place: string, found: Constraints): void {
  found.places.set(schema, place);
  const descend = (part: unknown, at: string): void => collect(part as Schema, at, found);
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${place}/${keyword}`;
    switch (keyword) {
      case 'required':
        found.rules.push(...(value as string[]).map((name) => `${at}/${name}`));
        break;
      case '$defs':
      case 'properties':
      case 'patternProperties':
        for (const [name, part] of Object.entries(value as Schema)) descend(part, `${at}/${name}`);
        break;
      case 'items':
      case 'propertyNames':
      case 'then':
        descend(value, at);
        break;
      case 'additionalProperties':
        if (value === false) found.rules.push(at);
        else descend(value, at);
        break;
      case 'anyOf':
      case 'allOf':
        if (keyword === 'anyOf') found.rules.push(at);
        for (const [index, branch] of (value as Schema[]).entries()) descend(branch, `${at}/${index}`);
        break;
      default:
        if (RULES.has(keyword)) found.rules.push(at);
        else if (!SILENT.has(keyword)) throw new Error(`is ${at} a rule?`);
    }
  }
}
