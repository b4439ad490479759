import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import type { Warning } from '../../../src/errors/index.js';
import { liftFadeIn } from '../../../src/formats/fadein/read/lift.js';
import { parseFadeIn } from '../../../src/formats/fadein/read/parse.js';
import { osf, para } from './files.js';

function read(bytes: Uint8Array): Manuscript & { warnings: Warning[] } {
  const warnings = new Warnings();
  return { ...liftFadeIn(parseFadeIn(bytes, warnings), warnings), warnings: warnings.list() };
}

function blocks(paragraphs: string, parts = '', version = '40'): readonly Block[] {
  return read(osf(paragraphs, parts, version)).blocks;
}

function styles(...list: string[]): string {
  return `<styles>${list.map((attributes) => `<style ${attributes}/>`).join('')}</styles>`;
}

describe('text', () => {
  it('joins runs without inserting anything', () => {
    const [block] = blocks(
      '<para><style basestyle="Action"/><text>sing</text><text bold="1">le </text><text>\t\u00a0x\ny</text></para>',
    );
    expect(block).toEqual({ kind: 'action', text: 'single \t\u00a0x\ny', runs: [{ start: 4, end: 7, bold: true }] });
  });

  it('takes for a look only what the style does not give', () => {
    const style = styles(
      'name="Action" builtin="1" builtin_index="2" font="Courier" size="12" bold="1" color="#112233"',
    );
    const look = (attributes: string): unknown => {
      const [block] = blocks(`<para><style basestyle="Action"/><text ${attributes}>x</text></para>`, style);
      return block?.runs?.map(({ start: _start, end: _end, ...rest }) => rest);
    };
    expect(
      look('font="Courier" size="12" bold="1" color="112233" bgcolor="#FFFFFF" italic="0" revision="0"'),
    ).toBeUndefined();
    expect(look('font="Arial" size="14.5" color="#000000"')).toEqual([{ font: 'Arial', size: 14.5, color: '#000000' }]);
    expect(look('bold="0"')).toEqual([{ other: ['fadein/bold=0'] }]);
    expect(look('underline="true" strikethrough="yes" allcaps="1"')).toEqual([
      { underline: true, strike: true, caps: true },
    ]);
    expect(look('glow="2" revision="3"')).toEqual([{ revision: 3, other: ['fadein/glow=2'] }]);
  });

  it('reads the markup of version 12, nested and not', () => {
    const text = (markup: string): unknown => {
      const [block] = blocks(para('Action', markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;')), '', '12');
      return [block?.text, block?.runs?.map(({ start, end, ...look }) => [start, end, look])];
    };
    expect(text('<b>a<i>b</b>c</i>d')).toEqual([
      'abcd',
      [
        [0, 1, { bold: true }],
        [1, 2, { bold: true, italic: true }],
        [2, 3, { italic: true }],
      ],
    ]); // prettier-ignore
    expect(text('<size="18">a<size="10">b</size>c</size>')).toEqual([
      'abc',
      [
        [0, 1, { size: 18 }],
        [1, 2, { size: 10 }],
        [2, 3, { size: 18 }],
      ],
    ]); // prettier-ignore
    expect(text('1 < 2 & <z> <b x> </q> <size> a<br/>b')).toEqual(['1 < 2 & <z> <b x> </q> <size> a\nb', undefined]);
    expect(text('</b>a<i>')).toEqual(['a', undefined]);
  });

  it('takes tags in the texts of later versions for text', () => {
    expect(blocks(para('Action', '&lt;b&gt;bold&lt;/b&gt;'))[0]).toEqual({ kind: 'action', text: '<b>bold</b>' });
  });

  it.each([
    [
      'UTF-16',
      (text: string) => new Uint8Array(new Uint16Array(Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0))).buffer),
    ],
    ['UTF-8 with a byte order mark', (text: string) => new TextEncoder().encode(`\uFEFF${text}`)],
  ])('is read from %s', (_, encode) => {
    const text = new TextDecoder().decode(osf(para('Action', 'Ночь — “nuit”'))).replace(' encoding="UTF-8"', '');
    expect(read(encode(text)).blocks[0]?.text).toBe('Ночь — “nuit”');
  });
});

