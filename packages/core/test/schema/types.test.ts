import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { shapeOfModel, shapeOfSchema } from './type-shape.js';

test('the types say what the schema says', () => {
  expect(shapeOfModel()).toEqual(shapeOfSchema(schema));
});

test.each([
  ['a property that may be left out', '  given: string;', '  given?: string;'],
  ['a property that must be there', '  locale?: string;', '  locale: string;'],
  ['a property less', '  dom?: string;\n', ''],
  ['a property more', '  dom?: string;\n', '  dom?: string;\n  css?: string;\n'],
  ['another name', '  perspective?:', '  projection?:'],
  ['another type', '  fov?: number;', '  fov?: string;'],
  ['a value less', "'O.C.', 'FILTER'", "'O.C.'"],
  ['a value more', "'2D' | '3D'", "'2D' | '3D' | '4D'"],
  ['a type of element less', ' | Parenthetical | Dialogue', ' | Dialogue'],
  ['a scene list less', "  'moods',\n", ''],
  ['a pair that is a list', '[number, number][]', 'number[][]'],
  ['a null that is not allowed', 'encrypt?: Encrypt | null', 'encrypt?: Encrypt'],
  ['a list of something else', '  notes?: Note[];', '  notes?: string[];'],
])('a type that drifts is seen: %s', (_, from, to) => {
  const edit = (source: string): string => {
    // A list without one of its values no longer satisfies the check beside it; that is not what is tested here.
    const edited = source.replace(from, to).replace('as const satisfies readonly ElementType[]', 'as const');
    expect(edited, 'the edit applies').not.toBe(
      source.replace('as const satisfies readonly ElementType[]', 'as const'),
    );
    return edited;
  };
  expect(shapeOfModel(edit)).not.toEqual(shapeOfSchema(schema));
});
