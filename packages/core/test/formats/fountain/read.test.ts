import { describe, expect, it } from 'vitest';
import type { Block, Manuscript } from '../../../src/conventions/manuscript/types.js';
import { liftFountain, parseFountain } from './whole.js';

function read(text: string): Manuscript {
  return liftFountain(parseFountain(text));
}

/** `kind` or `class` and the text of each block. */
function seen(text: string): [string, string][] {
  return read(text).blocks.map((block): [string, string] => [block.class ?? block.kind, block.text]);
}

function first(text: string): Block {
  return read(text).blocks[0] ?? expect.fail('no block');
}

/** Emphasis as `text[b 0-4]`. */
function emphasis(text: string): string {
  const block = first(`x ${text}`);
  const runs = block.runs?.map(({ start, end, bold, italic, underline }) => {
    const flags = `${bold ? 'b' : ''}${italic ? 'i' : ''}${underline ? 'u' : ''}`;
    return `${flags}:${block.text.slice(start, end)}`;
  });
  return [block.text.slice(2), ...(runs ?? [])].join(' | ');
}

describe('scene headings', () => {
  it.each([
    'INT. HOUSE - DAY',
    'EXT. HOUSE',
    'EST. CITY',
    'INT HOUSE',
    'int. house',
    'INT./EXT. CAR',
    'INT/EXT CAR',
    'I/E CAR',
    'I/E. CAR',
    'EXT/INT CAR',
    '*INT.* HOUSE',
    '**INT. HOUSE - DAY**',
    '_INT. HOUSE_',
    'ИНТ. ДОМ',
    'НАТ. УЛИЦА',
    'INNEN. HAUS - TAG',
    'INTERIOR. CASA',
  ])('%s', (line) => {
    expect(first(line).kind).toBe('heading');
  });

  it.each([
    'INTERCUT',
    'Interior design is dull.',
    'INTERIOR DESIGN',
    'Extra lines.',
    'It. is',
    'I. AM',
    'Est-ce que',
    'INT',
    'X INT. HOUSE',
    '"INT. HOUSE"',
    'ИНТЕРЕС',
    'НАТАША',
  ])('not %s', (line) => {
    expect(first(line).kind).toBe('action');
  });

  it.each([
    ['.HOUSE', 'HOUSE'],
    ['.45 CALIBRE', '45 CALIBRE'],
    ['.“HOUSE”', '“HOUSE”'],
    ['  .house', 'house'],
    ['.*Emphasis* first', 'Emphasis first'],
  ])('forced: %s', (line, text) => {
    expect(first(line)).toMatchObject({ kind: 'heading', text });
  });

  it.each(['..HOUSE', '...and then', '. HOUSE', '.', '....'])('not forced: %s', (line) => {
    expect(first(line)).toMatchObject({ kind: 'action', text: line });
  });

  it('needs a blank line above, none below', () => {
    expect(seen('He leaves.\nINT. HOUSE\n\nINT. HALL\nHe enters.')).toEqual([
      ['action', 'He leaves.\nINT. HOUSE'],
      ['heading', 'INT. HALL'],
      ['action', 'He enters.'],
    ]);
  });

  it.each(['# Section', '= synopsis', '===', '> TO:', '> centered <', '[[note]]', '/* boneyard */'])(
    'stands right below %s',
    (line) => {
      expect(read(`Text.\n\n${line}\nINT. HOUSE`).blocks.at(-1)).toMatchObject({ kind: 'heading', text: 'INT. HOUSE' });
    },
  );

  it.each([
    ['INT. HOUSE #1#', 'INT. HOUSE', '1'],
    ['INT. HOUSE - DAY #12A#', 'INT. HOUSE - DAY', '12A'],
    ['INT. HOUSE #I-1-A#', 'INT. HOUSE', 'I-1-A'],
    ['INT. HOUSE #1.#', 'INT. HOUSE', '1.'],
    ['INT. HOUSE#7#  ', 'INT. HOUSE', '7'],
    ['.STAIRS #71E#', 'STAIRS', '71E'],
    ['INT. HOUSE (1944) #4-1:#', 'INT. HOUSE (1944)', '4-1:'],
  ])('number of %s', (line, text, number) => {
    expect(first(line)).toMatchObject({ text, number });
  });

  it.each(['INT. APARTMENT #5', 'INT. ROOM #5 AND #6', 'INT. ROOM # 5 #', 'INT. ROOM ##'])(
    'no number in %s',
    (line) => {
      expect(first(line)).toMatchObject({ kind: 'heading', text: line });
      expect(first(line).number).toBeUndefined();
    },
  );

  it('an escaped number is text', () => {
    expect(first('INT. ROOM \\#5#')).toMatchObject({ text: 'INT. ROOM #5#' });
  });
});