describe('styles', () => {
  it('mean the built-in style that they derive from', () => {
    const parts = styles(
      'name="Szene" builtin="1" builtin_index="1" basestyle="Normal Text"',
      'name="Rückblende" basestyle="Szene" italic="1"',
      'name="Traum" basestyle="Rückblende"',
      'name="Ohne"',
    );
    const found = ['Szene', 'Rückblende', 'Traum', 'Ohne', 'Dialogue', 'dialogue'].map((name) => {
      const [block] = blocks(para(name, 'x'), parts);
      return [block?.kind, block?.class, block?.typeName ?? block?.extra?.['fadein.style']];
    });
    expect(found).toEqual([
      ['heading', undefined, undefined],
      ['heading', 'ruckblende', 'Rückblende'],
      ['heading', 'traum', 'Traum'],
      ['general', 'ohne', 'Ohne'],
      ['dialogue', undefined, undefined],
      ['dialogue', undefined, undefined],
    ]);
    expect(read(osf('', parts)).setup?.styles?.['traum']).toMatchObject({ italic: true, paginateAs: 'scene-heading' });
  });

  it('never share a class, nor take one that means something else', () => {
    const parts = styles(
      'name="Section" basestyle="Action"',
      'name="Big Sign" basestyle="Action"',
      'name="big-sign" basestyle="Action"',
    );
    const classes = ['Section', 'Big Sign', 'big-sign'].map((name) => blocks(para(name, 'x'), parts)[0]?.class);
    expect(classes).toEqual(['section-style', 'big-sign', 'big-sign-style']);
  });

  it('say nothing on paragraphs that repeat them', () => {
    const repeated =
      'align="left" leftindent="0" spacebefore="1.0" bold="0" pagebreakbefore="0" font="Courier Screenplay"';
    expect(blocks(para('Action', 'x', '', repeated))).toEqual([{ kind: 'action', text: 'x' }]);
    expect(blocks(para('Action', 'x', '', 'align="right" leftindent="254" linespacing="2.0" keep="1"'))).toEqual([
      {
        kind: 'action',
        text: 'x',
        layout: { align: 'right', left: 2.248, spacing: 2 },
        extra: { 'fadein.style-attributes': 'keep=1' },
      },
    ]);
    expect(blocks(para('Normal Text', 'x', '', 'align="center"'))[0]).toMatchObject({
      kind: 'general',
      class: 'centered',
    });
    expect(blocks(para('Shot', 'x', '', 'align="center"'))[0]).toEqual({
      kind: 'shot',
      text: 'x',
      layout: { align: 'center' },
    });
  });
});

describe('numbers', () => {
  const numbered = (more: string) =>
    styles(
      `name="Scene Heading" builtin="1" builtin_index="1" numbering="true" ${more}`,
      'name="Dream" basestyle="Scene Heading"',
      'name="Insert" basestyle="Scene Heading" numbering="true" use_base_numbering="false" number_start="100"',
    );
  const found = (more: string): unknown =>
    blocks(
      ['Scene Heading', 'Dream', 'Insert', 'Scene Heading', 'Insert']
        .map((style, at) => para(style, at === 3 ? '' : 'x', `number="${at}X"`))
        .join('') + para('Dream', 'y'),
      numbered(more),
    ).map(({ number }) => number);

  it('are counted, whatever the paragraphs say, unless they are locked', () => {
    expect(found('')).toEqual(['1', '2', '100', undefined, '101', '3']);
    expect(found('number_start="5"')).toEqual(['5', '6', '100', undefined, '101', '7']);
    expect(found('number_locked="true"')).toEqual(['0X', '1X', '100', '3X', '101', undefined]);
  });

  it('are the paragraphs’ own where there is no counting', () => {
    expect(found('number_reset_after="1"')).toEqual(['0X', '1X', '100', '3X', '101', undefined]);
    expect(blocks(para('Action', 'x', 'number="4"'))[0]?.number).toBe('4');
  });

  it('print where the style says', () => {
    const shown = (more: string): unknown => read(osf('', numbered(more))).setup?.sceneNumbers;
    expect(['', 'number_position="1"', 'number_position="2"', 'number_position="0"'].map(shown)).toEqual([
      { left: true, right: true },
      { left: true, right: false },
      { left: false, right: true },
      { left: false, right: false },
    ]);
  });
});

