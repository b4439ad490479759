import { schema } from '@screenplay/core';
import type { Parameter } from './parameters.js';

interface LanguageSchema {
  $defs: { lang: { pattern: string } };
}

/** The document schema's own pattern. */
const PATTERN = new RegExp((schema as unknown as LanguageSchema).$defs.lang.pattern, 'u');
const LONGEST = 64;

/** A BCP 47 language tag. */
export function language(description: string, otherwise?: string): Parameter<string> {
  return {
    description,
    schema: {
      type: 'string',
      pattern: PATTERN.source,
      maxLength: LONGEST,
      ...(otherwise === undefined ? {} : { default: otherwise }),
    },
    parse: (text) => (text.length <= LONGEST && PATTERN.test(text) ? text : undefined),
    expected: 'a BCP 47 language tag such as en or pt-BR',
  };
}