describe('shots', () => {
  it.each([
    ['!!CLOSE ON A KEY', ['shot', 'CLOSE ON A KEY']],
    ['!! CLOSE ON\nA KEY', ['shot', 'CLOSE ON\nA KEY']],
    ['!!INT. HOUSE', ['shot', 'INT. HOUSE']],
    ['!!!LOUD', ['action', '!!LOUD']],
    ['!\\!LOUD', ['action', '!LOUD']],
    ['!!', ['action', '!']],
  ])('%j', (text, block) => {
    expect(seen(text)).toEqual([block]);
  });
});

describe('cues', () => {
  it.each([
    'STEEL',
    'R2D2',
    '1ST GUARD',
    'MR. O’BRIEN',
    'MARA & TOM',
    'MOM (O. S.)',
    'HANS (on the radio)',
    "BOB (V.O.) (CONT'D)",
    'МАША',
    'ΑΝΝΑ',
    'ÅSA',
    'GROßVATER',
    '(INTO PHONE)',
    '**BOB**',
    'MR. 黒澤',
    'BOOM!',
  ])('%s', (cue) => {
    expect(read(`${cue}\nHello.`).blocks.map((block) => block.kind)).toEqual(['character', 'dialogue']);
  });

  it.each([
    'Steel',
    '23',
    '...',
    'McCLANE',
    'BOB says',
    'BOB (to Ann) then',
    'BOB (unclosed',
    '黒澤',
    'THE END\n===',
    'ACT ONE\n= Synopsis',
    'TITLE\n> CARD <',
  ])('not %s', (line) => {
    expect(first(`${line}\nHello.`).kind).toBe('action');
  });

  it('needs a line right below, so one at the end of the file is none', () => {
    expect(seen('BOB')).toEqual([['action', 'BOB']]);
    expect(seen('BOB\n')).toEqual([['action', 'BOB']]);
    expect(seen('BOB\n\nHello.')).toEqual([
      ['action', 'BOB'],
      ['action', 'Hello.'],
    ]);
    expect(seen('BOB\n  \nHello.')).toEqual([
      ['action', 'BOB'],
      ['action', 'Hello.'],
    ]);
  });

  it('needs a blank line above', () => {
    expect(seen('He looks at\nBOB\nand leaves.')).toEqual([['action', 'He looks at\nBOB\nand leaves.']]);
  });

  it.each([['BOB \u00a0'], ['\tBOB'], ['   BOB   '], ['\u00a0BOB']])('blanks around %j are no part of it', (line) => {
    expect(seen(`${line}\n\tHello.`)).toEqual([
      ['character', 'BOB'],
      ['dialogue', 'Hello.'],
    ]);
  });

  it('forced ones keep their case and need no line below', () => {
    expect(seen('@McCLANE\nYippee!\n\n@黒澤\nカット\n\n@Nobody\n\nText.')).toEqual([
      ['character', 'McCLANE'],
      ['dialogue', 'Yippee!'],
      ['character', '黒澤'],
      ['dialogue', 'カット'],
      ['character', 'Nobody'],
      ['action', 'Text.'],
    ]);
  });

  it('a name alone above capitals in brackets is a cue', () => {
    expect(seen('HILDY\n\n(INTO PHONE)\nHello?')).toEqual([
      ['character', 'HILDY'],
      ['character', '(INTO PHONE)'],
      ['dialogue', 'Hello?'],
    ]);
    expect(seen('THE END\n\n(music)\nand out.')[0]).toEqual(['action', 'THE END']);
  });
});

