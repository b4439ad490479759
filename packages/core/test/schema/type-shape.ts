import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * What both a JSON Schema and a TypeScript type can say about a value: its kind, its properties and which of them it
 * must have, its values where they are listed. Formats, patterns and bounds are beyond types and left out.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | { values: string[] }
  | { list: Shape }
  | { tuple: Shape[] }
  | { map: Shape }
  | { record: Record<string, { required: boolean; shape: Shape }> }
  | { either: Shape[] };

type Schema = { readonly [keyword: string]: unknown };

export function shapeOfSchema(root: Schema, schema: Schema = root): Shape {
  const shapeOf = (part: unknown): Shape => shapeOfSchema(root, part as Schema);
  const { $ref, allOf, anyOf, const: constant, enum: values, type } = schema;
  if (typeof $ref === 'string') return shapeOf((root['$defs'] as Schema)[$ref.replace('#/$defs/', '')]);
  if (typeof constant === 'string') return { values: [constant] };
  if (Array.isArray(values)) return { values: [...(values as string[])].sort() };
  if (Array.isArray(allOf)) return either((allOf as { then: Schema }[]).map((branch) => shapeOf(branch.then)));
  if (type === undefined && Array.isArray(anyOf)) return either(anyOf.map(shapeOf));
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = shapeOf(schema['items']);
      const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
      return minItems !== undefined && minItems === maxItems
        ? { tuple: Array.from({ length: minItems }, () => item) }
        : { list: item };
    }
    case 'object': {
      const {
        properties,
        patternProperties,
        additionalProperties,
        required = [],
      } = schema as Record<string, Schema | undefined>;
      if (patternProperties) return { map: shapeOf(Object.values(patternProperties)[0]) };
      if (!properties) return { map: shapeOf(additionalProperties) };
      const entries = Object.entries(properties).map(
        ([name, part]) =>
          [name, { required: (required as unknown as string[]).includes(name), shape: shapeOf(part) }] as const,
      );
      return { record: Object.fromEntries(entries) };
    }
    default:
      return type as 'string' | 'boolean' | 'null';
  }
}

const MODEL = fileURLToPath(new URL('../../src/model/document.ts', import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  lib: ['lib.es5.d.ts'],
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
};

/** The shape of `ScreenplayDocument` in model/document.ts, after `edit` has had its way with the source. */
export function shapeOfModel(edit: (source: string) => string = (source) => source): Shape {
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (name === MODEL ? edit(read(name) ?? '') : read(name));
  const program = ts.createProgram([MODEL], OPTIONS, host);
  const source = program.getSourceFile(MODEL);
  const [problem] = ts.getPreEmitDiagnostics(program);
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, ' '));
  const checker = program.getTypeChecker();
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'ScreenplayDocument');
  if (!symbol) throw new Error('the model exports no ScreenplayDocument');
  return shapeOfType(checker.getDeclaredTypeOfSymbol(symbol), checker);
}

function shapeOfType(type: ts.Type, checker: ts.TypeChecker): Shape {
  const shapeOf = (part: ts.Type): Shape => shapeOfType(part, checker);
  if (type.flags & ts.TypeFlags.String) return 'string';
  if (type.flags & ts.TypeFlags.Number) return 'number';
  // An optional boolean is a union of undefined, true and false.
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.flags & ts.TypeFlags.Null) return 'null';
  if (type.isStringLiteral()) return { values: [type.value] };
  if (type.isUnion()) return either(type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)).map(shapeOf));
  if (checker.isTupleType(type)) return { tuple: checker.getTypeArguments(type as ts.TypeReference).map(shapeOf) };
  if (checker.isArrayType(type))
    return { list: shapeOf(checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type) };
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (index) return { map: shapeOf(index) };
  if (!(type.flags & ts.TypeFlags.Object)) throw new Error(`the schema has no word for ${checker.typeToString(type)}`);
  const entries = checker.getPropertiesOfType(type).map((property) => {
    const required = !(property.flags & ts.SymbolFlags.Optional);
    return [property.name, { required, shape: shapeOf(checker.getTypeOfSymbol(property)) }] as const;
  });
  return { record: Object.fromEntries(entries) };
}

/** One of several shapes, in an order of its own; strings from lists become one list. */
function either(shapes: readonly Shape[]): Shape {
  const values = shapes.flatMap((shape) => (typeof shape === 'object' && 'values' in shape ? shape.values : []));
  const others = [...new Set(shapes.filter((shape) => !(typeof shape === 'object' && 'values' in shape)))];
  const all: Shape[] = values.length > 0 ? [{ values: values.sort() }, ...others] : others;
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  return { either: all.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) };
}

/** Something to sort by that does not hang on the order of properties. */
function nameOf(shape: Shape): string {
  return typeof shape === 'object' && 'record' in shape
    ? JSON.stringify(shape.record['type'] ?? '')
    : JSON.stringify(shape);
}
