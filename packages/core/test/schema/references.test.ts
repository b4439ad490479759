import { describe, expect, test } from 'vitest';
import type { Element, Note, ScreenplayDocument } from '../../src/model/document.js';
import { MAX_FAULTS, checkReferences, validate } from '../../src/schema/index.js';
import { fullDocument } from '../../src/testing/full-document.js';

const NOWHERE = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
const SCENE = '/document/scenes/0';

/** Any part of a document, for changes that the types would not allow to name in one line. */
type Loose = { [name: string]: Loose } & Loose[] & string;
type Change = (document: Loose) => unknown;

function faultsAfter(change: Change): { path: string; message: string }[] {
  const document = fullDocument();
  change(document as unknown as Loose);
  expect(validate(document), 'still valid by the schema').toEqual({ valid: true });
  const result = checkReferences(document);
  return result.valid ? [] : result.errors;
}

function at(document: Loose, pointer: string): Loose {
  let part = document;
  for (const segment of pointer.split('/').slice(1)) part = part[segment] as Loose;
  return part;
}

const set =
  (pointer: string, name: string, value: unknown): Change =>
  (document) => {
    at(document, pointer)[name] = value as Loose;
  };

test('the full document refers to what it has', () => {
  expect(checkReferences(fullDocument())).toEqual({ valid: true });
});

test.each<[pointer: string, name: string, value: unknown, path: string]>([
  ['/document/cover', 'authors', [NOWHERE], '/document/cover/authors/0'],
  ['/document/cover', 'sources', [NOWHERE], '/document/cover/sources/0'],
  ['/revisions/1', 'authors', [NOWHERE], '/revisions/1/authors/0'],
  ['/revisions/1', 'parent', NOWHERE, '/revisions/1/parent'],
  ['/document/bookmarks/0', 'scene', NOWHERE, '/document/bookmarks/0/scene'],
  ['/document/bookmarks/0', 'element', NOWHERE, '/document/bookmarks/0/element'],
  [SCENE, 'authors', [NOWHERE], `${SCENE}/authors/0`],
  [SCENE, 'contributors', [NOWHERE], `${SCENE}/contributors/0`],
  ['/document/scenes/1', 'cast', [NOWHERE], '/document/scenes/1/cast/0'],
  [`${SCENE}/body/0`, 'scene', NOWHERE, `${SCENE}/body/0/scene`],
  [`${SCENE}/body/0`, 'authors', [NOWHERE], `${SCENE}/body/0/authors/0`],
  [`${SCENE}/body/0`, 'contributors', [NOWHERE], `${SCENE}/body/0/contributors/0`],
  [`${SCENE}/body/0`, 'styles', ['plain', 'nowhere'], `${SCENE}/body/0/styles/1`],
  [`${SCENE}/body/0/revisions/0`, 'parent', NOWHERE, `${SCENE}/body/0/revisions/0/parent`],
  [`${SCENE}/body/0/revisions/0`, 'authors', [NOWHERE], `${SCENE}/body/0/revisions/0/authors/0`],
  [`${SCENE}/body/2`, 'character', NOWHERE, `${SCENE}/body/2/character`],
  [`${SCENE}/body/4`, 'character', NOWHERE, `${SCENE}/body/4/character`],
  [`${SCENE}/body/0/notes/0`, 'parent', NOWHERE, `${SCENE}/body/0/notes/0/parent`],
  [`${SCENE}/body/0/notes/0`, 'contributor', NOWHERE, `${SCENE}/body/0/notes/0/contributor`],
  [`${SCENE}/body/0/notes/0`, 'color', 'red', `${SCENE}/body/0/notes/0/color`],
  [
    `${SCENE}/body/0/notes/0`,
    'highlight',
    [
      [0, 3],
      [5, 4],
    ],
    `${SCENE}/body/0/notes/0/highlight/1`,
  ],
  ['/analysis/passages/0', 'scene', NOWHERE, '/analysis/passages/0/scene'],
  ['/analysis/passages/0', 'elements', [NOWHERE], '/analysis/passages/0/elements/0'],
  ['/analysis/summaries/0', 'target', NOWHERE, '/analysis/summaries/0/target'],
  ['/analysis/summaries/1', 'target', NOWHERE, '/analysis/summaries/1/target'],
  ['/analysis/embeddings', NOWHERE, [], `/analysis/embeddings/${NOWHERE}`],
])('%s: %s = %j', (pointer, name, value, path) => {
  const change: Change = (document) => {
    const filled = name === NOWHERE ? Object.values(structuredClone(at(document, pointer)))[0] : value;
    set(pointer, name, filled)(document);
    if (name === NOWHERE)
      (at(document, `${pointer}/${NOWHERE}`)[0] as Loose)['id'] = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' as Loose;
  };
  expect(faultsAfter(change).map((fault) => fault.path)).toEqual([path]);
});

