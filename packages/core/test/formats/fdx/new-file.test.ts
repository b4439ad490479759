import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript, Setup } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import { lowerFdx } from '../../../src/formats/fdx/write/lower.js';
import { printFdx } from '../../../src/formats/fdx/write/print.js';
import { printTitlePage } from '../../../src/formats/fdx/write/title-page.js';
import { parseXml } from '../../../src/syntax/xml.js';
import type { XmlElement } from '../../../src/syntax/xml.js';
import { manuscripts } from '../../../src/testing/manuscripts.js';
import { foreignShapes } from './final-draft-shapes.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);

function write(manuscript: Manuscript): { bytes: Uint8Array; root: XmlElement; warnings: Warnings } {
  const warnings = new Warnings();
  const bytes = printFdx(lowerFdx(manuscript, warnings, printTitlePage), warnings);
  const { root } = parseXml(new TextDecoder().decode(bytes));
  return { bytes, root: root ?? expect.fail(), warnings };
}

function part(root: XmlElement, ...names: string[]): XmlElement {
  let element = root;
  for (const name of names)
    element = element.children.find((child) => child.name === name) ?? expect.fail(`no ${name}`);
  return element;
}

const BLOCKS: Block[] = [
  { kind: 'heading', text: 'INT. HARBOUR OFFICE - NIGHT', number: '1', scene: { synopsis: { text: 'They wait.' } } },
  { kind: 'action', text: 'Fog.' },
  { kind: 'character', text: 'LOTTE (V.O.)' },
  { kind: 'parenthetical', text: '(whispers)' },
  { kind: 'dialogue', text: 'A ship.', runs: [{ start: 2, end: 6, bold: true, revision: 1 }] },
  { kind: 'general', class: 'lyrics', text: 'La la' },
  { kind: 'transition', text: 'FADE OUT.' },
];

