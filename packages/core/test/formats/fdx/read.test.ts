import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import type { Warning } from '../../../src/errors/index.js';
import { liftFdx } from '../../../src/formats/fdx/read/lift.js';
import { parseFdx } from '../../../src/formats/fdx/read/parse.js';
import { readTitlePage } from '../../../src/formats/fdx/read/title-page.js';
import { encodeText } from '../../../src/syntax/text.js';

function read(bytes: Uint8Array): Manuscript & { warnings: Warning[] } {
  const warnings = new Warnings();
  return { ...liftFdx(parseFdx(bytes, warnings), warnings, readTitlePage), warnings: warnings.list() };
}

function content(paragraphs: string, rest = ''): Manuscript & { warnings: Warning[] } {
  return read(encodeText(`<FinalDraft Version="4"><Content>${paragraphs}</Content>${rest}</FinalDraft>`));
}

function blocks(paragraphs: string, rest = ''): readonly Block[] {
  return content(paragraphs, rest).blocks;
}

const production = read(readFileSync(new URL('../../../fixtures/fdx/production/input.fdx', import.meta.url)));
const at = (text: string): Block => production.blocks.find((block) => block.text === text) ?? expect.fail(text);

describe('text', () => {
  it('joins runs without inserting anything', () => {
    const [block] = blocks(
      '<Paragraph Type="Action"><Text>sing</Text><Text Style="Bold">le </Text><Text>\t\u00a0x\ny</Text></Paragraph>',
    );
    expect(block).toEqual({ kind: 'action', text: 'single \t\u00a0x\ny', runs: [{ start: 4, end: 7, bold: true }] });
  });

  it('takes for a look only what the type does not give', () => {
    const settings =
      '<ElementSettings Type="Character"><FontSpec Font="Courier" Size="12" Color="#000000000000" Style="AllCaps"/></ElementSettings>';
    const run = (attributes: string): unknown => {
      const [block] = blocks(`<Paragraph Type="Character"><Text ${attributes}>x</Text></Paragraph>`, settings);
      return block?.runs?.map(({ start: _start, end: _end, ...look }) => look);
    };
    expect(
      run(
        'Font="Courier" Size="12" Color="#000000000000" Background="#FFFFFFFFFFFF" RevisionID="0" AdornmentStyle="-1"',
      ),
    ).toBeUndefined();
    expect(run('Font="Arial" Size="14"')).toEqual([{ font: 'Arial', size: 14 }]);
    expect(run('Style="Bold+AllCaps"')).toEqual([{ bold: true }]);
    expect(run('Style="Bold"')).toEqual([{ bold: true, other: ['Plain'] }]);
    expect(run('Style=""')).toEqual([{ other: ['Plain'] }]);
    expect(run('Color="tomato"')).toEqual([{ other: ['Color=tomato'] }]);
    expect(run('Color="#FFFF80800000" Background="#FEEACC8166BA"')).toEqual([
      { color: '#ff8000', background: '#FEEACC8166BA' },
    ]);
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Uint8Array.of(0xef, 0xbb, 0xbf, ...encodeText(text))],
    ['UTF-16, little end first', (text: string) => utf16(text, true)],
    ['UTF-16, big end first', (text: string) => utf16(text, false)],
  ])('is read from %s', (_, encode) => {
    const bytes = encode(
      '<?xml version="1.0" encoding="UTF-16"?><FinalDraft><Content><Paragraph><Text>Ünï ’</Text></Paragraph></Content></FinalDraft>',
    );
    expect(read(bytes).blocks[0]?.text).toBe('Ünï ’');
  });
});

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  [...`\ufeff${text}`].forEach((char, index) => {
    view.setUint16(2 * index, char.charCodeAt(0), littleEndian);
  });
  return new Uint8Array(view.buffer);
}

