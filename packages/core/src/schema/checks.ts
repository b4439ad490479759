import type { Report } from './report.js';

/**
 * The rules that the schema is made of, as functions that make checks. `validator.generated.ts` puts them together the
 * way `document.schema.json` says. A value has one fault at most of its own: what has the wrong type is not measured,
 * what has the wrong length is not matched.
 *
 * Why not the code that ajv generates: on a feature of 7000 elements it takes 1.4 times as long, it is four times the
 * size of all of this after compression, its messages speak of schemas and not of screenplays, and with all errors
 * asked for it makes an object for every fault of a hostile document. The tests hold the two to the same verdicts.
 */

/** Reports every fault of a value and of what it holds. */
export type Check = (value: unknown, report: Report) => void;

type JsonObject = Readonly<Record<string, unknown>>;

export const boolean: Check = (value, report) => {
  if (typeof value !== 'boolean') report.wrongType('true or false', value);
};

/** A string of `min` to `max` code points. */
export function string(min = 0, max = Infinity): Check {
  return (value, report) => {
    if (typeof value !== 'string') report.wrongType('a string', value);
    else checkLength(value, min, max, report);
  };
}

/** A string that `expression` matches or that is one of `listed`; `phrase` ends the sentence "... must be". */
export function pattern(
  expression: RegExp,
  phrase: string,
  min = 0,
  max = Infinity,
  listed: readonly string[] = [],
): Check {
  return (value, report) => {
    if (typeof value !== 'string') report.wrongType('a string', value);
    else if (checkLength(value, min, max, report) && !expression.test(value) && !listed.includes(value)) {
      report.faultOf(() => `must be ${listed.length === 0 ? phrase : `one of ${names(listed)}, or ${phrase}`}`);
    }
  };
}

export function format(matches: (text: string) => boolean, phrase: string): Check {
  return (value, report) => {
    if (typeof value !== 'string') report.wrongType('a string', value);
    else if (!matches(value)) report.fault(`must be ${phrase}`);
  };
}

export function oneOf(values: readonly string[]): Check {
  return (value, report) => {
    if (typeof value !== 'string' || !values.includes(value)) report.faultOf(() => `must be ${choice(values)}`);
  };
}

export function integer(min = -Infinity, max = Infinity): Check {
  return (value, report) => {
    if (!Number.isInteger(value)) report.wrongType('a whole number', value);
    else checkRange(value as number, min, max, report);
  };
}

export function number(min = -Infinity, max = Infinity): Check {
  return (value, report) => {
    if (!Number.isFinite(value)) report.wrongType('a number', value);
    else checkRange(value as number, min, max, report);
  };
}

export function nullable(check: Check): Check {
  return (value, report) => {
    if (value !== null) check(value, report);
  };
}

export function list(item: Check, min = 0, max = Infinity): Check {
  return (value, report) => {
    if (!Array.isArray(value)) {
      report.wrongType('an array', value);
      return;
    }
    const items: readonly unknown[] = value;
    if (items.length < min || items.length > max) report.faultOf(() => `must have ${amount(min, max, 'item')}`);
    const level = report.depth++;
    for (let i = 0; i < items.length; i++) {
      report.path[level] = i;
      item(items[i], report);
    }
    report.depth = level;
  };
}

/** A list of strings or numbers of which no two are the same. Said only of a list whose items are all good. */
export function uniqueList(item: Check, min = 0, max = Infinity): Check {
  const each = list(item, min, max);
  return (value, report) => {
    const before = report.total;
    each(value, report);
    if (report.total > before || !Array.isArray(value) || value.length < 2) return;
    const items: readonly unknown[] = value;
    if (new Set(items).size < items.length) report.faultOf(() => `must not repeat itself: ${repetition(items)}`);
  };
}

/**
 * An object of named properties and no others. A property that is `undefined` counts as absent, as in JSON text; only
 * an object's own properties count.
 */