describe('speeches', () => {
  it('lines are kept, and blank ones that two blanks connect', () => {
    expect(seen('DEALER\nTen.\nFour.\n  \nHit or stand?\n \nText.')).toEqual([
      ['character', 'DEALER'],
      ['dialogue', 'Ten.\nFour.\n\nHit or stand?'],
      ['action', 'Text.'],
    ]);
  });

  it('parentheticals are whole lines, or lines in one bracket', () => {
    expect(seen('A\n(one)\nTwo (three)\n(four) five\n(six)\n(seven\neight)\n(nine :))\n(ten\neleven) twelve')).toEqual([
      ['character', 'A'],
      ['parenthetical', '(one)'],
      ['dialogue', 'Two (three)\n(four) five'],
      ['parenthetical', '(six)'],
      ['parenthetical', '(seven\neight)'],
      ['parenthetical', '(nine :))'],
      ['dialogue', '(ten\neleven) twelve'],
    ]);
  });

  it('marks inside a speech are speech, but for those that nobody speaks', () => {
    expect(seen('A\n#2 is fine\n@tom\n!!!\n.5 litres\n> so?\n=\n~la\nand\n===\nmore\n# Section\nText.')).toEqual([
      ['character', 'A'],
      ['dialogue', '#2 is fine\n@tom\n!!!\n.5 litres\n> so?\n='],
      ['lyrics', 'la'],
      ['dialogue', 'and'],
      ['page-break', ''],
      ['dialogue', 'more'],
      ['section', 'Section'],
      ['action', 'Text.'],
    ]);
  });

  it.each([
    ['A\nOne.\n\nB ^\nTwo.', ['left', 'left', 'right', 'right']],
    ['A\nOne.\n\nB^\nTwo.', ['left', 'left', 'right', 'right']],
    ['A ^\nOne.\n\nB ^\nTwo.', ['left', 'left', 'right', 'right']],
    ['X\nZero.\n\nA ^\nOne.\n\nB ^\nTwo.', [undefined, undefined, 'left', 'left', 'right', 'right']],
    [
      'A\nOne.\n\nB ^\nTwo.\n\nC ^\nThree.\n\nD ^\nFour.',
      ['left', 'left', 'right', 'right', 'left', 'left', 'right', 'right'],
    ],
    ['A\nOne.\n\n[[note]]\n\n/* cut */\n\nB ^\nTwo.', ['left', 'left', undefined, 'right', 'right']],
    ['A\nOne.\n\nText.\n\nB ^\nTwo.', [undefined, undefined, undefined, undefined, undefined]],
    ['B ^\nTwo.', [undefined, undefined]],
  ])('dual dialogue of %j', (text, sides) => {
    const { blocks } = read(text);
    expect(blocks.map((block) => block.dual)).toEqual(sides);
    expect(blocks.every((block) => !block.text.includes('^'))).toBe(true);
  });
});

describe('action', () => {
  it('keeps line breaks, indents, tabs and blanks at line ends', () => {
    expect(seen('One\n    two\t\n\tthree \n\n   Four')).toEqual([
      ['action', 'One\n    two\t\n\tthree '],
      ['action', '   Four'],
    ]);
  });

  it('keeps further blank lines as space on paper', () => {
    const { blocks } = read('One\n\n\n\nTwo\n!Three\n\nFour');
    expect(blocks.map((block) => block.layout?.before)).toEqual([undefined, 36, 0, undefined]);
  });

  it('forced, wherever an action may stand', () => {
    expect(seen('!INT. HOUSE\n!BANG\nand on\n\n!\n\n  !  in')).toEqual([
      ['action', 'INT. HOUSE'],
      ['action', 'BANG\nand on'],
      ['action', '!'],
      ['action', '  in'],
    ]);
  });
});

