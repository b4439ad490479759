import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript, Setup, TitleLine } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import { fadein } from '../../../src/formats/fadein/index.js';
import { liftFadeIn } from '../../../src/formats/fadein/read/lift.js';
import { parseFadeIn } from '../../../src/formats/fadein/read/parse.js';
import { lowerFadeIn } from '../../../src/formats/fadein/write/lower.js';
import { printFadeIn } from '../../../src/formats/fadein/write/print.js';
import { openZip } from '../../../src/syntax/zip.js';
import { parseXml } from '../../../src/syntax/xml.js';
import type { XmlElement } from '../../../src/syntax/xml.js';
import { manuscripts } from '../../../src/testing/manuscripts.js';
import { NO_CORPUS, corpusFiles } from '../../corpus/files.js';
import { foreignShapes } from './fade-in-shapes.js';
import { unpacked } from './files.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);

function write(manuscript: Manuscript): { bytes: Uint8Array; xml: string; root: XmlElement; messages: string[] } {
  const warnings = new Warnings();
  const bytes = printFadeIn(lowerFadeIn(manuscript, warnings), warnings);
  const xml = unpacked(bytes);
  return {
    bytes,
    xml,
    root: parseXml(xml).root ?? expect.fail(),
    messages: warnings.list().map(({ message }) => message),
  };
}

function read(bytes: Uint8Array): Manuscript {
  const warnings = new Warnings();
  return liftFadeIn(parseFadeIn(bytes, warnings), warnings);
}

function part(root: XmlElement, ...names: string[]): XmlElement {
  let element = root;
  for (const name of names)
    element = element.children.find((child) => child.name === name) ?? expect.fail(`no ${name}`);
  return element;
}

/** The paragraphs of a script as their styles, texts and attributes. */
function paragraphs(
  blocks: readonly Block[],
  rest: Partial<Manuscript> = {},
): [string, string, Record<string, string>][] {
  const { root } = write({ blocks, ...rest });
  return part(root, 'paragraphs').children.map((para) => {
    const { basestyle = '', ...styling } = part(para, 'style').attributes;
    const texts = para.children.filter(({ name }) => name === 'text').map(({ text }) => text);
    return [basestyle, texts.join(''), { ...para.attributes, ...styling } as Record<string, string>];
  });
}

const BLOCKS: Block[] = [
  { kind: 'heading', text: 'INT. HARBOUR OFFICE - DAWN', number: '1', scene: { synopsis: { text: 'They wait.' } } },
  { kind: 'action', text: 'Fog.' },
  { kind: 'character', text: 'LOTTE (V.O.) (ON RADIO)' },
  { kind: 'parenthetical', text: '(whispers)' },
  { kind: 'dialogue', text: 'A ship.', runs: [{ start: 2, end: 6, bold: true, revision: 1 }] },
  { kind: 'dialogue', class: 'lyrics', text: 'La la' },
  { kind: 'transition', text: 'IRIS OUT:' },
];