describe('speeches', () => {
  it('gives parentheticals the brackets that print', () => {
    const texts = ['beat', '(beat)', '(then', 'a smile)', 'so (she) says', '', '   '];
    expect(blocks(texts.map((text) => para('Parenthetical', text)).join('')).map(({ text }) => text)).toEqual([
      '(beat)',
      '(beat)',
      '(then',
      'a smile)',
      '(so (she) says)',
      '',
      '   ',
    ]);
    const [styled] = blocks(
      '<para><style basestyle="Parenthetical"/><text>so </text><text italic="1">low</text><marks><mark at="3" revision="1"/></marks></para>',
    );
    expect(styled).toMatchObject({
      text: '(so low)',
      runs: [{ start: 4, end: 7, italic: true }],
      extra: { 'marks.deleted': '4:1' },
    });
  });

  it('pairs the speech of a marked cue with the next', () => {
    const cue = (name: string, dual = false) =>
      para('Character', name, '', dual ? 'dualdialogue="1"' : '') + para('Dialogue', 'x');
    const sides = (paragraphs: string) =>
      blocks(paragraphs)
        .map(({ kind, dual }) => (kind === 'character' ? dual : undefined))
        .filter((_, at) => at % 2 === 0);
    expect(sides(cue('A', true) + cue('B') + cue('C'))).toEqual(['left', 'right', undefined]);
    expect(sides(cue('A', true) + cue('B', true) + cue('C', true) + cue('D', true))).toEqual([
      'left',
      'right',
      'left',
      'right',
    ]);
    expect(sides(cue('A') + cue('B', true))).toEqual([undefined, undefined]);
    expect(blocks(para('Action', 'x', '', 'dualdialogue="1"'))[0]?.extra).toEqual({ 'fadein.dualdialogue': 'true' });
  });
});

describe('what hangs on paragraphs', () => {
  it('is read from their attributes', () => {
    const [heading, action] = blocks(
      para(
        'Scene Heading',
        'INT. X - DAY',
        'synopsis="One.&#10;Two." synopsis_color="40A0FF" note="A&#xA;B" bookmark="Here" future="1"',
      ) + para('Action', 'x', 'synopsis_color="#ff0000" note=""', 'pagebreakbefore="1"'),
    );
    expect(heading).toEqual({
      kind: 'heading',
      text: 'INT. X - DAY',
      scene: { color: '#40a0ff', synopsis: { text: 'One.\nTwo.' } },
      notes: [{ text: 'A\nB' }],
      bookmarks: [{ title: 'Here' }],
      extra: { 'fadein.attributes': 'future=1' },
    });
    expect(action).toEqual({
      kind: 'action',
      text: 'x',
      pageBreak: true,
      extra: { 'fadein.synopsis-color': '#ff0000' },
    });
  });

  it('stands before a speech whose middle it describes', () => {
    const list = blocks(para('Character', 'A') + para('Dialogue', 'x', 'synopsis="Turn." synopsis_color="#00ff00"'));
    expect(list.map(({ kind, class: name, text }) => [kind, name, text])).toEqual([
      ['general', 'synopsis', 'Turn.'],
      ['character', undefined, 'A'],
      ['dialogue', undefined, 'x'],
    ]);
    expect(list[0]?.extra).toEqual({ 'fadein.synopsis-color': '#00ff00', 'fadein.ahead': '1' });
  });

  it('says once who edited most of them', () => {
    const { extra, blocks: list } = read(
      osf(
        para('Action', 'a', 'edited_by="AL"') +
          para('Action', 'b', 'edited_by="BD"') +
          para('Action', 'c', 'edited_by="AL"') +
          para('Action', 'd') +
          para('Action', 'e', 'edited_by="AL"'),
      ),
    );
    expect(extra?.['fadein.edited-by']).toBe('AL');
    expect(list.map((block) => block.extra?.['fadein.edited-by'])).toEqual([undefined, 'BD', undefined, '', undefined]);
  });

  it('tells where locked pages start', () => {
    const paragraphs = ['1', '1', undefined, '2', '2A', '2A']
      .map((page) => para('Action', 'x', page === undefined ? '' : `page_number="${page}"`))
      .join('');
    const { setup, blocks: list } = read(osf(paragraphs, '<settings pages_locked="true"/>'));
    expect(setup?.lockedPages).toEqual([
      { number: '1', block: 0, offset: 0 },
      { number: '2', block: 3, offset: 0 },
      { number: '2A', block: 4, offset: 0 },
    ]);
    expect(list[2]?.extra).toEqual({ 'fadein.unlocked': 'true' });
    expect(read(osf(paragraphs)).setup?.lockedPages).toBeUndefined();
  });

  it('is a tag when an attribute names a category', () => {
    const lists =
      '<lists><tag_categories><tag_category name="Props" uuid="3673492a-664a-44e5-a981-0a8fcffdf1b3"/></tag_categories></lists>';
    const [byName, byId, beside, none] = blocks(
      [
        '<text>A </text><text tag="Props">red ball</text>',
        '<text tag="3673492A-664A-44E5-A981-0A8FCFFDF1B3">ball</text>',
        '<text>x</text><tags><tag category="Props" name="Rope"/></tags>',
        '<text link="Props">ball</text>',
      ]
        .map((inner) => `<para><style basestyle="Action"/>${inner}</para>`)
        .join(''),
      lists,
    );
    const own = { 'fadein.own': 'true' };
    expect(byName?.tags).toEqual([{ category: 'Props', label: 'red ball', range: [2, 10], extra: own }]);
    expect(byId?.tags).toEqual([{ category: 'Props', label: 'ball', range: [0, 4], extra: own }]);
    expect(beside?.tags).toEqual([{ category: 'Props', label: 'Rope', extra: own }]);
    expect(none?.tags).toBeUndefined();
  });
});

