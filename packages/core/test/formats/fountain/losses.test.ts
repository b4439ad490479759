import { describe, expect, it } from 'vitest';
import type { Block, Manuscript, TitleLine } from '../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../src/errors/index.js';
import { lowerFountain, printFountain } from './whole.js';

function write(manuscript: Manuscript): { text: string; warnings: string[] } {
  const warnings = new Warnings();
  const text = printFountain(lowerFountain(manuscript, warnings));
  return { text, warnings: warnings.list().map(({ code, message }) => `${code}: ${message}`) };
}

function writeBlocks(...blocks: Block[]): { text: string; warnings: string[] } {
  return write({ blocks });
}

describe('what Fountain cannot say', () => {
  it.each<[string, Block, string, string]>([
    ['a shot', { kind: 'shot', text: 'CLOSE ON' }, 'CLOSE ON\n', '1 shots are written as action'],
    [
      'an unknown type',
      { kind: 'general', class: 'panel', text: 'One' },
      'One\n',
      '1 paragraphs of types that Fountain does not know are written as the nearest it has',
    ],
    ['an act', { kind: 'general', class: 'new-act', text: 'ACT ONE' }, '> ACT ONE <\n', '1 paragraphs of types'],
    [
      'strike-through',
      { kind: 'action', text: 'No', runs: [{ start: 0, end: 2, strike: true }] },
      'No\n',
      '1 struck-out passages',
    ],
    [
      'revised text',
      { kind: 'action', text: 'No', runs: [{ start: 0, end: 2, revision: 1 }] },
      'No\n',
      '1 revised passages',
    ],
    [
      'a colour',
      { kind: 'action', text: 'No', runs: [{ start: 0, end: 2, color: '#ff0000' }] },
      'No\n',
      '1 passages with a font, size or colour',
    ],
    [
      'a layout',
      { kind: 'heading', text: 'INT. X', layout: { left: 2 } },
      'INT. X\n',
      '1 paragraphs with a layout of their own',
    ],
    ['a number', { kind: 'action', text: 'No', number: '3' }, 'No\n', '1 paragraph numbers'],
    [
      'a number with a blank',
      { kind: 'heading', text: 'INT. X', number: '3 A' },
      'INT. X\n',
      '1 scene numbers that Fountain cannot write',
    ],
    ['a bookmark', { kind: 'action', text: 'No', bookmarks: [{ title: 'x' }] }, 'No\n', '1 bookmarks'],
    ['a tag', { kind: 'action', text: 'No', tags: [{ category: 'Props', label: 'gun' }] }, 'No\n', '1 breakdown tags'],
    [
      'a scene colour',
      { kind: 'heading', text: 'INT. X', scene: { color: '#ff0000' } },
      'INT. X\n',
      '1 scene titles, colours',
    ],
    [
      'a note’s writer',
      { kind: 'action', text: 'No', notes: [{ text: 'why', writer: 'Ann' }] },
      'No [[why]]\n',
      '1 notes are written without their writers',
    ],
    [
      'a note on words',
      { kind: 'action', text: 'No way', notes: [{ text: 'why', range: [0, 2] }] },
      'No [[why]] way\n',
      '1 notes are written behind the words',
    ],
    ['a speech without a cue', { kind: 'dialogue', text: 'Hello' }, 'Hello\n', '1 lines of speech without a cue'],
    [
      'a lone side',
      { kind: 'character', text: 'BOB', dual: 'right' },
      '@BOB\n',
      '1 speeches beside one another that are no pair',
    ],
    ['an omitted paragraph', { kind: 'action', text: 'No', omit: true }, '/*\nNo\n*/\n', '1 omitted paragraphs'],
    [
      'a foreign attribute',
      { kind: 'action', text: 'No', extra: { 'fdx.x': '1' } },
      'No\n',
      '1 paragraphs had attributes',
    ],
    ['a heading of two lines', { kind: 'heading', text: 'INT.\nX' }, 'INT. X\n', '1 line breaks'],
    ['an empty cue', { kind: 'character', text: '' }, '', '1 empty headings, cues'],
  ])('%s', (_, block, text, warning) => {
    const written = writeBlocks(block);
    expect(written.text).toBe(text);
    expect(written.warnings).toHaveLength(1);
    expect(written.warnings[0]).toContain(`not_carried: ${warning}`);
  });

  it('is said once for each kind, with a count', () => {
    const { warnings } = writeBlocks(
      { kind: 'shot', text: 'A' },
      { kind: 'shot', text: 'B' },
      { kind: 'action', text: 'c', number: '1' },
    );
    expect(warnings).toEqual([
      'not_carried: 2 shots are written as action',
      'not_carried: 1 paragraph numbers are left out, as only scene headings can have one',
    ]);
  });

  it('of the script as a whole', () => {
    const { warnings } = write({
      blocks: [],
      setup: { page: { width: 8.5 } },
      kept: [{ id: 'fdx-smart-type', text: 'x' }],
      revisions: [{ index: 1, name: 'Blue' }],
      cast: [{ name: 'BOB', desc: 'A man' }],
      tagCategories: ['Props'],
      logline: 'A man.',
      titlePage: { placed: true, lines: [{ key: 'title', text: 'X', layout: { align: 'center' } }] },
    });
    expect(warnings).toHaveLength(7);
  });

  it('nothing is said of a layout that is the type’s anyway', () => {
    const style = { left: 1.5, before: 24, newPage: false };
    const block: Block = { kind: 'heading', text: 'INT. X', layout: { ...style, newPage: false } };
    expect(write({ blocks: [block], setup: { styles: { heading: style } } }).warnings).toEqual([
      'not_carried: Page layout, styles, headers and footers are left out',
    ]);
    expect(writeBlocks({ kind: 'dialogue', text: 'x', layout: { newPage: false } }).warnings).toHaveLength(1);
  });

  it('nothing is said of a plain script', () => {
    const { warnings } = write({
      blocks: [
        { kind: 'heading', text: 'INT. X', number: '1', scene: { synopsis: { text: 's' }, page: '1', length: '2/8' } },
        { kind: 'action', text: 'Text', layout: { before: 24 } },
        { kind: 'action', text: 'Text', layout: { align: 'center' } },
        { kind: 'character', text: 'BOB' },
        { kind: 'dialogue', text: 'Hello', notes: [{ text: 'why', range: [5, 5] }] },
      ],
      cast: [{ name: 'BOB' }],
      generator: { name: 'x', version: '1' },
    });
    expect(warnings).toEqual([]);
  });
});