describe('a script from elsewhere', () => {
  it('is an archive of one document of version 40, with all that Fade In gives a new script', () => {
    const { bytes, xml, root } = write({ blocks: BLOCKS, id: '01890000-0000-7000-8000-000000000000' });
    expect(openZip(bytes).entries.map(({ name }) => name)).toEqual(['document.xml']);
    expect(
      xml.startsWith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<document type="Open Screenplay Format document" version="40">\n  <info',
      ),
    ).toBe(true);
    expect(foreignShapes(xml)).toEqual([]);
    expect(root.children.map(({ name }) => name)).toEqual([
      'info',
      'settings',
      'styles',
      'paragraphs',
      'titlepage',
      'spelling',
      'lists',
    ]);
    expect(part(root, 'info').attributes).toEqual({ uuid: '01890000-0000-7000-8000-000000000000' });
    const styles = part(root, 'styles').children;
    expect(styles.map(({ name, attributes }) => attributes['name'] ?? name)).toEqual([
      'Normal Text',
      'Scene Heading',
      'Action',
      'Character',
      'Parenthetical',
      'Dialogue',
      'Transition',
      'Shot',
      'Lyrics',
      'header_style',
      'footer_style',
    ]);
    const names = (list: string) => part(root, 'lists', list).children.map(({ attributes }) => attributes['name']);
    expect(names('characters')).toEqual(['LOTTE']);
    expect(names('locations')).toEqual(['HARBOUR OFFICE']);
    expect(names('scene_times')).toContain('DAWN');
    expect(names('extensions')).toContain('(ON RADIO)');
    expect(names('transitions')).toContain('IRIS OUT:');
    expect(names('revision_colors')).toHaveLength(10);
    expect(names('tag_categories')).toHaveLength(22);
  });

  it('is what Fade In writes, whatever it holds', () => {
    fc.assert(
      fc.property(manuscripts(), (manuscript) => {
        const { xml, messages } = write(manuscript);
        expect(foreignShapes(xml)).toEqual([]);
        expect(messages.filter((message) => !/notes|nearest of Fade In/.test(message))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('numbers scenes that can be counted, and locks the numbers of the others', () => {
    const numbers = (list: readonly (string | undefined)[], rest: Partial<Manuscript> = {}) => {
      const blocks = list.map(
        (number): Block => ({ kind: 'heading', text: 'INT. X - DAY', ...(number === undefined ? {} : { number }) }),
      );
      const { root, bytes } = write({ blocks, ...rest });
      const {
        numbering,
        number_locked: locked,
        number_start: start,
        number_position: position,
      } = part(root, 'styles').children[1]?.attributes ?? {};
      expect(read(bytes).blocks.map(({ number }) => number)).toEqual(list);
      return {
        numbering,
        locked,
        start,
        position,
        own: part(root, 'paragraphs').children.map(({ attributes }) => attributes['number']),
      };
    };
    const none = [undefined, undefined];
    expect(numbers(['1', '2'])).toEqual({ numbering: 'true', locked: 'false', start: '1', position: '3', own: none });
    expect(numbers(['7', '8'])).toMatchObject({ locked: 'false', start: '7', own: none });
    expect(numbers(['1', '1A'])).toMatchObject({ locked: 'true', own: ['1', '1A'] });
    expect(numbers([undefined, '2'])).toMatchObject({ locked: 'true', own: [undefined, '2'] });
    expect(numbers(none)).toEqual({
      numbering: undefined,
      locked: undefined,
      start: undefined,
      position: undefined,
      own: none,
    });
    const left = { setup: { sceneNumbers: { left: true, right: false } } };
    expect(numbers(['1', '2'], left)).toMatchObject({ numbering: 'true', position: '1' });
    const hidden = { setup: { sceneNumbers: { left: false, right: false } } };
    expect(numbers(['1', '2'], hidden)).toMatchObject({ numbering: 'false', own: ['1', '2'] });
  });

  it('takes paper, margins, styles and settings from the script', () => {
    const setup: Setup = {
      page: { width: 8.2677, height: 11.6929, top: 72, bottom: 54, breakAtSentences: false },
      styles: {
        action: { left: 1.5, right: 7.5, before: 12, font: 'Courier Final Draft' },
        dialogue: { left: 2.5, right: 6, before: 0, font: 'Courier Prime', size: 11 },
        transition: { left: 5.5, right: 7.1, align: 'right', before: 24, caps: false },
      },
      continuation: {
        dialogueBottom: '(WEITER)',
        dialogueTop: '(WEITER)',
        automatic: false,
        sceneBottomOn: true,
        sceneTopOn: true,
        sceneBottom: '(FORTS.)',
        sceneTop: 'FORTS.:',
      }, // prettier-ignore
      header: {
        show: true,
        cover: true,
        start: 3,
        text: { text: '{title} {{#2}} {label:Draft} {page}' },
        layout: [{ align: 'center' }],
      },
      footer: { show: false, cover: false, text: { text: '' } },
    };
    const { root, bytes, messages } = write({ blocks: BLOCKS, setup });
    expect(part(root, 'settings').attributes).toMatchObject({
      page_width: '2100',
      page_height: '2970',
      margin_top: '254',
      margin_bottom: '191',
      margin_left: '381',
      margin_right: '195',
      break_on_sentences: 'false',
      dialogue_continues: 'false',
      more_text: '(WEITER)',
      cont_text: '(WEITER)',
      scenes_continue: 'true',
      continued_text: 'FORTS.',
      page_header: '{Title} \\{\\#2\\} {Draft} #',
      header_alignment: '2',
      header_first_page: 'true',
      page_footer: '',
      pagenumber_start: '3',
    });
    const style = (name: string) =>
      part(root, 'styles').children.find(({ attributes }) => attributes['name'] === name)?.attributes;
    expect(style('Action')).toEqual({
      name: 'Action',
      builtin: '1',
      builtin_index: '2',
      basestyle: 'Normal Text',
      style_tab_before: 'Character',
      font: 'Courier Screenplay',
      size: '12',
      spacebefore: '1.0',
    }); // prettier-ignore
    expect(style('Dialogue')).toMatchObject({
      font: 'Courier Prime',
      size: '11',
      leftindent: '254',
      rightindent: '381',
    });
    expect(style('Transition')).not.toHaveProperty('allcaps');
    expect(style('Transition')).toMatchObject({ spacebefore: '2.0', leftindent: '1016', rightindent: '102' });
    expect(messages).toEqual([]);
    const again = read(bytes).setup;
    expect(again?.styles?.['dialogue']).toMatchObject({ left: 2.5, right: 6, font: 'Courier Prime', size: 11 });
    expect(again?.header).toMatchObject({ show: true, cover: true, start: 3, text: setup.header?.text });
    expect(again?.continuation).toMatchObject(setup.continuation ?? {});
  });

  it('writes parentheticals without the brackets that Fade In prints, unless that changed them', () => {
    const texts = (...list: string[]) =>
      paragraphs(list.map((text): Block => ({ kind: 'parenthetical', text }))).map(([, text]) => text);
    expect(texts('(beat)', 'beat', '(a) (b)', '()', '(then a', 'smile)', '((sic))')).toEqual([
      'beat',
      'beat',
      '(a) (b)',
      '()',
      '(then a',
      'smile)',
      '((sic))',
    ]);
    const styled: Block = { kind: 'parenthetical', text: '(so low)', runs: [{ start: 1, end: 3, italic: true }] };
    expect(paragraphs([styled])[0]?.[1]).toBe('so low');
    expect(paragraphs([{ ...styled, runs: [{ start: 0, end: 8, italic: true }] }])[0]?.[1]).toBe('(so low)');
  });

  it('puts what Fade In has no paragraphs for beside paragraphs', () => {
    expect(
      paragraphs([
        { kind: 'general', class: 'section', level: 2, text: 'Part one', bookmarks: [{ title: 'B' }] },
        { kind: 'heading', text: 'INT. X - DAY' },
        { kind: 'general', class: 'page-break', text: '' },
        { kind: 'general', class: 'synopsis', text: 'He leaves.' },
        { kind: 'action', text: 'He goes.', notes: [{ title: 'Ask', text: 'Why?' }, { text: 'When?' }] },
        { kind: 'action', class: 'boneyard', omit: true, text: 'He' },
        { kind: 'action', omit: true, text: 'stays.' },
        { kind: 'general', class: 'synopsis', text: 'At the end.' },
      ]),
    ).toEqual([
      ['Scene Heading', 'INT. X - DAY', { note: '## Part one', bookmark: 'B' }],
      [
        'Action',
        'He goes.',
        { synopsis: 'He leaves.', note: 'Ask\nWhy?\n\nWhen?\n\nHe\nstays.\n\nAt the end.', pagebreakbefore: '1' },
      ],
    ]);
    expect(paragraphs([{ kind: 'action', omit: true, text: 'Gone.' }])).toEqual([['Action', '', { note: 'Gone.' }]]);
    expect(paragraphs([])).toEqual([]);
  });

  it('marks the first cue of a pair, and says when a pair is none', () => {
    const speech = (name: string, dual: 'left' | 'right'): Block[] => [
      { kind: 'character', text: name, dual },
      { kind: 'dialogue', text: 'Yes.', dual },
    ];
    const flags = (blocks: Block[]) => paragraphs(blocks).map(([, , attributes]) => attributes['dualdialogue']);
    expect(flags([...speech('A', 'left'), ...speech('B', 'right')])).toEqual(['1', undefined, undefined, undefined]);
    expect(flags([...speech('A', 'left'), ...speech('B', 'left'), ...speech('C', 'right')]).filter(Boolean)).toEqual(
      [],
    );
    expect(write({ blocks: speech('A', 'left') }).messages).toEqual([
      '1 speeches beside one another that are no pair of one speech each are written one after the other',
    ]);
  });

  it('gives every class a style of its own, based on the one of its kind', () => {
    const { root, bytes } = write({
      blocks: [
        { kind: 'general', class: 'new-act', text: 'ACT ONE' },
        { kind: 'general', class: 'end-of-act', text: 'END OF ACT ONE' },
        { kind: 'action', class: 'montage', typeName: 'MONTAGE', text: 'One.' },
        { kind: 'general', class: 'montage', text: 'Two.' },
      ],
    });
    const styles = part(root, 'styles').children.filter(
      ({ attributes }) => attributes['builtin'] === undefined && attributes['name'] !== undefined,
    );
    expect(styles.map(({ attributes }) => [attributes['name'], attributes['basestyle']])).toEqual([
      ['New Act', 'Normal Text'],
      ['End of Act', 'Normal Text'],
      ['MONTAGE', 'Action'],
      ['Montage 2', 'Normal Text'],
    ]);
    expect(styles[0]?.attributes).toMatchObject({
      align: 'center',
      underline: '1',
      pagebreakbefore: '1',
      keepwithnext: '1',
      spacebefore: '1.0',
    });
    expect(read(bytes).blocks.map(({ kind, class: name }) => [kind, name])).toEqual([
      ['general', 'new-act'],
      ['general', 'end-of-act'],
      ['action', 'montage'],
      ['general', 'montage-2'],
    ]);
  });

  it('writes where locked pages start', () => {
    const blocks: Block[] = ['a', 'b', 'c', 'd'].map((text) => ({ kind: 'action', text }));
    const lockedPages = [
      { number: '1', block: 0, offset: 0 },
      { number: '1A', block: 1, offset: 1 },
      { number: '2', block: 3, offset: 0 },
    ];
    const { root, messages } = write({ blocks, setup: { lockedPages } });
    expect(part(root, 'settings').attributes['pages_locked']).toBe('true');
    expect(part(root, 'paragraphs').children.map(({ attributes }) => attributes['page_number'])).toEqual([
      '1',
      '1',
      '1A',
      '2',
    ]);
    expect(messages).toEqual(['1 locked pages that start inside a paragraph start with the next']);
  });

  it('places a title page that lists fields, each a paragraph that a bookmark names', () => {
    const lines: TitleLine[] = [
      { key: 'title', text: 'Fog' },
      { key: 'author', text: 'Lotte Brandt' },
      { key: 'contact', text: '1 Quay\nDover' },
      { key: 'copyright', text: '(c) 2024' },
    ];
    const { root, bytes, xml } = write({ blocks: BLOCKS, titlePage: { placed: false, lines } });
    const page = part(root, 'titlepage').children;
    const printed = page
      .filter((para) => part(para, 'text').text !== '')
      .map((para) => [para.attributes['bookmark'], part(para, 'style').attributes['align'], part(para, 'text').text]);
    expect(printed).toEqual([
      ['Title', 'center', 'Fog'],
      ['Author', 'center', 'Lotte Brandt'],
      ['Copyright', undefined, '(c) 2024'],
      ['Contact', undefined, '1 Quay\nDover'],
    ]);
    expect(xml.slice(xml.indexOf('<titlepage>'))).not.toMatch(/(?:left|right)indent/);
    expect(
      read(bytes)
        .titlePage?.lines.filter(({ key }) => key !== undefined)
        .map(({ key, text }) => [key, text]),
    ).toEqual([
      ['title', 'Fog'],
      ['author', 'Lotte Brandt'],
      ['copyright', '(c) 2024'],
      ['contact', '1 Quay'],
      ['contact', 'Dover'],
    ]);
  });

  it('names more fields of a title page where they would not be known again', () => {
    const lines: TitleLine[] = [
      { key: 'title', text: 'Fog' },
      { key: 'credit', text: 'Some words' },
      { key: 'author', text: 'Lotte Brandt' },
      { key: 'source', text: 'After a novel' },
      { key: 'notes', text: '12 Harbour Street' },
      { key: 'revision', text: 'Third' },
    ];
    const { root, bytes } = write({ blocks: BLOCKS, titlePage: { placed: false, lines } });
    const names = part(root, 'titlepage').children.flatMap(({ attributes }) => attributes['bookmark'] ?? []);
    expect(names).toEqual(['Title', 'Credit', 'Author', 'Source', 'Notes', 'Revision']);
    const keyed = read(bytes).titlePage?.lines.filter(({ key }) => key !== undefined);
    expect(keyed?.map(({ key, text }) => ({ key, text }))).toEqual(lines);
    const usual = write({
      blocks: BLOCKS,
      titlePage: {
        placed: false,
        lines: [
          { key: 'title', text: 'Fog' },
          { key: 'credit', text: 'Written by' },
          { key: 'author', text: 'Lotte Brandt' },
          { key: 'source', text: 'Based on the novel by Eve Stone' },
        ],
      },
    });
    const marked = part(usual.root, 'titlepage').children.flatMap(({ attributes }) => attributes['bookmark'] ?? []);
    expect(marked).toEqual(['Title', 'Author']);
  });

  it('says what Fade In has no place for', () => {
    const { messages } = write({
      blocks: [
        {
          kind: 'heading',
          text: 'INT. X - DAY',
          locked: true,
          scene: { title: 'X', arcBeats: [{ character: 'A', text: 'b' }] },
          tags: [{ category: 'Props', label: 'ball' }],
        },
        {
          kind: 'action',
          text: 'Up here.',
          runs: [
            { start: 0, end: 2, superscript: true },
            { start: 3, end: 7, wordUnderline: true, other: ['HiddenText'] },
          ],
          bookmarks: [{ title: 'A', desc: 'd' }, { title: 'B' }],
          notes: [{ text: 'n', writer: 'Ann', range: [0, 2], runs: [{ start: 0, end: 1, bold: true }] }],
          layout: { first: 0.5, leading: 'tight' },
          extra: { 'stage.cue': '1' },
        },
        { kind: 'general', class: 'page-break', text: '' },
      ],
      cast: [{ name: 'MARA', desc: 'Tall.' }],
      logline: 'A story.',
      tagCategories: ['Props', 'Smells'],
      kept: [{ id: 'stage-lights', text: 'on' }],
      revisions: [{ index: 1, name: 'Purple', color: '#800080' }],
      setup: {
        page: { headerMargin: 20 },
        header: { show: true, cover: false, text: { text: 'A\n{scene}' }, layout: [{}, {}], omit: [2] },
        footer: { show: false, cover: false, text: { text: 'Secret' } },
        titleHeader: { show: true, cover: true, text: { text: 'T' } },
        continuation: { dialogueBottomOn: true, dialogueTopOn: false },
      },
    });
    expect(messages.map((message) => message.replace(/^1 /, ''))).toEqual([
      'settings of the program that wrote the script are left out',
      'Margins of headers and footers, and the leading of the script, are left to Fade In',
      'Texts at page breaks that Fade In cannot set or switch on singly are written as the nearest it has',
      'Headers and footers are written as one line, without formatting and tab stops',
      'parts of headers and footers that Fade In does not have are left out',
      'Pages on which a header or footer does not print are left out',
      'headers and footers that do not print are left out',
      "The title page's own header and footer are left out",
      'notes are written on their paragraphs, not on the words they are about',
      'notes are written without their writers, dates or colours',
      'notes are written without their formatting',
      'page break behind the last paragraph is left out',
      'locks on single elements are left out',
      'breakdown tags are left out',
      'scene titles, lengths, arc beats and lists of cast are left out',
      'paragraphs had attributes that only another format knows',
      'first-line indents are left out',
      'line leadings are left out',
      'raised or lowered passages are written on the line',
      'passages with underlined words are underlined with the blanks between',
      'passages with a style that Fade In does not know are written without it',
      'bookmarks are left out, as a paragraph can have one',
      'bookmarks are written without their descriptions',
      'Descriptions, aliases and traits of characters are left out',
      'revision sets are written in the nearest of Fade In’s colours',
      'tag categories that Fade In does not have are left out',
      'Logline and genre are left out',
    ]);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

describe('what Fade In wrote', () => {
  it.skipIf(NO_CORPUS !== undefined)('has the shapes that are written', () => {
    for (const { name, bytes } of corpusFiles('.fadein', 'OSF-4.0.xml')) {
      const xml = name.endsWith('.xml') ? new TextDecoder().decode(bytes) : unpacked(bytes);
      const shapes = foreignShapes(xml).filter((shape) => !/fadein_settings|show_all_revisions|narrator/.test(shape));
      expect(shapes, name).toEqual([]);
    }
  });

  it('shows an edit in the place of what it replaces', async () => {
    const { document } = await fadein.decode(write({ blocks: BLOCKS }).bytes);
    const [scene] = document.document.scenes;
    if (!scene) return expect.fail();
    scene.heading.no = 12;
    scene.heading.desc = { en: 'They leave.' };
    const [action] = scene.body;
    if (action?.type !== 'action') return expect.fail();
    action.text = { en: 'No fog.' };
    const xml = unpacked((await fadein.encode(document)).bytes);
    expect(xml).toContain('<para number="12" synopsis="They leave.">');
    expect(xml).toContain('number_locked="true"');
    expect(xml).toContain('<text>No fog.</text>');
  });
});