describe('the document', () => {
  it('has its page, texts and running lines', () => {
    const settings =
      '<settings page_width="2100" page_height="2970" margin_top="254" margin_bottom="508" margin_left="508" margin_right="254" break_on_sentences="true" dialogue_continues="false" dialogue_pagebreaks="true" more_text="(MEHR)" cont_text="(wieder)" scenes_continue="true" continued_text="WEITER" number_continued="true" page_header="{Title} \\{x\\} ** * @ #." page_footer="" header_alignment="1" header_first_page="true" pagenumber_start="7"/>';
    const { setup } = read(osf('', settings));
    expect(setup?.page).toEqual({
      width: 8.2677,
      height: 11.6929,
      top: 72,
      bottom: 144,
      left: 2,
      right: 1,
      advance: 7.2,
      breakAtSentences: true,
    });
    expect(setup?.continuation).toEqual({
      automatic: false,
      dialogueBottomOn: true,
      dialogueTopOn: true,
      dialogueBottom: '(MEHR)',
      dialogueTop: '(wieder)',
      sceneBottomOn: true,
      sceneTopOn: true,
      sceneBottom: '(WEITER)',
      sceneTop: 'WEITER:',
      sceneNumbered: true,
    }); // prettier-ignore
    expect(setup?.header).toMatchObject({
      show: true,
      cover: true,
      start: 7,
      text: { text: '{title} {{x}} {label:Document Revision} {revisions} {date} {page}.' },
    });
    expect(setup?.footer).toMatchObject({ show: false, start: 7, text: { text: '' } });
    expect(setup?.styles?.['dialogue']).toMatchObject({ left: 3.2992, right: 6.2677 });
  });

  it('measures space in its own lines', () => {
    const settings = '<settings normal_linesperinch="5.0" element_spacing="0.50"/>';
    const { setup } = read(osf('', settings));
    expect(setup?.styles?.['heading']).toMatchObject({ before: 14.4, spacing: 1.2 });
  });

  it('has the revisions in use, and the one at work', () => {
    const colors = ['White', 'Blue', 'Pink', 'Yellow']
      .map((name, at) => `<revision_color name="${name}" index="${at}" color_name="${name}" mark="*"/>`)
      .join('');
    const lists = `<lists><revision_colors>${colors}</revision_colors></lists>`;
    const text = '<para><text revision="1">x</text><text revision="12">y</text></para>';
    expect(read(osf(text, `${lists}<settings revision="3"/>`)).revisions).toEqual([
      { index: 1, name: 'Blue', color: '#0000ff', pageColor: '#b6eaff', mark: '*' },
      { index: 3, name: 'Yellow', color: '#a0a000', pageColor: '#ffff99', mark: '*', active: true },
      { index: 12, name: '' },
    ]);
    expect(read(osf(text.replaceAll('revision', 'x'), lists)).revisions).toBeUndefined();
  });

  it('keeps what only Fade In understands, without a word of the script', () => {
    const parts = `<settings element_spacing="1.00"/><lists><locations><location name="X"/></locations></lists><spelling language="de_DE"><ignored><entry word="Qux"/></ignored></spelling><future a="1"><b/></future>`;
    const { kept, extra, lang } = read(osf(para('Action', 'Secret.'), parts));
    expect(lang).toBe('de-DE');
    expect(kept?.map(({ id }) => id)).toEqual(['fadein-styles', 'fadein-settings']);
    expect(extra).toMatchObject({
      'fadein.lists': '<locations><location name="X"/></locations>',
      'fadein.spelling': '<ignored><entry word="Qux"/></ignored>',
      'fadein.parts': '<future a="1"><b/></future>',
    });
    expect(JSON.stringify(kept)).not.toContain('Secret');
  });

  it('has an id of its own, whatever that looks like', () => {
    expect(read(osf('', '<info uuid="7D1B4C1E-32A5-4D0A-9C3F-0B8F2A6F1A01"/>')).id).toBe(
      '7d1b4c1e-32a5-4d0a-9c3f-0b8f2a6f1a01',
    );
    expect(read(osf('', '<info uuid="no uuid" words="12"/>'))).toMatchObject({
      extra: { 'fadein.uuid': 'no uuid', 'fadein.info': 'words=12' },
    });
  });
});