describe('ids', () => {
  test.each([
    '/authors/0',
    '/contributors/0',
    '/characters/1',
    '/sources/0',
    '/revisions/1',
    '/document/bookmarks/0',
    '/document/scenes/1',
    `${SCENE}/body/6`,
    `${SCENE}/body/6/notes/0`,
    `${SCENE}/body/6/revisions/0`,
    '/analysis/embeddings/00000000-0000-4000-8000-000000000008/0',
    '/analysis/passages/0',
    '/analysis/summaries/0',
  ])("%s must not have the document's id", (pointer) => {
    const faults = faultsAfter((document) => set(pointer, 'id', (document['id'] as string).toUpperCase())(document));
    expect(faults).toContainEqual({ path: `${pointer}/id`, message: '`id` is already the id of the document itself' });
  });

  test('of colours, styles, templates and guides are unique in their list', () => {
    for (const list of [
      '/colors',
      '/document/layout/styles',
      '/document/layout/templates',
      '/document/layout/guides',
    ]) {
      const faults = faultsAfter((document) => {
        at(document, list).push(structuredClone(at(document, `${list}/0`)));
      });
      expect(faults.map(({ path }) => path)).toEqual([`${list}/1/id`]);
    }
  });

  test('are the same in capitals and in small letters', () => {
    const upper: Change = (document) =>
      set('/document/cover', 'authors', [(at(document, '/authors/0')['id'] as string).toUpperCase()])(document);
    expect(faultsAfter(upper)).toEqual([]);
  });
});

describe('kinds', () => {
  test('an id of the wrong kind resolves to nothing', () => {
    const faults = faultsAfter((document) => set('/document/cover', 'authors', [document['id']])(document));
    expect(faults).toEqual([
      { path: '/document/cover/authors/0', message: '`authors[0]` must be the id of an author of this document' },
    ]);
  });

  test('an author may stand as a contributor, not the other way round', () => {
    const author = fullDocument().authors[0]?.id;
    const contributor = fullDocument().contributors?.[0]?.id;
    expect(faultsAfter(set(SCENE, 'contributors', [author]))).toEqual([]);
    expect(faultsAfter(set(SCENE, 'authors', [contributor]))).toHaveLength(1);
  });

  test("a note's parent is a note, an element or the scene", () => {
    const note = `${SCENE}/body/0/notes/0`;
    const ids = fullDocument().document.scenes[0];
    expect(faultsAfter(set(note, 'parent', ids?.id))).toEqual([]);
    expect(faultsAfter(set(note, 'parent', ids?.body[3]?.id))).toEqual([]);
    expect(faultsAfter(set(note, 'parent', (ids?.body[3]?.notes as Note[])[0]?.id))).toEqual([]);
    expect(faultsAfter(set(note, 'parent', fullDocument().id))).toHaveLength(1);
  });

  test('an element names the scene that it is in, a bookmark the scene of its element', () => {
    const other = fullDocument().document.scenes[1]?.id;
    expect(faultsAfter(set(`${SCENE}/body/0`, 'scene', other)).map(({ path }) => path)).toEqual([
      `${SCENE}/body/0/scene`,
    ]);
    expect(faultsAfter(set('/document/bookmarks/0', 'scene', other)).map(({ path }) => path)).toEqual([
      '/document/bookmarks/0/element',
    ]);
  });

  test('the summary of the document may name the document', () => {
    expect(faultsAfter(set('/analysis/summaries/1', 'target', fullDocument().id))).toEqual([]);
  });
});

describe('cast', () => {
  const ben = fullDocument().characters?.[1]?.id;

  test('holds every speaker, and each is missed once', () => {
    expect(faultsAfter(set(SCENE, 'cast', [ben]))).toEqual([
      { path: `${SCENE}/cast`, message: '`cast` lacks a speaker of the scene, the character of `body[2]`' },
    ]);
  });

  test('is missed at the scene when there is none', () => {
    expect(
      faultsAfter((document) => Reflect.deleteProperty(at(document, SCENE), 'cast')).map(({ path }) => path),
    ).toEqual([SCENE]);
  });

  test('may do without those who speak only in omitted elements', () => {
    const change: Change = (document) => {
      set(SCENE, 'cast', [])(document);
      for (const element of at(document, `${SCENE}/body`)) set('', 'omit', true)(element);
    };
    expect(faultsAfter(change)).toEqual([]);
  });
});

test('many faults are counted and the first hundred told, in linear time', () => {
  const document: ScreenplayDocument = fullDocument();
  const element = document.document.scenes[0]?.body[0] as Element;
  const body = Array.from({ length: 50_000 }, () => ({ ...element, authors: [NOWHERE] }));
  document.document.scenes[0]?.body.push(...body);
  const started = performance.now();
  const result = checkReferences(document);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(result.valid ? 0 : result.errors.length).toBe(MAX_FAULTS);
  // Each copy has an id, a note's id and a revision's id that are taken, and an author who is none.
  expect(result).toHaveProperty('errors_total', 200_000);
});
