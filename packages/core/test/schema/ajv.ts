import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schema } from '../../src/schema/index.js';

/**
 * The same schema in the hands of another validator. Its formats are laxer than RFC 9562 and RFC 3339 (a UUID may be a
 * URN, an instant may have a blank for the T and half an offset), so those two must have the strict form as well.
 */
export function compileWithAjv(): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true, logger: false });
  addFormats.default(ajv);
  const lax = ajv.formats['date-time'];
  const isDateTime =
    typeof lax === 'object' && 'validate' in lax ? (lax.validate as (text: string) => boolean) : undefined;
  if (isDateTime === undefined) throw new Error('ajv-formats no longer has a function for date-time');
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat(
    'date-time',
    (text: string) => /^[\d-]{10}T[\d:]{8}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text) && isDateTime(text),
  );
  return ajv.compile(schema);
}

/** Rules of the schema that the errors name; `places` tells where in the schema each of its parts is. */
export function brokenRules(
  errors: readonly ErrorObject[] | null | undefined,
  places: ReadonlyMap<unknown, string>,
): string[] {
  return (errors ?? []).map(({ keyword, params, parentSchema }) => {
    const rule = `${places.get(parentSchema)}/${keyword}`;
    return keyword === 'required' ? `${rule}/${params['missingProperty']}` : rule;
  });
}