describe('transitions, centered text, lyrics, page breaks', () => {
  it.each([
    'CUT TO:',
    'SMASH CUT TO:',
    '        DISSOLVE TO:',
    'FADE OUT.',
    'FADE TO BLACK.',
    'CUT TO BLACK.',
    '**CUT TO:**',
    'ПЕРЕХОД TO:',
  ])('%s', (line) => {
    expect(first(`${line}\n\nText.`)).toMatchObject({ kind: 'transition' });
  });

  it.each(['CUT TO: ', 'FADE IN:', 'Cut to:', 'He went TO:', 'CUT TO: BLACK'])('no transition: %j', (line) => {
    expect(first(`Text.\n\n${line}`).kind).toBe('action');
    expect(read(`Text.\n\n${line}`).blocks[1]?.kind).toBe('action');
  });

  it('a transition with no blank line below is none the less one', () => {
    expect(seen('CUT TO:\nINT. HOUSE\n\nText.')).toEqual([
      ['transition', 'CUT TO:'],
      ['heading', 'INT. HOUSE'],
      ['action', 'Text.'],
    ]);
  });

  it('forced', () => {
    expect(seen('> Burn to white.\n\n>FADE\n\n>')).toEqual([
      ['transition', 'Burn to white.'],
      ['transition', 'FADE'],
      ['action', '>'],
    ]);
  });

  it('centered lines right below one another are one', () => {
    expect(seen('Text\n>THE END<\n>   of   <\n\n> more <\n> \\<')).toEqual([
      ['action', 'Text'],
      ['centered', 'THE END'],
      ['centered', 'of'],
      ['centered', 'more'],
      ['transition', '<'],
    ]);
    expect(seen('> A <\n> B <')).toEqual([['centered', 'A\nB']]);
  });

  it('lyrics', () => {
    expect(read('~La\n~la\n\n~lo').blocks).toMatchObject([
      { kind: 'general', class: 'lyrics', text: 'La\nla' },
      { class: 'lyrics', text: 'lo' },
    ]);
    expect(read('A\n~La').blocks[1]).toMatchObject({ kind: 'dialogue', class: 'lyrics', text: 'La' });
  });

  it('page breaks are three signs or more and nothing else', () => {
    expect(seen('===\n\n=====  \n\n==\n\n=== x')).toEqual([
      ['page-break', ''],
      ['page-break', ''],
      ['action', '=='],
      ['action', '=== x'],
    ]);
  });
});

describe('sections and synopses', () => {
  it('have depth, and stand anywhere', () => {
    expect(read('Text\n# One\n## Two\n###### Six\n####### Seven\n\n#None').blocks).toMatchObject([
      { kind: 'action', text: 'Text' },
      { class: 'section', level: 1, text: 'One' },
      { class: 'section', level: 2, text: 'Two' },
      { class: 'section', level: 6, text: 'Six' },
      { kind: 'action', text: '####### Seven' },
      { class: 'section', level: 1, text: 'None' },
    ]);
  });

  it('a synopsis belongs to the heading right above it', () => {
    const { blocks } = read('INT. A\n\n= One *two*\n= three\n\n= four\n\n# S\n\n= five');
    expect(blocks).toMatchObject([
      { kind: 'heading', scene: { synopsis: { text: 'One two\nthree', runs: [{ start: 4, end: 7, italic: true }] } } },
      { class: 'synopsis', text: 'four' },
      { class: 'section' },
      { class: 'synopsis', text: 'five' },
    ]);
  });
});

