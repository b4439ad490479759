import {
  anyNumber,
  ASTRAL,
  bad,
  boolean,
  form,
  good,
  integer,
  list,
  map,
  NO_STRING,
  number,
  oneOf,
  optional,
  orNull,
  record,
  records,
  required,
  string,
} from './kinds.js';
import type { Kind, Property } from './kinds.js';

/**
 * The document's tables, record by record, as the specification gives them: not read from the schema, so that the two
 * check each other. From each row come values that must be refused and values, just inside the bounds, that must pass.
 */

/** A record of the full document: the definition it follows, its JSON Pointer there, its properties. */
export interface RecordTable {
  definition: string;
  pointer: string;
  properties: Readonly<Record<string, Property>>;
}

const TAGS_RIGHT = ['en', 'ast', 'pt-BR', 'zh-Hant-TW', 'de-1996', 'EN-us', 'en-abcdefgh'];
const TAGS_WRONG = ['e', 'engl', 'en_US', 'en-', '-en', 'en-a', 'en-abcdefghi', 'e1', '', ' en', 'en\n'];

const uuid = form(
  [
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-8FFF-BFFF-FFFFFFFFFFFF',
  ],
  [
    '',
    '6ba7b8109dad11d180b400c04fd430c8',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c88',
    '6ba7b810-9dad-11d1-80b4-00c04fd430cg',
    '{6ba7b810-9dad-11d1-80b4-00c04fd430c8}',
    'urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  ],
);
const slugOf = (max: number): Kind =>
  form(
    ['abc', '007', 'a-b', 'night-shoot-2', 'x'.repeat(max), `${'x'.repeat(max - 2)}-y`],
    ['', 'ab', 'x'.repeat(max + 1), 'Abc', 'a--b', '-abc', 'abc-', 'a_b', 'a b c', 'ábc', ASTRAL.repeat(3)],
  );
const slug = slugOf(50);
const datetime = form(
  ['2026-01-31T12:00:00Z', '2024-02-29T23:59:59.123456+05:30', '2016-12-31T23:59:60Z', '1998-12-31t15:59:60-08:00'],
  [
    '',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00Z',
    '2023-02-30T12:00:00Z',
    '2023-02-29T12:00:00Z',
    '2026-00-10T12:00:00Z',
    '2026-13-10T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:61Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31 12:00:00Z',
    'yesterday',
  ],
);
const uri = form(
  ['https://example.org/', 'urn:isbn:0451450523', 'mailto:mary@example.org', 'http://[2001:db8::7]:8080/a?b=c#d'],
  ['', 'example.org/style', '/style', '//example.org', 'https://exa mple.org/', 'https://example.org/%zz', '1http://a'],
);
const language = form(TAGS_RIGHT, TAGS_WRONG);
const dir = oneOf('ltr', 'rtl');
const charset = form(
  ['utf-8', 'UTF-16LE', 'x:', `a${'-'.repeat(31)}`],
  ['', 'u', `a${'-'.repeat(32)}`, '-utf', 'utf 8', 'utf/8'],
);
const meta = map(string(0, 2048), {
  right: ['example.key', 'a', 'A:b_c-9', 'x'.repeat(64), 'toString'],
  wrong: ['', 'x'.repeat(65), 'a b', 'a/b', 'a~b', 'é'],
});
const text = map(string(1, 10000), { right: TAGS_RIGHT, wrong: TAGS_WRONG });
const name = map(string(1, 255), { right: TAGS_RIGHT, wrong: TAGS_WRONG });
const slugs = list(slug, { unique: true });
const roles = slugs;
const tags = slugs;
const uuids = list(uuid);
const credits = list(uuid, { min: 1 });
const color = form(['#fff', '#0066FF', '#abc123'], ['', 'fff', '#ff', '#ffff', '#fffff', '#fffffff', '#ggg', '#fff ']);
const version = form(['1.0.0', '0.0.0', '10.200.3000'], ['', '1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.0-a', '1..0']);
const pageNumbers = list(integer(0), { unique: true });
const person = { id: required(uuid), given: required(string(1, 50)), family: required(string(1, 50)) };

const common = {
  id: required(uuid),
  scene: optional(uuid),
  authors: required(credits),
  contributors: optional(uuids),
  access: optional(roles),
  notes: records(),
  charset: optional(charset),
  dir: optional(dir),
  class: optional(slug),
  dom: optional(string(0, 100)),
  encrypt: optional(record),
  locked: optional(boolean),
  omit: optional(boolean),
  revisions: records(),
  styles: optional(tags),
  meta: optional(meta),
};

/** The element's type stays what it is: any other value makes it another element, or none. */
const type = required({
  bad: [
    ...NO_STRING,
    bad('a type that is none', 'song'),
    bad('a type in capitals', 'ACTION'),
    bad('the name of an inherited property', 'constructor'),
  ],
  good: [],
});
const revision = {
  id: required(uuid),
  parent: optional(uuid),
  index: required(integer(0)),
  authors: required(credits),
  label: required(slugOf(30)),
  created: required(datetime),
  meta: optional(meta),
};
const note = {
  id: required(uuid),
  parent: optional(uuid),
  highlight: optional(list(list(integer(0), { min: 2, max: 2 }))),
  contributor: optional(uuid),
  created: required(datetime),
  text: required(text),
  color: optional(slug),
  meta: optional(meta),
};
const encrypt = {
  cipher: required(form(['', 'aes-256-gcm'], [])),
  hash: required(form(['', 'sha512'], [])),
  encoding: required(oneOf('hex', 'base16', 'base32', 'base64', 'ascii85')),
  meta: optional(meta),
};
const ribbon = {
  cover: required(boolean),
  show: required(boolean),
  start: optional(integer(0)),
  omit: optional(pageNumbers),
  text: required(text),
  meta: optional(meta),
};

const scene = '/document/scenes/0';
const element = (at: number): string => `${scene}/body/${at}`;
const mustBe = (property: Property): Property => ({ ...property, required: true });

export const RECORDS: readonly RecordTable[] = [
  {
    definition: '',
    pointer: '',
    properties: {
      id: required(uuid),
      version: required(version),
      generator: optional(record),
      title: required(name),
      lang: required(language),
      charset: required(charset),
      dir: required(dir),
      locale: optional(language),
      authors: mustBe(records(1)),
      contributors: records(),
      characters: records(),
      colors: records(),
      sources: records(),
      registrations: records(),
      revisions: records(),
      encrypt: optional(orNull(record)),
      license: optional(orNull(record)),
      taggable: optional(tags),
      genre: optional(tags),
      themes: optional(tags),
      logline: optional(text),
      document: required(record),
      analysis: optional(record),
    },
  },
  {
    definition: 'generator',
    pointer: '/generator',
    properties: { name: required(string(1, 100)), version: required(string(1, 50)), meta: optional(meta) },
  },
  { definition: 'author', pointer: '/authors/0', properties: { ...person, meta: optional(meta) } },
  {
    definition: 'contributor',
    pointer: '/contributors/0',
    properties: { ...person, roles: optional(roles), meta: optional(meta) },
  },
  {
    definition: 'character',
    pointer: '/characters/0',
    properties: {
      id: required(uuid),
      slug: optional(slug),
      name: required(string(1, 80)),
      aliases: optional(list(string(1, 80), { unique: true })),
      desc: optional(text),
      traits: optional(slugs),
      meta: optional(meta),
    },
  },
  {
    definition: 'color',
    pointer: '/colors/0',
    properties: {
      id: required(slug),
      title: optional(name),
      rgb: required(list(integer(0, 255), { min: 3, max: 3 })),
      hex: required(color),
      meta: optional(meta),
    },
  },
  {
    definition: 'source',
    pointer: '/sources/0',
    properties: { id: required(uuid), type: required(slug), title: required(text), meta: optional(meta) },
  },
  {
    definition: 'registration',
    pointer: '/registrations/0',
    properties: {
      authority: required(string(2, 50)),
      id: required(string(2, 80)),
      created: optional(datetime),
      modified: optional(datetime),
      meta: optional(meta),
    },
  },
  { definition: 'revision', pointer: '/revisions/1', properties: revision },
  { definition: 'revision', pointer: `${element(0)}/revisions/0`, properties: revision },
  { definition: 'encrypt', pointer: '/encrypt', properties: encrypt },
  { definition: 'encrypt', pointer: `${element(1)}/encrypt`, properties: encrypt },
  {
    definition: 'license',
    pointer: '/license',
    properties: { id: required(string(1, 100)), ref: optional(uri), meta: optional(meta) },
  },
  {
    definition: 'script',
    pointer: '/document',
    properties: {
      cover: required(record),
      layout: optional(record),
      bookmarks: records(),
      scenes: mustBe(records(1)),
      meta: optional(meta),
    },
  },
  {
    definition: 'cover',
    pointer: '/document/cover',
    properties: {
      title: required(name),
      authors: required(list(uuid, { min: 1, unique: true })),
      sources: optional(list(uuid, { unique: true })),
      extra: optional(text),
      meta: optional(meta),
    },
  },
  {
    definition: 'layout',
    pointer: '/document/layout',
    properties: {
      header: optional(record),
      footer: optional(record),
      status: optional(record),
      styles: records(),
      templates: records(),
      guides: records(),
      meta: optional(meta),
    },
  },
  { definition: 'ribbon', pointer: '/document/layout/header', properties: ribbon },
  {
    definition: 'status',
    pointer: '/document/layout/status',
    properties: {
      color: required(oneOf('white', 'blue', 'pink', 'yellow', 'green', 'goldenrod', 'buff', 'salmon', 'cherry')),
      round: required(integer(1)),
      updated: required(datetime),
      meta: optional(meta),
    },
  },
  {
    definition: 'style',
    pointer: '/document/layout/styles/0',
    properties: {
      id: required(slug),
      default: required(boolean),
      text: required(string(0, 5000)),
      meta: optional(meta),
    },
  },
  {
    definition: 'template',
    pointer: '/document/layout/templates/0',
    properties: {
      id: required(slug),
      default: required(boolean),
      text: required(string(0, 20000)),
      meta: optional(meta),
    },
  },
  {
    definition: 'format',
    pointer: '/document/layout/guides/0',
    properties: {
      id: required(slug),
      title: required(string(1, 200)),
      url: required(uri),
      note: optional(string(0, 1000)),
      meta: optional(meta),
    },
  },
  {
    definition: 'bookmark',
    pointer: '/document/bookmarks/0',
    properties: {
      id: required(uuid),
      scene: required(uuid),
      element: required(uuid),
      title: required(text),
      desc: optional(text),
      meta: optional(meta),
    },
  },
  {
    definition: 'scene',
    pointer: scene,
    properties: {
      id: required(uuid),
      authors: required(credits),
      contributors: optional(uuids),
      heading: required(record),
      body: mustBe(records()),
      cast: optional(list(uuid, { unique: true })),
      animals: optional(tags),
      extra: optional(tags),
      locations: optional(tags),
      moods: optional(tags),
      props: optional(tags),
      sfx: optional(tags),
      sounds: optional(tags),
      tags: optional(tags),
      vfx: optional(tags),
      wardrobe: optional(tags),
      meta: optional(meta),
    },
  },
  {
    definition: 'slugline',
    pointer: `${scene}/heading`,
    properties: {
      no: optional(integer(1)),
      context: required(oneOf('I/E', 'INT/EXT', 'EXT/INT', 'INT', 'EXT', 'POV')),
      setting: required(string(1, 200)),
      time: required(
        form(
          [
            ...[
              'DAY',
              'NIGHT',
              'DAWN',
              'DUSK',
              'LATER',
              'MOMENTS LATER',
              'CONTINUOUS',
              'MORNING',
              'AFTERNOON',
              'EVENING',
            ],
            ...[
              'THE NEXT DAY',
              'UNSPECIFIED',
              'X1',
              '3 A.M.',
              'FIVE O’CLOCK',
              "FIVE O'CLOCK",
              'DUSK/DAWN - 1',
              'X'.repeat(40),
            ],
          ],
          ['', 'D', 'Day', 'DAY\n', ' DAY', '.DAY', 'DAY!', 'TAGSÜBER', 'X'.repeat(41), ASTRAL.repeat(2)],
        ),
      ),
      mods: optional(list(string(1, 40), { unique: true })),
      desc: optional(text),
      meta: optional(meta),
    },
  },
  { definition: 'action', pointer: element(0), properties: { ...common, type, text: required(text) } },
  {
    definition: 'shot',
    pointer: element(1),
    properties: {
      ...common,
      type,
      text: required(text),
      fov: optional(number(0, 360)),
      perspective: optional(oneOf('2D', '3D')),
    },
  },
  {
    definition: 'cue',
    pointer: element(2),
    properties: { ...common, type, character: required(uuid), display: optional(string(1, 120)) },
  },
  { definition: 'parenthetical', pointer: element(3), properties: { ...common, type, text: required(text) } },
  {
    definition: 'dialogue',
    pointer: element(4),
    properties: {
      ...common,
      type,
      character: required(uuid),
      origin: optional(oneOf('V.O', 'V.O.', 'O.S', 'O.S.', 'O.C', 'O.C.', 'FILTER')),
      dual: optional(boolean),
      text: required(text),
    },
  },
  { definition: 'general', pointer: element(5), properties: { ...common, type, text: required(text) } },
  { definition: 'transition', pointer: element(6), properties: { ...common, type, text: required(text) } },
  { definition: 'note', pointer: `${element(0)}/notes/0`, properties: note },
  {
    definition: 'analysis',
    pointer: '/analysis',
    properties: {
      embeddings: optional({
        bad: [
          ...record.bad,
          bad('a key that is no UUID', { scene: [] }, '/scene'),
          bad(
            'a record for a list',
            { '6ba7b810-9dad-11d1-80b4-00c04fd430c8': {} },
            '/6ba7b810-9dad-11d1-80b4-00c04fd430c8',
          ),
          bad('no items', { '6ba7b810-9dad-11d1-80b4-00c04fd430c8': [] }, '/6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
          bad('an item', { '6ba7b810-9dad-11d1-80b4-00c04fd430c8': [7] }, '/6ba7b810-9dad-11d1-80b4-00c04fd430c8/0'),
        ],
        good: [good('no keys', {})],
      }),
      passages: records(),
      summaries: records(),
      settings: optional(record),
      meta: optional(meta),
    },
  },
  {
    definition: 'embedding',
    pointer: '/analysis/embeddings/00000000-0000-4000-8000-000000000008/0',
    properties: {
      id: required(uuid),
      model: required(string(1, 100)),
      dimensions: required(integer(1, 4096)),
      values: required(list(anyNumber, { min: 1, max: 4096 })),
      source: required(oneOf('name', 'text', 'desc', 'heading', 'composite')),
      created: required(datetime),
      lang: optional(language),
      tokens: optional(integer(1)),
      meta: optional(meta),
    },
  },
  {
    definition: 'passage',
    pointer: '/analysis/passages/0',
    properties: {
      id: required(uuid),
      scene: required(uuid),
      elements: required(credits),
      text: required(text),
      tokens: required(integer(1)),
      overlap: optional(integer(0)),
      meta: optional(meta),
    },
  },
  {
    definition: 'summary',
    pointer: '/analysis/summaries/0',
    properties: {
      id: required(uuid),
      scope: required(oneOf('document', 'scene')),
      text: required(text),
      created: required(datetime),
      target: optional(orNull(uuid)),
      generated: optional(boolean),
      model: optional(string(0, 100)),
      meta: optional(meta),
    },
  },
  {
    definition: 'settings',
    pointer: '/analysis/settings',
    properties: {
      model: optional(string(0, 100)),
      size: optional(integer(1)),
      overlap: optional(integer(0)),
      tokeniser: optional(string(0, 50)),
      meta: optional(meta),
    },
  },
];