describe('a script from elsewhere', () => {
  it('names the fields of a title page that it does not print', () => {
    const lines = [
      { key: 'title', text: 'The Well' },
      { key: 'Format', label: 'FORMAT', text: 'Radio play' },
    ];
    const { warnings } = write({ blocks: BLOCKS, titlePage: { lines, placed: false } });
    expect(warnings.list().map(({ message }) => message)).toEqual([
      `The title page's own field "FORMAT" is not printed`,
    ]);
  });

  it('is in version 4 and has all that Final Draft gives a new script', () => {
    const { root } = write({ blocks: BLOCKS });
    expect(root.attributes).toEqual({ DocumentType: 'Script', Template: 'No', Version: '4' });
    expect([...new Set(root.children.map(({ name }) => name))]).toEqual([
      'Content',
      'HeaderAndFooter',
      'PageLayout',
      'ElementSettings',
      'SmartType',
      'MoresAndContinueds',
      'Revisions',
      'SceneNumberOptions',
    ]); // prettier-ignore
    const types = root.children
      .filter(({ name }) => name === 'ElementSettings')
      .map(({ attributes }) => attributes['Type']);
    expect(types).toEqual([
      'General',
      'Scene Heading',
      'Action',
      'Character',
      'Parenthetical',
      'Dialogue',
      'Transition',
      'Shot',
      'Cast List',
      'Lyrics',
    ]); // prettier-ignore
    expect(part(root, 'PageLayout', 'PageSize').attributes).toEqual({ Height: '11.00', Width: '8.50' });
    expect(part(root, 'SmartType', 'Characters').children.map(({ text }) => text)).toEqual(['LOTTE']);
    expect(part(root, 'SmartType', 'Locations').children.map(({ text }) => text)).toEqual(['HARBOUR OFFICE']);
    expect(part(root, 'SmartType', 'TimesOfDay').children.map(({ text }) => text)).toContain('NIGHT');
    expect(part(root, 'Revisions').children.map(({ attributes }) => attributes['Name'])).toEqual(['Blue']);
    expect(part(root, 'HeaderAndFooter', 'Header', 'Paragraph', 'DynamicLabel').attributes['Type']).toBe('Page #');
  });

  it('keeps the capitals of its type in a styled run', () => {
    const { root } = write({
      blocks: [{ kind: 'heading', text: 'int. x - day', runs: [{ start: 5, end: 6, italic: true }] }],
    });
    const texts = part(root, 'Content', 'Paragraph').children.map(({ attributes, text }) => [
      attributes['Style'],
      text,
    ]);
    expect(texts).toEqual([
      [undefined, 'int. '],
      ['Italic+AllCaps', 'x'],
      [undefined, ' - day'],
    ]);
  });

  it('takes paper, styles and settings from the script', () => {
    const setup: Setup = {
      page: { width: 8.27, height: 11.69, top: 60 },
      styles: { dialogue: { left: 2.7 } },
      continuation: { dialogueBottom: '(WEITER)' },
      header: { show: true, cover: true, text: { text: '{title} {{draft}} - {page}' } },
    };
    const { root } = write({ blocks: BLOCKS, setup });
    expect(part(root, 'PageLayout', 'PageSize').attributes).toEqual({ Height: '11.69', Width: '8.27' });
    expect(part(root, 'PageLayout').attributes).toMatchObject({ TopMargin: '60', BottomMargin: '72' });
    const dialogue = root.children.find(({ attributes }) => attributes['Type'] === 'Dialogue') ?? expect.fail();
    expect(part(dialogue, 'ParagraphSpec').attributes).toMatchObject({ LeftIndent: '2.70', RightIndent: '6.00' });
    expect(part(root, 'MoresAndContinueds', 'DialogueBreaks').attributes).toMatchObject({
      DialogueBottom: '(WEITER)',
      DialogueTop: "(CONT'D)",
    });
    const header = part(root, 'HeaderAndFooter', 'Header', 'Paragraph').children;
    expect(header.map(({ name, text, attributes }) => (name === 'Text' ? text : attributes['Type']))).toEqual([
      'Title',
      ' {draft} - ',
      'Page #',
    ]);
  });

  it('places a title page that lists fields', () => {
    const { root } = write({
      blocks: BLOCKS,
      titlePage: {
        placed: false,
        lines: [
          { key: 'title', text: 'Fog' },
          { key: 'author', text: 'Lotte Brandt' },
        ],
      },
    });
    const lines = part(root, 'TitlePage', 'Content').children;
    const printed = lines.filter(({ children }) => children.some(({ text }) => text !== ''));
    expect(printed.map(({ attributes, children }) => [attributes['Alignment'], children[0]?.text])).toContainEqual([
      'Center',
      'Fog',
    ]);
    expect(lines.length).toBeGreaterThan(10);
  });

  it('prints nothing that the script does not print', () => {
    const hidden: Block[] = [
      { kind: 'general', class: 'section', level: 2, text: 'Part two' },
      ...BLOCKS,
      { kind: 'general', class: 'boneyard', omit: true, text: 'Never.' },
      { kind: 'general', class: 'synopsis', text: 'All is lost.' },
    ];
    const paragraphs = part(write({ blocks: hidden }).root, 'Content').children;
    const printed = paragraphs.map(({ children }) =>
      children
        .filter(({ name }) => name === 'Text')
        .map(({ text }) => text)
        .join(''),
    );
    expect(printed).toEqual(BLOCKS.map(({ text }) => text));
  });

  it('turns a page break into the next paragraph’s', () => {
    const { root, warnings } = write({
      blocks: [
        { kind: 'action', text: 'One.' },
        { kind: 'general', class: 'page-break', text: '' },
        { kind: 'action', text: 'Two.' },
        { kind: 'general', class: 'page-break', text: '' },
      ],
    });
    expect(part(root, 'Content').children.map(({ attributes }) => attributes['StartsNewPage'])).toEqual([
      undefined,
      'Yes',
    ]);
    expect(warnings.list().map(({ code }) => code)).toEqual(['not_carried']);
  });

  it('breaks the page before what prints, not before what hides', () => {
    const pageBreak: Block = { kind: 'general', class: 'page-break', text: '' };
    const cut: Block = { kind: 'general', class: 'boneyard', omit: true, text: 'Cut.' };
    const speech = (dual: 'left' | 'right'): Block[] => [
      { kind: 'character', text: 'A', dual },
      { kind: 'dialogue', text: 'Yes.', dual },
    ];
    const { root } = write({
      blocks: [pageBreak, cut, { kind: 'action', text: 'One.' }, pageBreak, ...speech('left'), ...speech('right')],
    });
    const [action, dual] = part(root, 'Content').children;
    expect(action?.attributes['StartsNewPage']).toBe('Yes');
    expect(part(action ?? root, 'ScriptNote', 'Paragraph').attributes['StartsNewPage']).toBeUndefined();
    expect(dual?.attributes['StartsNewPage']).toBe('Yes');
    expect(part(dual ?? root, 'DualDialogue', 'Paragraph').attributes['StartsNewPage']).toBeUndefined();
  });

  it('says what Final Draft has no place for', () => {
    const { warnings } = write({
      blocks: [
        {
          kind: 'action',
          text: 'Here.',
          runs: [{ start: 0, end: 4, link: 'https://example.org' }],
          bookmarks: [{ title: 'B' }],
          locked: true,
        },
      ],
      logline: 'A story.',
      cast: [{ name: 'MARA', desc: 'Tall.' }],
    });
    expect(warnings.list().map(({ message }) => message)).toEqual([
      'Final Draft has no place for bookmarks (1)',
      'Final Draft has no place for links (1); their text is there',
      'Final Draft has no place for locks on single elements (1)',
      'Final Draft has no place for descriptions and aliases of characters (1)',
      'Final Draft has no place for the logline',
    ]);
  });

  it('numbers tags, one number for each stretch and what it stands for', () => {
    const { root } = write({
      blocks: [
        {
          kind: 'action',
          text: 'A red ball.',
          tags: [
            { category: 'Props', label: 'Ball', range: [2, 10] },
            { category: 'Toys', label: 'Ball', range: [6, 10] },
          ],
        },
        { kind: 'action', text: 'Ball.', tags: [{ category: 'Props', label: 'Ball' }] },
      ],
    });
    const texts = part(root, 'Content').children.flatMap(({ children }) => children);
    expect(texts.map(({ text, attributes }) => [text, attributes['TagNumber']])).toEqual([
      ['A ', undefined],
      ['red ', '1'],
      ['ball', '2'],
      ['.', undefined],
      ['Ball.', '3'],
    ]);
    expect(part(root, 'TagData', 'TagCategories').children.map(({ attributes }) => attributes['Name'])).toEqual([
      'Props',
      'Toys',
    ]);
    const definitions = part(root, 'TagData', 'TagDefinitions').children.map(({ attributes }) => attributes['Id']);
    expect(new Set(definitions).size).toBe(2);
    const tags = part(root, 'TagData', 'Tags').children.map(({ children }) => children.map(({ text }) => text));
    expect(tags.map((ids) => ids.length)).toEqual([1, 2, 1]);
    expect(tags[0]).toEqual(tags[2]);
  });

  it.each(['4', '5', '6'])('is shaped as Final Draft shapes its files, in version %s', (version) => {
    fc.assert(
      fc.property(manuscripts(), (manuscript) => {
        const { bytes } = write(version === '4' ? manuscript : { ...manuscript, extra: { 'fdx.version': version } });
        expect(foreignShapes(bytes)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