describe('paragraphs', () => {
  it.each([
    ['Scene Heading', { kind: 'heading' }],
    ['Shot', { kind: 'shot' }],
    ['New Act', { kind: 'general', class: 'new-act' }],
    ['End of Act', { kind: 'general', class: 'end-of-act' }],
    ['End Of Act', { kind: 'general', class: 'end-of-act', typeName: 'End Of Act' }],
    ['Lyrics', { kind: 'general', class: 'lyrics' }],
    ['Lyric', { kind: 'general', class: 'lyrics', typeName: 'Lyric' }],
    ['Outline 3', { kind: 'general', class: 'section', level: 3 }],
    ['Outline 2 (Reels)', { kind: 'general', class: 'section', level: 2, typeName: 'Outline 2 (Reels)' }],
    ['Outline 12', { kind: 'general', class: 'outline-12' }],
    ['Cast List', { kind: 'general', class: 'cast-list' }],
    ['Cold Opening', { kind: 'general', class: 'cold-opening' }],
    ['Voice Over Artist', { kind: 'general', class: 'voice-over-artist' }],
    ['Act&amp;Scene Break', { kind: 'general', class: 'act-scene-break', typeName: 'Act&Scene Break' }],
  ])('of type %s', (type, facts) => {
    expect(blocks(`<Paragraph Type="${type}"><Text>x</Text></Paragraph>`)).toEqual([{ ...facts, text: 'x' }]);
  });

  it('read only the direct children of Content as the script', () => {
    const summary =
      '<SceneProperties><Summary><Paragraph><Text>Not script.</Text></Paragraph></Summary></SceneProperties>';
    const title =
      '<TitlePage><HeaderAndFooter><Header><Paragraph><Text>.</Text></Paragraph></Header></HeaderAndFooter></TitlePage>';
    const list = blocks(`<Paragraph Type="Scene Heading">${summary}<Text>INT. X</Text></Paragraph>`, title);
    expect(list.map(({ text }) => text)).toEqual(['INT. X']);
    expect(list[0]?.scene?.synopsis?.text).toBe('Not script.');
  });

  it('keep their numbers, layout and page breaks', () => {
    const [block] = blocks(
      '<Paragraph Number="4-1" RightIndent="6.12" SpaceBefore="18" StartsNewPage="Yes" Type="Shot"/>',
    );
    expect(block).toEqual({
      kind: 'shot',
      text: '',
      number: '4-1',
      layout: { right: 6.12, before: 18 },
      pageBreak: true,
    });
  });

  it('say where something is wrong', () => {
    const { warnings } = content('<Paragraph/><Sound/><Paragraph><DualDialogue/></Paragraph>');
    expect(warnings.map(({ code, at: place }) => [code, place])).toEqual([
      ['repaired', { paragraph: 2 }],
      ['repaired', { paragraph: 3 }],
    ]);
  });
});

const title = (inside: string): unknown =>
  content('<Paragraph Type="Action"><Text>x</Text></Paragraph>', `<TitlePage>${inside}</TitlePage>`).titlePage;
const line = (text: string): string => `<Paragraph><Text>${text}</Text></Paragraph>`;

describe('types of the writer’s own', () => {
  const settings =
    '<ElementSettings Type="Text Message"><Behavior PaginateAs="Dialogue"/></ElementSettings><ElementSettings Type="Lyrics"><Behavior PaginateAs="Dialogue"/></ElementSettings>';
  const paragraph = (type: string): string => `<Paragraph Type="${type}"><Text>x</Text></Paragraph>`;
  const kinds = (...types: string[]): string[] =>
    blocks(types.map(paragraph).join(''), settings).map(({ kind, class: own, typeName }) =>
      [kind, own, typeName].filter((part) => part !== undefined).join(' '),
    );

  it('are speech inside a speech, where they break like it', () => {
    expect(kinds('Character', 'Text Message', 'Dialogue', 'Action', 'Text Message')).toEqual([
      'character',
      'dialogue text-message Text Message',
      'dialogue',
      'action',
      'general text-message',
    ]);
    expect(kinds('Character', 'Lyrics', 'Panel', 'Lyrics')).toEqual([
      'character',
      'dialogue lyrics',
      'general panel',
      'general lyrics',
    ]);
  });
});

