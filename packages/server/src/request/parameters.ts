import { HttpError } from '../errors/http-error.js';
import type { ReplyCode } from '../errors/status-table.js';
import type { JsonSchema } from '../openapi/json-schema.js';

/** A value by name in the query of a request, or in the fields of its form. */
export interface Parameter<T> {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: true;
  /** What the text says, undefined when it says nothing that the schema allows. */
  readonly parse: (text: string) => T | undefined;
  /** What a wrong value must be instead. */
  readonly expected: string;
  /** Of a wrong value. Default `bad_option`. */
  readonly code?: ReplyCode;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type Values<P extends Parameters> = {
  [Name in keyof P]:
    | (P[Name] extends Parameter<infer T> ? T : never)
    | (P[Name] extends { required: true } ? never : undefined);
};

/** What a request says, each name with what stands for it. */
export type Texts = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The values of parameters; what is not among them is left alone.
 *
 * @throws HttpError `bad_option`, or the code that a parameter names
 */
export function readParameters<P extends Parameters>(texts: Texts, parameters: P): Values<P> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) values[name] = readParameter(texts, name, parameter);
  return values as Values<P>;
}

function readParameter(texts: Texts, name: string, { parse, expected, required, code }: Parameter<unknown>): unknown {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  const details = { parameter: name };
  if (text === undefined) {
    if (required) throw new HttpError('bad_option', `\`${name}\` is required: ${expected}`, { details });
    return undefined;
  }
  if (typeof text !== 'string') throw new HttpError('bad_option', `\`${name}\` is given more than once`, { details });
  const value = parse(text);
  if (value === undefined) throw new HttpError(code ?? 'bad_option', `\`${name}\` must be ${expected}`, { details });
  return value;
}

/** One of some words. */
export function choice<Word extends string>(
  words: readonly Word[],
  description: string,
  code?: ReplyCode,
): Parameter<Word> {
  return {
    description,
    schema: { type: 'string', enum: words },
    parse: (text) => words.find((word) => word === text),
    expected: words.length === 1 ? words.join() : `one of ${words.join(', ')}`,
    ...(code === undefined ? {} : { code }),
  };
}

/** `true` or `false`. */
export function flag(description: string): Parameter<boolean> {
  return {
    description,
    schema: { type: 'boolean', default: false },
    parse: (text) => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined),
    expected: 'true or false',
  };
}

/** A whole number, both ends included. */
export function wholeNumber(
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
  description: string,
): Parameter<number> {
  return {
    description,
    schema: { type: 'integer', minimum: min, maximum: max, default: otherwise },
    parse(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    expected: `a whole number from ${min} to ${max}`,
  };
}

/** Any text but none. */
export function freeText(longest: number, description: string): Parameter<string> {
  return {
    description,
    schema: { type: 'string', minLength: 1, maxLength: longest },
    parse: (text) => (text !== '' && text.length <= longest ? text : undefined),
    expected: `a text of at most ${longest} characters`,
  };
}

export function required<T>(parameter: Parameter<T>): Parameter<T> & { required: true } {
  return { ...parameter, required: true };
}
