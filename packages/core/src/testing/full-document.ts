import type { ElementCommon, Meta, Note, Revision, ScreenplayDocument, Text, Uuid } from '../model/document.js';

const INSTANT = '2026-01-31T12:00:00Z';
const META: Meta = { 'example.key': 'value' };

/**
 * A document that uses every property of the 2026-01 schema, every type of element among them; valid, and every
 * reference in it resolves. It says that it is encrypted, to have that said once; its texts are plain. A new object on
 * each call, so a test may change it as it likes.
 */
export function fullDocument(): ScreenplayDocument {
  const ids = new Ids();
  const document = ids.next();
  const author = ids.next();
  const contributor = ids.next();
  const ada = ids.next();
  const ben = ids.next();
  const source = ids.next();
  const revision = ids.next();
  const scene = ids.next();
  const secondScene = ids.next();

  const revisionOf = (parent: Uuid, index: number): Revision => ({
    id: ids.next(),
    parent,
    index,
    authors: [author],
    label: 'blue-draft',
    created: INSTANT,
    meta: { ...META },
  });
  const noteOn = (parent: Uuid): Note => ({
    id: ids.next(),
    parent,
    highlight: [[0, 3]],
    contributor,
    created: INSTANT,
    text: text('Check this against the book.'),
    color: 'blue',
    meta: { ...META },
  });
  const common = (): ElementCommon => {
    const id = ids.next();
    return {
      id,
      scene,
      authors: [author],
      contributors: [contributor],
      access: ['script-editor'],
      notes: [noteOn(id)],
      charset: 'utf-8',
      dir: 'ltr',
      class: 'establishing',
      dom: 'element-1',
      encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'base64', meta: { ...META } },
      locked: false,
      omit: false,
      revisions: [revisionOf(revision, 1)],
      styles: ['plain'],
      meta: { ...META },
    };
  };
  const action = common();

  return {
    id: document,
    version: '1.0.0',
    generator: { name: 'Typewriter', version: '2.1', meta: { ...META } },
    title: { en: 'The Lighthouse Keeper', fr: 'Le Gardien du phare' },
    lang: 'en',
    charset: 'utf-8',
    dir: 'ltr',
    locale: 'en-GB',
    authors: [{ id: author, given: 'Mary', family: 'Vane', meta: { ...META } }],
    contributors: [{ id: contributor, given: 'Otto', family: 'Reuss', roles: ['script-editor'], meta: { ...META } }],
    characters: [
      {
        id: ada,
        slug: 'ada',
        name: 'ADA',
        aliases: ['THE KEEPER'],
        desc: text('Keeps the light.'),
        traits: ['patient'],
        meta: { ...META },
      },
      { id: ben, name: 'BEN' },
    ],
    colors: [{ id: 'blue', title: { en: 'Blue' }, rgb: [0, 102, 255], hex: '#0066ff', meta: { ...META } }],
    sources: [{ id: source, type: 'novel', title: text('The Light at the End'), meta: { ...META } }],
    registrations: [{ authority: 'WGA West', id: '1234567', created: INSTANT, modified: INSTANT, meta: { ...META } }],
    revisions: [
      { id: revision, index: 0, authors: [author], label: 'white-draft', created: INSTANT },
      revisionOf(revision, 1),
    ],
    encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex', meta: { ...META } },
    license: { id: 'CC-BY-4.0', ref: 'https://creativecommons.org/licenses/by/4.0/', meta: { ...META } },
    taggable: ['lantern', 'seagull'],
    genre: ['drama'],
    themes: ['solitude'],
    logline: text('A keeper of a light that nobody needs waits for one ship.'),
    document: {
      cover: {
        title: { en: 'The Lighthouse Keeper' },
        authors: [author],
        sources: [source],
        extra: text('First draft'),
        meta: { ...META },
      },
      layout: {
        header: { cover: false, show: true, start: 2, omit: [3], text: text('{page}.'), meta: { ...META } },
        footer: { cover: false, show: false, start: 0, omit: [], text: {} },
        status: { color: 'blue', round: 1, updated: INSTANT, meta: { ...META } },
        styles: [{ id: 'plain', default: true, text: 'font: Courier Prime 12', meta: { ...META } }],
        templates: [{ id: 'page-setup', default: true, text: 'paper: letter', meta: { ...META } }],
        guides: [
          {
            id: 'house-style',
            title: 'House style',
            url: 'https://example.org/style',
            note: 'For first drafts.',
            meta: { ...META },
          },
        ],
        meta: { ...META },
      },
      bookmarks: [
        {
          id: ids.next(),
          scene,
          element: action.id,
          title: text('Start here'),
          desc: text('The light goes on.'),
          meta: { ...META },
        },
      ],
      scenes: [
        {
          id: scene,
          authors: [author],
          contributors: [contributor],
          heading: {
            no: 1,
            context: 'INT/EXT',
            setting: 'LIGHTHOUSE - GALLERY',
            time: 'DUSK',
            mods: ['FLASHBACK'],
            desc: text('Ada lights the lamp.'),
            meta: { ...META },
          },
          body: [
            { ...action, type: 'action', text: text('The lamp catches.') },
            { ...common(), type: 'shot', text: text('ANGLE ON THE LAMP'), fov: 40, perspective: '2D' },
            { ...common(), type: 'character', character: ada, display: 'ADA (V.O.)' },
            { ...common(), type: 'parenthetical', text: text('(to herself)') },
            {
              ...common(),
              type: 'dialogue',
              character: ada,
              origin: 'V.O.',
              dual: false,
              text: text('There you are.'),
            },
            { ...common(), type: 'general', text: text('END OF TEASER') },
            { ...common(), type: 'transition', text: text('CUT TO:') },
          ],
          cast: [ada, ben],
          animals: ['seagull'],
          extra: ['fishermen'],
          locations: ['lighthouse'],
          moods: ['quiet'],
          props: ['lantern'],
          sfx: ['fog'],
          sounds: ['foghorn'],
          tags: ['night-shoot'],
          vfx: ['distant-ship'],
          wardrobe: ['oilskin'],
          meta: { ...META },
        },
        {
          id: secondScene,
          authors: [author],
          heading: { context: 'EXT', setting: 'HARBOUR', time: 'THE NEXT DAY' },
          body: [],
        },
      ],
      meta: { ...META },
    },
    analysis: {
      embeddings: {
        [scene]: [
          {
            id: ids.next(),
            model: 'example-model',
            dimensions: 3,
            values: [0.25, -1, 3],
            source: 'composite',
            created: INSTANT,
            lang: 'en',
            tokens: 12,
            meta: { ...META },
          },
        ],
      },
      passages: [
        {
          id: ids.next(),
          scene,
          elements: [action.id],
          text: text('The lamp catches.'),
          tokens: 4,
          overlap: 0,
          meta: { ...META },
        },
      ],
      summaries: [
        {
          id: ids.next(),
          scope: 'scene',
          text: text('Ada lights the lamp.'),
          created: INSTANT,
          target: scene,
          generated: true,
          model: 'example-model',
          meta: { ...META },
        },
        { id: ids.next(), scope: 'document', text: text('A keeper waits.'), created: INSTANT, target: null },
      ],
      settings: { model: 'example-model', size: 512, overlap: 64, tokeniser: 'words', meta: { ...META } },
      meta: { ...META },
    },
  };
}

/** UUIDs that count up. */
class Ids {
  #count = 0;

  next(): Uuid {
    this.#count++;
    return `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
  }
}

function text(en: string): Text {
  return { en };
}