describe('how it is written', () => {
  it('capitals where the style is all capitals, a forced cue where the case must be kept', () => {
    const blocks: Block[] = [
      { kind: 'heading', text: 'Int. house' },
      { kind: 'character', text: 'McCane (V.O.)' },
      { kind: 'dialogue', text: 'Hello' },
      { kind: 'action', text: 'Some loud words', runs: [{ start: 5, end: 9, caps: true }] },
    ];
    expect(write({ blocks }).text).toBe('Int. house\n\n@McCane (V.O.)\nHello\n\nSome LOUD words\n');
    const styles = { heading: { caps: true }, character: { caps: true } };
    expect(write({ blocks, setup: { styles } }).text).toBe('INT. HOUSE\n\nMCCANE (V.O.)\nHello\n\nSome LOUD words\n');
  });

  it('a title in capitals where the page prints it so', () => {
    const lines: TitleLine[] = [
      { key: 'title', text: 'The Well', runs: [{ start: 0, end: 8, caps: true, bold: true }] },
    ];
    expect(write({ blocks: [], titlePage: { lines, placed: true } }).text).toBe('Title: **THE WELL**\n');
  });

  it('a scene number without the blanks around it', () => {
    const { text, warnings } = writeBlocks({ kind: 'heading', text: 'INT. X', number: ' 4A ' });
    expect([text, warnings]).toEqual(['INT. X #4A#\n', []]);
  });

  it('a shot as it was marked, until it is one no longer', () => {
    const extra = { 'fountain.forced': 'true', 'fountain.mark': '! ' };
    const shot: Block = { kind: 'shot', text: '!CLOSE ON', extra };
    expect(writeBlocks(shot)).toEqual({ text: '!! \\!CLOSE ON\n', warnings: [] });
    expect(writeBlocks({ ...shot, kind: 'action' }).text).toBe('!\\!CLOSE ON\n');
    expect(writeBlocks({ ...shot, extra: { 'fountain.mark': 'x' } }).warnings).toHaveLength(1);
  });

  it('small letters where a run has nothing of its style', () => {
    const cue: Block = { kind: 'character', text: 'wolf (cont’d)', runs: [{ start: 5, end: 13, other: ['Plain'] }] };
    const { text, warnings } = write({ blocks: [cue], setup: { styles: { character: { caps: true } } } });
    expect(text).toBe('@WOLF (cont’d)\n');
    expect(warnings).toHaveLength(1);
  });

  it('underlined words leave the blanks bare', () => {
    expect(
      writeBlocks({ kind: 'action', text: 'two words', runs: [{ start: 0, end: 9, wordUnderline: true }] }).text,
    ).toBe('_two_ _words_\n');
  });

  it('forces what would not be recognised and what would be taken for something else', () => {
    const { text } = writeBlocks(
      { kind: 'action', text: 'Title: not one' },
      { kind: 'heading', text: 'ИНТ. ДОМ' },
      { kind: 'heading', text: '...later' },
      { kind: 'action', text: 'EXT. IS NO HEADING HERE' },
      { kind: 'action', text: 'LOUD\nand on\n# no section\n> not centered <' },
      { kind: 'transition', text: 'Fade out <' },
      { kind: 'character', text: 'Bob' },
      { kind: 'dialogue', text: '(aside)\n# one\n\n~two' },
      { kind: 'character', text: 'TOM ^' },
      { kind: 'dialogue', text: 'x' },
    );
    expect(text).toBe(
      [
        '!Title: not one',
        '.ИНТ. ДОМ',
        '.\\...later',
        '!EXT. IS NO HEADING HERE',
        '!LOUD\nand on\n\\# no section\n\\> not centered <',
        '> Fade out \\<',
        '@Bob\n\\(aside)\n\\# one\n  \n\\~two',
        'TOM \\^\nx\n',
      ].join('\n\n'),
    );
  });

  it('an empty paragraph is a blank line or two', () => {
    expect(
      writeBlocks({ kind: 'action', text: 'a' }, { kind: 'action', text: '' }, { kind: 'action', text: 'b' }).text,
    ).toBe('a\n\n\n\nb\n');
  });

  it('pages break before a paragraph', () => {
    expect(writeBlocks({ kind: 'action', text: 'a' }, { kind: 'action', text: 'b', pageBreak: true }).text).toBe(
      'a\n\n===\n\nb\n',
    );
  });

  it('a boneyard stays inside a text until somebody edits that', () => {
    const boneyard: Block = {
      kind: 'general',
      class: 'boneyard',
      omit: true,
      text: 'x',
      extra: { 'fountain.at': '3/7' },
    };
    expect(writeBlocks({ kind: 'action', text: 'one two' }, boneyard).text).toBe('one /*x*/ two\n');
    expect(writeBlocks({ kind: 'action', text: 'one two three' }, boneyard).text).toBe('one two three\n\n/*x*/\n');
  });

  it('hints that no longer fit do no harm', () => {
    const { text } = writeBlocks(
      { kind: 'action', text: 'a' },
      {
        kind: 'heading',
        text: 'INT. X',
        extra: { 'fountain.blank': '0', 'fountain.indent': 'x', 'fountain.mark': 'y' },
      },
      { kind: 'action', text: 'b', extra: { 'fountain.blank': '-5' } },
      { kind: 'general', class: 'boneyard', omit: true, text: 'c', extra: { 'fountain.at': '99' } },
      { kind: 'general', class: 'section', text: 'd', level: 99, extra: { 'fountain.mark': 'z' } },
      { kind: 'general', class: 'page-break', text: '', extra: { 'fountain.mark': '=' } },
    );
    expect(text).toBe('a\n\nINT. X\n\nb\n\n/*c*/\n\n###### d\n\n===\n');
  });
});