describe('the title page', () => {
  it('has the fields that bookmarks name, and others by their looks', () => {
    const line = (text: string, bookmark = '') =>
      `<para ${bookmark === '' ? '' : `bookmark="${bookmark}"`}><style basestyle="Normal Text" align="center"/><text>${text}</text></para>`;
    const page = `<titlepage>${line('Fog', 'Title')}${line('A Tale', 'Subtitle')}${line('')}${line('Written by')}${line('Ann Lee', 'Author')}${line('Based on the novel by Eve Stone')}${line('1 Quay\nDover', 'Contact')}${line('x', 'Other')}</titlepage>`;
    const { titlePage } = read(osf('', page));
    expect(titlePage?.placed).toBe(true);
    expect(titlePage?.lines.map(({ key, text }) => [key, text])).toEqual([
      ['title', 'Fog'],
      ['title', 'A Tale'],
      [undefined, ''],
      ['credit', 'Written by'],
      ['author', 'Ann Lee'],
      ['source', 'Based on the novel by Eve Stone'],
      ['contact', '1 Quay'],
      ['contact', 'Dover'],
      [undefined, 'x'],
    ]);
  });

  it.each([
    ['Written by', [['credit', 'Written by']]],
    [
      'Written by\nAnn Lee',
      [
        ['credit', 'Written by'],
        ['author', 'Ann Lee'],
      ],
    ],
    ['Written by Ann Lee', [['author', 'Written by Ann Lee']]],
    ['Ann', [['author', 'Ann']]],
    ['Ann Lee', [['author', 'Ann Lee']]],
  ])('of version 12 has the credit and the names in one: %j', (writtenBy, expected) => {
    const info = `<info title="Fog" written_by="${writtenBy.replaceAll('\n', '&#10;')}" copyright="(c) 2012"/>`;
    const { titlePage } = read(osf('', info, '12'));
    expect(titlePage?.placed).toBe(false);
    expect(titlePage?.lines.slice(1, -1).map(({ key, text }) => [key, text])).toEqual(expected);
  });
});