export function record(properties: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  const fields = new Map(
    Object.entries(properties).map(([name, check]) => {
      const place = required.indexOf(name);
      return [name, { check, bit: place < 0 ? 0 : 1 << place }] as const;
    }),
  );
  const complete = (1 << required.length) - 1;
  return (value, report) => {
    if (!isObject(value)) {
      report.wrongType('an object', value);
      return;
    }
    const level = report.depth++;
    let seen = 0;
    for (const name of Object.keys(value)) {
      report.path[level] = name;
      const field = fields.get(name);
      if (field === undefined) {
        report.unknown(name);
        continue;
      }
      const member = value[name];
      if (member === undefined) continue;
      seen |= field.bit;
      field.check(member, report);
    }
    report.depth = level;
    if (seen !== complete) reportMissing(required, seen, report);
  };
}

/** An object whose keys are data; `phrase` ends the sentence "...: keys must be". */
export function map(isKey: (key: string) => boolean, phrase: string, item: Check): Check {
  return (value, report) => {
    if (!isObject(value)) {
      report.wrongType('an object', value);
      return;
    }
    const level = report.depth++;
    const outer = report.mapLevel;
    report.mapLevel = level;
    for (const key of Object.keys(value)) {
      report.path[level] = key;
      if (isKey(key)) item(value[key], report);
      else report.fault(`has no place here: keys must be ${phrase}`);
    }
    report.mapLevel = outer;
    report.depth = level;
  };
}

/** An object of one of several kinds; the string at `tag` says which, and only that kind's rules apply. */
export function variant(tag: string, kinds: Readonly<Record<string, Check>>): Check {
  const checks = new Map<unknown, Check>(Object.entries(kinds));
  const known = oneOf(Object.keys(kinds));
  return (value, report) => {
    if (!isObject(value)) {
      report.wrongType('an object', value);
      return;
    }
    const kind = Object.hasOwn(value, tag) ? value[tag] : undefined;
    const check = checks.get(kind);
    if (check !== undefined) check(value, report);
    else if (kind === undefined) report.missing(tag);
    else {
      report.path[report.depth++] = tag;
      known(kind, report);
      report.depth--;
    }
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reportMissing(required: readonly string[], seen: number, report: Report): void {
  for (const [place, name] of required.entries()) if ((seen & (1 << place)) === 0) report.missing(name);
}

/** Whether the length is right. A code point takes one or two code units, so few strings need to be counted. */
function checkLength(text: string, min: number, max: number, report: Report): boolean {
  const units = text.length;
  if (units <= max && (units >= min * 2 || (units >= min && min < 2))) return true;
  if (units < min) report.fault(tooShort(min));
  else if (units > max * 2) report.fault(tooLong(max));
  else {
    const points = countCodePoints(text);
    if (points >= min && points <= max) return true;
    report.fault(points < min ? tooShort(min) : tooLong(max));
  }
  return false;
}

function countCodePoints(text: string): number {
  let points = text.length;
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) points--;
  }
  return points;
}

function tooShort(min: number): string {
  return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
}

function tooLong(max: number): string {
  return `must have at most ${max} characters`;
}

function checkRange(value: number, min: number, max: number, report: Report): void {
  if (value < min || value > max) report.faultOf(() => `must be ${range(min, max)}`);
}

function range(min: number, max: number): string {
  return max === Infinity ? `at least ${min}` : `from ${min} to ${max}`;
}

function amount(min: number, max: number, unit: string): string {
  if (min === max) return `exactly ${min} ${unit}s`;
  if (max === Infinity) return `at least ${min} ${unit}${min === 1 ? '' : 's'}`;
  return `${min} to ${max} ${unit}s`;
}

function names(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? names(values) : `one of ${names(values)}`;
}

function repetition(items: readonly unknown[]): string {
  const first = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const earlier = first.get(item);
    if (earlier !== undefined) return `items ${earlier} and ${index} are the same`;
    first.set(item, index);
  }
  return 'two items are the same';
}
