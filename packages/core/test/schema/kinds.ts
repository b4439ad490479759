/** Kinds of values, each with some that must be refused and some, just inside the bounds, that must pass. */

/** A value for a property; `at` is the place of the expected fault below it. */
export interface Sample {
  value: unknown;
  why: string;
  at?: string;
}

/** What a property may hold. */
export interface Kind {
  bad: readonly Sample[];
  good: readonly Sample[];
}

export interface Property extends Kind {
  required: boolean;
}

export const optional = (kind: Kind): Property => ({ ...kind, required: false });
export const required = (kind: Kind): Property => ({ ...kind, required: true });
export const bad = (why: string, value: unknown, at?: string): Sample => ({
  why,
  value,
  ...(at === undefined ? {} : { at }),
});
export const good = (why: string, value: unknown): Sample => ({ why, value });

export const NO_STRING = [
  bad('a number for a string', 7),
  bad('null for a string', null),
  bad('a list for a string', ['x']),
];

/** An astral character is one character, though JavaScript counts two. */
export const ASTRAL = '\u{1F39E}';

export function string(min: number, max: number): Kind {
  return {
    bad: [
      ...NO_STRING,
      ...(min > 0 ? [bad(`${min - 1} characters`, 'x'.repeat(min - 1))] : []),
      ...(min > 1 ? [bad(`${min - 1} astral characters`, ASTRAL.repeat(min - 1))] : []),
      bad(`${max + 1} characters`, 'x'.repeat(max + 1)),
      bad(`${max + 1} astral characters`, ASTRAL.repeat(max + 1)),
      bad(`${2 * max + 1} characters`, 'x'.repeat(2 * max + 1)),
    ],
    good: [
      good(`${min} characters`, 'x'.repeat(min)),
      good(`${max} characters`, 'x'.repeat(max)),
      good(`${max} astral characters`, ASTRAL.repeat(max)),
    ],
  };
}

/** A string judged by its form. */
export function form(right: readonly string[], wrong: readonly string[]): Kind {
  return {
    bad: [...NO_STRING, ...wrong.map((text) => bad(`the form of ${JSON.stringify(text)}`, text))],
    good: right.map((text) => good(`the form of ${JSON.stringify(text)}`, text)),
  };
}

export function oneOf(...values: string[]): Kind {
  return {
    bad: [...NO_STRING, bad('no string of the list', 'no-such-value'), bad('the empty string', ''), bad('true', true)],
    good: values.map((value) => good(value, value)),
  };
}

export function integer(min: number, max?: number): Kind {
  const top = max ?? 2 ** 40;
  return {
    bad: [
      bad('a string for a number', '1'),
      bad('null for a number', null),
      bad('a fraction', min + 0.5),
      bad('below the least', min - 1),
      ...(max === undefined ? [] : [bad('above the most', max + 1)]),
    ],
    good: [good('the least', min), good(max === undefined ? 'a large number' : 'the most', top)],
  };
}

export function number(min: number, max: number): Kind {
  return {
    bad: [
      bad('a string for a number', '1'),
      bad('true for a number', true),
      bad('below the least', min - 0.001),
      bad('above the most', max + 0.001),
    ],
    good: [good('the least', min), good('the most', max), good('a fraction', min + 0.5)],
  };
}

export const anyNumber: Kind = {
  bad: [bad('a string for a number', '1'), bad('null for a number', null)],
  good: [good('a fraction', -0.5), good('nothing', 0), good('a large number', 1e300)],
};

export const boolean: Kind = {
  bad: [bad('a string', 'true'), bad('a number', 1), bad('null', null)],
  good: [good('true', true), good('false', false)],
};

/** A list: every bad item once, and its bounds. */
export function list(item: Kind, bounds: { min?: number; max?: number; unique?: boolean } = {}): Kind {
  const { min = 0, max, unique = false } = bounds;
  const items = item.good.map(({ value }) => value);
  const filled = (length: number): unknown[] => Array.from({ length }, (_, at) => items[at % items.length]);
  const fit = Math.max(min, 1);
  return {
    bad: [
      bad('an object for a list', {}),
      bad('a string for a list', 'x'),
      bad('null for a list', null),
      ...item.bad.map(({ value, why, at = '' }) => bad(`first item: ${why}`, [value, ...filled(fit - 1)], `/0${at}`)),
      ...item.bad
        .slice(0, 1)
        .map(({ value, why, at = '' }) => bad(`last item: ${why}`, [...filled(fit - 1), value], `/${fit - 1}${at}`)),
      ...(min > 0 ? [bad(`${min - 1} items`, filled(min - 1))] : []),
      ...(max === undefined ? [] : [bad(`${max + 1} items`, filled(max + 1))]),
      ...(unique
        ? [
            bad(
              'an item twice',
              [items[0], items[1] ?? 'other', items[0]].filter((_, at) => at !== 1),
            ),
          ]
        : []),
    ],
    good: [
      good(`${min} items`, filled(min)),
      ...(max === undefined || max === min ? [] : [good(`${max} items`, filled(max))]),
      ...(unique
        ? [good('different items', [...new Set(items)])]
        : [good('an item twice', filled(Math.max(2, min)).fill(items[0]))]),
    ].filter(({ value }) => max === undefined || (value as unknown[]).length <= max),
  };
}

/** A list of records; the records have a table of their own. */
export function records(min = 0): Property {
  return optional({
    bad: [
      bad('an object for a list', {}),
      bad('null for a list', null),
      bad('a number in the list', [7], '/0'),
      bad('a list in the list', [[]], '/0'),
      ...(min > 0 ? [bad('no items', [])] : []),
    ],
    good: min > 0 ? [] : [good('no items', [])],
  });
}

/** A record with a table of its own. */
export const record: Kind = {
  bad: [bad('a string for an object', 'x'), bad('a list for an object', []), bad('null for an object', null)],
  good: [],
};

export function orNull(kind: Kind): Kind {
  return { bad: kind.bad.filter(({ value }) => value !== null), good: [...kind.good, good('null', null)] };
}

/** An object of strings by key. */
export function map(value: Kind, keys: { right: readonly string[]; wrong: readonly string[] }): Kind {
  const [key = ''] = keys.right;
  const fit = value.good[0]?.value;
  return {
    bad: [
      bad('a string for an object', 'x'),
      bad('a list for an object', []),
      bad('null for an object', null),
      ...value.bad.map((sample) => bad(`a value: ${sample.why}`, { [key]: sample.value }, `/${key}${sample.at ?? ''}`)),
      ...keys.wrong.map((wrong) => bad(`the key ${JSON.stringify(wrong)}`, { [wrong]: fit }, `/${escape(wrong)}`)),
    ],
    good: [
      good('no keys', {}),
      ...value.good.map((sample) => good(`a value: ${sample.why}`, { [key]: sample.value })),
      good('every form of key', Object.fromEntries(keys.right.map((right) => [right, fit]))),
    ],
  };
}

function escape(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