describe('files of other programs', () => {
  it('have their title page anywhere', () => {
    const page = `<TitlePage><Content>${line('The Well')}</Content></TitlePage>`;
    const lines = [{ text: 'The Well', key: 'title' }];
    expect(content(`${page}<Paragraph><Text>x</Text></Paragraph>`).titlePage?.lines).toEqual(lines);
    expect(title(line('The Well'))).toEqual({ lines, placed: true });
    expect(title('<Title>The Well</Title><DraftDate><Text>May</Text></DraftDate>')).toEqual({
      lines: [...lines, { text: 'May', key: 'draft-date' }],
      placed: false,
    });
    expect(title('<HeaderAndFooter><Header><Paragraph><Text>.</Text></Paragraph></Header></HeaderAndFooter>')).toBe(
      undefined,
    );
  });

  it('have a whole title page in one paragraph', () => {
    const page = title(
      '<Content><Paragraph Alignment="Center" SpaceBefore="24"><Text Style="Bold">THE WELL\nWritten</Text><Text> by\nAda Moss</Text></Paragraph></Content>',
    );
    const bold = (end: number): unknown => [{ start: 0, end, bold: true }];
    const layout = { align: 'center', before: 0 };
    expect(page).toEqual({
      lines: [
        { text: 'THE WELL', runs: bold(8), key: 'title', layout: { align: 'center', before: 24 } },
        { text: 'Written by', runs: bold(7), key: 'credit', layout },
        { text: 'Ada Moss', key: 'author', layout },
      ],
      placed: true,
    });
  });

  it('have elements around their paragraphs, and several contents', () => {
    const two = read(
      encodeText(
        `<FinalDraft><Content><Act><Scene><Beat>${line('a')}</Beat>${line('b')}</Scene></Act></Content><Content>${line('c')}</Content></FinalDraft>`,
      ),
    );
    expect(two.blocks.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(two.warnings.map(({ message }) => message)).toEqual([
      'The file has more than one <Content>; they were read one after the other as the script',
      '<Act> is no element of the format; its paragraphs were read',
      '<Scene> is no element of the format; its paragraphs were read',
      '<Beat> is no element of the format; its paragraphs were read',
    ]);
  });

  it.each([
    ['Yes Yes', 'left right'],
    ['- Yes', 'left right'],
    ['- - Yes', '- left right'],
    ['- Yes Yes', '- left right'],
    ['- Left Right', '- left right'],
    ['- Right', 'left right'],
    ['Yes Yes Yes Yes', 'left right left right'],
    ['No No', '- -'],
    ['Yes', '-'],
  ])('mark the cues of dual dialogue: %s', (marks, sides) => {
    const speech = (mark: string): string =>
      `<Paragraph Type="Character"${mark === '-' ? '' : ` DualDialogue="${mark}"`}><Text>A</Text></Paragraph><Paragraph Type="Dialogue"><Text>x</Text></Paragraph>`;
    const list = blocks(marks.split(' ').map(speech).join(''));
    const cues = list.filter(({ kind }) => kind === 'character');
    expect(cues.map(({ dual }) => dual ?? '-').join(' ')).toBe(sides);
    expect(list.filter(({ kind }) => kind === 'dialogue').map(({ dual }) => dual)).toEqual(
      cues.map(({ dual }) => dual),
    );
    expect(list.some(({ extra }) => extra !== undefined)).toBe(false);
  });

  it('have elements around the speeches of dual dialogue, and small letters', () => {
    const speech = '<Paragraph Type="character"><Text>x</Text></Paragraph>';
    const list = blocks(`<DualDialogue><Left>${speech}</Left><Right>${speech}</Right></DualDialogue>`);
    expect(list.map(({ dual }) => dual)).toEqual(['left', 'right']);
  });

  it('have lyrics behind a dual dialogue in neither of its columns', () => {
    const of = (type: string): string => `<Paragraph Type="${type}"><Text>x</Text></Paragraph>`;
    const speech = of('Character') + of('Lyrics');
    const list = blocks(`<DualDialogue>${speech}${speech}</DualDialogue>${of('Lyrics')}`);
    expect(list.map(({ kind, dual }) => [kind, dual])).toEqual([
      ['character', 'left'],
      ['dialogue', 'left'],
      ['character', 'right'],
      ['dialogue', 'right'],
      ['general', undefined],
    ]);
  });

  it('put two dual dialogues, or text, into one paragraph', () => {
    const dual = (text: string): string =>
      `<DualDialogue><Paragraph Type="Character"><Text>${text}</Text></Paragraph></DualDialogue>`;
    const list = blocks(`<Paragraph><Text>Before</Text>${dual('A')}${dual('B')}<Text>After</Text></Paragraph>`);
    expect(list.map(({ text, dual: side }) => [text, side])).toEqual([
      ['Before', undefined],
      ['A', 'left'],
      ['B', 'left'],
      ['After', undefined],
    ]);
  });

  it('put text right into a paragraph, or a paragraph into another', () => {
    expect(blocks('<Paragraph Type="Shot" Number="2">x</Paragraph>')).toEqual([
      { kind: 'shot', text: 'x', number: '2' },
    ]);
    expect(title('<Content><Paragraph Alignment="Center">The Well</Paragraph></Content>')).toEqual({
      lines: [{ text: 'The Well', key: 'title', layout: { align: 'center' } }],
      placed: true,
    });
    const { blocks: list, warnings } = content(
      '<Paragraph Type="Action"><Text>a</Text><Paragraph Type="Shot"><Text>b</Text></Paragraph></Paragraph><Paragraph><Paragraph Type="Action"><Text>c</Text></Paragraph></Paragraph>',
    );
    expect(list).toEqual([
      { kind: 'action', text: 'a' },
      { kind: 'shot', text: 'b' },
      { kind: 'action', text: 'c' },
    ]);
    expect(warnings.map(({ at: place }) => place)).toEqual([{ paragraph: 1 }, { paragraph: 2 }]);
  });

  it('write notes without paragraphs', () => {
    const [block] = blocks(
      '<Paragraph Type="Action"><Text>x</Text><ScriptNote><Text>Why </Text><Text Style="Bold">x</Text></ScriptNote></Paragraph>',
    );
    expect(block?.notes).toEqual([{ text: 'Why x', runs: [{ start: 4, end: 5, bold: true }], range: [1, 1] }]);
  });

  it('spell styles in their own way, and lay out their XML', () => {
    const runs = (text: string): unknown => blocks(`<Paragraph Type="Action">${text}</Paragraph>`)[0];
    const bold = { kind: 'action', text: 'x', runs: [{ start: 0, end: 1, bold: true, strike: true }] };
    for (const style of ['Bold+Strikeout', 'bold, strikethrough', 'Bold Strikethrough'])
      expect(runs(`<Text Style="${style}">x</Text>`)).toEqual(bold);
    expect(runs('<Text Style="Bold"><Text Style="Bold+Strikeout">x</Text></Text>')).toEqual(bold);
    expect(runs('<Text>\n    One, \n    two. \n  </Text>')).toEqual({ kind: 'action', text: 'One, \n    two. ' });
    expect(runs('<Text>\nx\n</Text>')).toEqual({ kind: 'action', text: '\nx\n' });
    expect(runs('<Text xml:space="preserve">\n x\n </Text>')).toEqual({ kind: 'action', text: '\n x\n ' });
  });
});

describe('a production file', () => {
  it('hangs listed notes on their words', () => {
    expect(at('A red ball rolls past a cat.').notes).toMatchObject([
      {
        text: 'Why red?',
        range: [2, 10],
        writer: 'Ada Reed',
        created: '2025-01-02T11:00:00Z',
        color: '#63a7ef',
        title: 'Colour',
      },
    ]);
    expect(at('Sam runs.').notes).toMatchObject([{ text: 'And then?', range: [9, 9] }]);
  });

  it('hangs a note on a dual dialogue on its first cue, and one over two paragraphs on the first', () => {
    const [first, second] = production.blocks.filter(({ text }) => text === 'KIT');
    expect(first?.notes).toMatchObject([{ text: 'Louder.\n\nCut to:' }]);
    expect(second?.notes).toMatchObject([{ text: 'The whole exchange.', extra: { 'fdx.through': '1 13' } }]);
  });

  it('places locked pages and deletions', () => {
    const place = (number: string, text: string): unknown => ({
      number,
      block: production.blocks.indexOf(at(text)),
      offset: 0,
    });
    const give = production.blocks.indexOf(at('Give it back.'));
    expect(production.setup?.lockedPages).toEqual([
      place('1', 'Act one'),
      place('1A', 'A red ball rolls past a cat.'),
      { number: '2', block: give - 1, offset: 0 },
    ]);
    expect(at('A red ball rolls past a cat.').extra?.['marks.deleted']).toBe('12:2');
    expect(at('Give it back.').extra?.['marks.deleted']).toBe('9:2');
  });

  it('reads tags with their ranges', () => {
    expect(
      at('A red ball rolls past a cat.').tags?.map(({ category, label, range }) => [category, label, range]),
    ).toEqual([
      ['Props', 'Red ball', [2, 10]],
      ['Props', 'Toys', [2, 10]],
    ]);
    expect(production.tagCategories).toEqual(['Cast', 'Props', 'Set']);
  });

  it('reads alternates, omitted scenes and unused alternates', () => {
    const give = production.blocks.indexOf(at('Give it back.'));
    expect(production.blocks.slice(give + 1, give + 3)).toMatchObject([
      { kind: 'dialogue', class: 'alternate', omit: true, text: 'That is not yours.' },
      { kind: 'dialogue', class: 'alternate', omit: true, text: 'Please.', runs: [{ start: 0, end: 7, italic: true }] },
    ]);
    const omitted = production.blocks.indexOf(at('OMITTED'));
    expect(production.blocks.slice(omitted, omitted + 3).map(({ kind, omit, text }) => [kind, omit, text])).toEqual([
      ['heading', undefined, 'OMITTED'],
      ['heading', true, 'INT. SHED - DAY'],
      ['action', true, 'Dust.'],
    ]);
    expect(production.notes?.map(({ title, text }) => [title, text])).toEqual([
      ['The ball', 'It is lost.'],
      [undefined, 'Forgotten.'],
    ]);
  });

  it('keeps the sets of revisions that are in use apart from the others', () => {
    expect(production.revisions).toMatchObject([
      { index: 2, name: 'Pink Rev. (2/1/25)', color: '#ff00ff', mark: '*P', active: true },
    ]);
    expect(production.kept?.find(({ id }) => id === 'fdx-revisions')?.text).toContain('Yellow Rev.');
  });

  it('keeps ids and reads traits', () => {
    expect(at('Sam runs.').id).toBe('00000000-0000-4000-8000-00000000000f');
    expect(production.cast).toEqual([{ name: 'KIT', traits: ['Ten years old'] }, { name: 'SAM' }]);
  });
});