describe('notes and boneyard', () => {
  it('notes inside a text are points in it; of two blanks one goes', () => {
    expect(first('He runs[[why?]] away [[where?]] now. [[when?]]')).toMatchObject({
      text: 'He runs away now.',
      notes: [
        { text: 'why?', range: [7, 7] },
        { text: 'where?', range: [12, 12] },
        { text: 'when?', range: [17, 17] },
      ],
    });
  });

  it('notes go over lines, but not over a blank one', () => {
    expect(first('One [[two\nthree]] four')).toMatchObject({ text: 'One four', notes: [{ text: 'two\nthree' }] });
    expect(first('One [[two\n  \nthree]] four')).toMatchObject({ text: 'One four', notes: [{ text: 'two\n\nthree' }] });
    expect(seen('One [[two\n\nthree]] four')).toEqual([
      ['action', 'One [[two'],
      ['action', 'three]] four'],
    ]);
    expect(seen('One [[two')).toEqual([['action', 'One [[two']]);
  });

  it('notes on their own hang on the block above, or on the one they touch', () => {
    const { blocks, notes } = read('[[first]]\n\nOne\n\n[[second]]\n\n[[third]]\nTwo\n\n[[fourth]]');
    expect(notes).toBeUndefined();
    expect(blocks).toMatchObject([
      {
        text: 'One',
        notes: [
          { text: 'first', placement: 'before' },
          { text: 'second', placement: 'after' },
        ],
      },
      {
        text: 'Two',
        notes: [
          { text: 'third', placement: 'before' },
          { text: 'fourth', placement: 'after' },
        ],
      },
    ]);
    expect(read('[[alone]]')).toMatchObject({ blocks: [], notes: [{ text: 'alone' }] });
  });

  it('a note or boneyard with lines of its own does not break a speech', () => {
    const { blocks } = read('A\n[[one]]\nHello.\n/* two\n\nthree */\nBye.');
    expect(blocks).toMatchObject([
      { kind: 'character', notes: [{ text: 'one', range: [1, 1] }] },
      { kind: 'dialogue', text: 'Hello.\nBye.' },
      { class: 'boneyard', omit: true, text: ' two\n\nthree ' },
    ]);
  });

  it('a boneyard hides anything, and only to its end', () => {
    expect(seen('One /* two */ three\n\n/*\nINT. X\n\n[[n]]\n*/\nINT. Y\n\n/* a */Four/* b */')).toEqual([
      ['action', 'One three'],
      ['boneyard', ' two '],
      ['boneyard', '\nINT. X\n\n[[n]]\n'],
      ['heading', 'INT. Y'],
      ['action', 'Four'],
      ['boneyard', ' a '],
      ['boneyard', ' b '],
    ]);
  });

  it('one that is never closed is text', () => {
    expect(seen('One /* two\n\nThree')).toEqual([
      ['action', 'One /* two'],
      ['action', 'Three'],
    ]);
  });

  it('what opens first counts', () => {
    expect(first('a [[b /* c ]] d */ e')).toMatchObject({ text: 'a d */ e', notes: [{ text: 'b /* c' }] });
    expect(seen('a /* [[b */ c]]')).toEqual([
      ['action', 'a c]]'],
      ['boneyard', ' [[b '],
    ]);
  });

  it('cues and headings are recognised without them', () => {
    expect(read('BOB [[or Tim?]]\nHello.\n\nINT. /* OLD */ HOUSE [[x]] #1#').blocks).toMatchObject([
      { kind: 'character', text: 'BOB' },
      { kind: 'dialogue' },
      { kind: 'heading', text: 'INT. HOUSE', number: '1' },
      { class: 'boneyard' },
    ]);
  });
});

describe('emphasis', () => {
  it.each([
    ['*a*', 'a | i:a'],
    ['**a**', 'a | b:a'],
    ['***a***', 'a | bi:a'],
    ['_a_', 'a | u:a'],
    ['_***a***_', 'a | biu:a'],
    ['**_a_**', 'a | bu:a'],
    ['_one *two* three_', 'one two three | u:one  | iu:two | u: three'],
    ['**one *two* three**', 'one two three | b:one  | bi:two | b: three'],
    ['***one** two*', 'one two | bi:one | i: two'],
    ['***one* two**', 'one two | bi:one | b: two'],
    ['**one *two***', 'one two | b:one  | bi:two'],
    ['un*frigging*real', 'unfriggingreal | i:frigging'],
    ['*one _two* three_', 'one two three | i:one  | iu:two | u: three'],
    ['He dialed *69 and then *23, and', 'He dialed *69 and then *23, and'],
    ['He dialed *69 and then 23*, and', 'He dialed 69 and then 23, and | i:69 and then 23'],
    ['He dialed *69 and then 23\\*, and', 'He dialed *69 and then 23*, and'],
    ['keypad: **\\*9765\\***', 'keypad: *9765* | b:*9765*'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['* a *', '* a *'],
    ['*a *', '*a *'],
    ['** a**', '** a**'],
    ['____', '____'],
    ['a ____ b ____', 'a ____ b ____'],
    ['****a****', '****a****'],
    ['f*** off, you ***', 'f*** off, you ***'],
    ['*a', '*a'],
    ['a*', 'a*'],
    ['**a*', '**a*'],
    ['*a**', '*a**'],
    ['\\_a_', '_a_'],
    ['\\\\*a*', '\\a | i:a'],
    ['C:\\dir', 'C:\\dir'],
    ['\\\\server', '\\\\server'],
    ['*Who did that? *He', 'Who did that? He | i:Who did that?'],
    ['"* -- I do."*', '" -- I do." | i:-- I do."'],
    ['*a b *c', '*a b *c'],
  ])('%s', (text, expected) => {
    expect(emphasis(text)).toBe(expected);
  });

  it('ends with its line', () => {
    expect(first('*one\ntwo*').text).toBe('*one\ntwo*');
    expect(first('*one*\n*two*').runs).toHaveLength(2);
  });
});

describe('title page', () => {
  const page = (text: string) => read(text).titlePage?.lines.map(({ key, text: value }) => [key, value]);

  it('has lines beside and below its keys, and any key', () => {
    expect(
      page(
        'Title:\n    _**BRICK & STEEL**_\n\tFULL RETIRED\nCredit: by\nAuthors: A\nDraft date: 1/20\nFmt: x y\nContact: One\n   Two\nRevision:\n\nText',
      ),
    ).toEqual([
      ['title', 'BRICK & STEEL\nFULL RETIRED'],
      ['credit', 'by'],
      ['author', 'A'],
      ['draft-date', '1/20'],
      ['Fmt', 'x y'],
      ['contact', 'One\nTwo'],
      ['revision', ''],
    ]);
  });

  it.each([
    ['Draft date: 6/23/2012', [['draft-date', '6/23/2012']]],
    [
      'Fmt: multicam\nActs: 3',
      [
        ['Fmt', 'multicam'],
        ['Acts', '3'],
      ],
    ],
    ['\n\nTITLE: X\n\nText', [['title', 'X']]],
    ['Title: X\n/* a comment */\n\nText', [['title', 'X']]],
    [
      'Título: La casa\nEscrito por: Ana Ruiz\nFecha: 2020\n\nTexto',
      [
        ['title', 'La casa'],
        ['author', 'Ana Ruiz'],
        ['draft-date', '2020'],
      ],
    ],
    ['Название: Дом\n\nТекст', [['title', 'Дом']]],
    [
      'Title: X [[note]]\nAuthor: Y',
      [
        ['title', 'X'],
        ['author', 'Y'],
      ],
    ],
    [
      'Title: 9:30 AM\r\nAuthor: Y\r\n\r\nText',
      [
        ['title', '9:30 AM'],
        ['author', 'Y'],
      ],
    ],
  ])('%j', (text, lines) => {
    expect(page(text)).toEqual(lines);
  });

  it.each([
    'FADE IN:\n\nText',
    'FADE IN:',
    'INT. HOUSE: DAY\n\nText',
    'NARRATOR: Once upon a time',
    'Black screen: silence.',
    'CUT TO: BLACK',
    'He says something rather long: no.',
    'Text without: a page\nand more',
    '# Act: One',
    'BOB\nTitle: x',
  ])('none in %j', (text) => {
    expect(page(text)).toBeUndefined();
  });

  it('ends at the first blank line, or where the script starts', () => {
    expect(seen('Title: X\n\nAuthor: Y')).toEqual([['action', 'Author: Y']]);
    expect(seen('Title: X\nAuthor: Y\n===\n# Act')).toEqual([
      ['page-break', ''],
      ['section', 'Act'],
    ]);
    expect(seen('Title: X\nINT. HOUSE\n\nText')).toEqual([
      ['heading', 'INT. HOUSE'],
      ['action', 'Text'],
    ]);
  });
});

describe('any text', () => {
  it.each(['', '\n', ' \n\t\n', '\u00a0'])('%j has no blocks', (text) => {
    expect(read(text).blocks).toEqual([]);
  });

  it('line ends of all kinds', () => {
    const lines = ['Title: X', '', 'INT. HOUSE', '', 'BOB', 'Hello.', '(beat)', 'Bye.', '', 'Text.'];
    const expected = read(lines.join('\n'));
    for (const end of ['\r\n', '\r', '\u2028', '\u0085']) expect(read(lines.join(end))).toEqual(expected);
  });
});
