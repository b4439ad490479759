import { describe, expect, it } from 'vitest';
import type { Manuscript } from '../../../../src/conventions/manuscript/types.js';
import { readScript, seenBlocks } from './seen.js';
import { typedPages } from './typed.js';
import type { Typed } from './typed.js';

async function read(pages: readonly string[], typed?: Typed): Promise<Manuscript> {
  return (await readScript(typedPages(pages, typed))).manuscript;
}

/** Kind, number and text of each block. */
function shown(manuscript: Manuscript): string[] {
  return seenBlocks(manuscript).map(({ kind, number, dual, revised, text }) =>
    [kind, ...(number === undefined ? [] : [number]), ...(dual ? [dual] : []), ...(revised ? ['*'] : []), text].join(
      ' | ',
    ),
  );
}

describe('manners of scripts', () => {
  it('titles over two lines, of which the first begins where cues do', async () => {
    const script = await read([
      `
          INT. CINEMA - NIGHT

          The curtain rises in front of rows and rows of empty seats.

                              PIANIST
                    Nobody is here.

                              PIANIST
                    So I may play what I like tonight.

          On the screen:

                              THE LAST GALLEY
                               A TRUE STORY!

          The pianist yawns and turns a page that he knows by heart.

                              PIANIST
                    Oh no.
`,
    ]);
    expect(script.blocks.filter(({ kind }) => kind === 'character').map(({ text }) => text)).toEqual([
      'PIANIST',
      'PIANIST',
      'PIANIST',
    ]);
    expect(script.blocks).toContainEqual({ kind: 'action', text: 'THE LAST GALLEY\nA TRUE STORY!', class: 'centered' });
  });

  it('multi-camera: action in capitals, speeches double-spaced', async () => {
    const script = await read([
      `


          SCENE A

          INT. HARBOUR CAFE - DAY
          (Mara, Tom)

          MARA ENTERS, WET TO THE SKIN. TOM, BEHIND THE COUNTER,
          DOES NOT LOOK UP.

                              MARA

                    Do you sell boats? Or do you just

                    paint them on the walls?

                              TOM

                    (STILL WRITING)  We sell coffee.

          MARA SITS DOWN.

                              MARA

                    Then I will have a boat-shaped

                    coffee.
`,
    ]);
    expect(shown(script)).toEqual([
      'action | SCENE A',
      'heading | INT. HARBOUR CAFE - DAY',
      'action | (Mara, Tom)',
      'action | MARA ENTERS, WET TO THE SKIN. TOM, BEHIND THE COUNTER, DOES NOT LOOK UP.',
      'character | MARA',
      'dialogue | Do you sell boats? Or do you just paint them on the walls?',
      'character | TOM',
      'dialogue | (STILL WRITING) We sell coffee.',
      'action | MARA SITS DOWN.',
      'character | MARA',
      'dialogue | Then I will have a boat-shaped coffee.',
    ]);
  });

  it('headings without INT and EXT that bear numbers', async () => {
    const script = await read([
      `


    1     THE HARBOUR AT DAWN                                              1

          Fog. A bell.

                              MARA
                    Is anybody there?

    2     MARA’S KITCHEN                                                  2

          She pours the tea herself.

                              TOM
                    Nobody is.
`.replaceAll('’', "'"),
    ]);
    expect(shown(script)).toEqual([
      'heading | 1 | THE HARBOUR AT DAWN',
      'action | Fog. A bell.',
      'character | MARA',
      'dialogue | Is anybody there?',
      "heading | 2 | MARA'S KITCHEN",
      'action | She pours the tea herself.',
      'character | TOM',
      'dialogue | Nobody is.',
    ]);
  });

  it.each([
    ['left', (number: string, text: string) => `    ${number.padEnd(6)}${text}`],
    ['right', (number: string, text: string) => `          ${text.padEnd(62)}${number}`],
    ['both', (number: string, text: string) => `    ${number.padEnd(6)}${text.padEnd(62)}${number}`],
    ['in the text', (number: string, text: string) => `          ${number}. ${text}`],
  ])('scene numbers %s', async (_, heading) => {
    const script = await read([
      `


${heading('12', 'INT. HARBOUR - NIGHT')}

          Mara waits for the boat, and nobody comes down to the water
          to tell her that it sank.

                              MARA
                    It is late.

${heading('A13', 'EXT. HARBOUR - LATER')}

                              TOM
                    It is later.

${heading('13', 'BACK ON THE BOAT')}

          Water.
`,
    ]);
    expect(shown(script).filter((line) => line.startsWith('heading'))).toEqual([
      'heading | 12 | INT. HARBOUR - NIGHT',
      'heading | A13 | EXT. HARBOUR - LATER',
      'heading | 13 | BACK ON THE BOAT',
    ]);
  });

  it('revised and locked pages: marks, colours and dates in the header, pages between pages', async () => {
    const header = (
      color: string,
      number: string,
    ): string => `          THE LONG WATER - ${color} - 3/14/24                        ${number}
`;
    const script = await read([
      `${header('White', '11.')}

    20    INT. HARBOUR - NIGHT                                         20

          Mara waits for the boat.

                              MARA
                    It is late, and I have been standing
                    here since the bell rang and the men
                                 (MORE)
`,
      `${header('Blue Rev.', '11A.')}

                              MARA (CONT'D)
                    went home without a word to me or to     *
                    anybody else.                            *

          She turns to go.                                             *
`,
      `${header('White', '12.')}

    21    INT. KITCHEN - NIGHT                                         21

                              TOM
                    Tea?
`,
    ]);
    expect(shown(script)).toEqual([
      'heading | 20 | INT. HARBOUR - NIGHT',
      'action | Mara waits for the boat.',
      'character | MARA',
      'dialogue | * | It is late, and I have been standing here since the bell rang and the men went home without a word to me or to anybody else.',
      'action | * | She turns to go.',
      'heading | 21 | INT. KITCHEN - NIGHT',
      'character | TOM',
      'dialogue | Tea?',
    ]);
    expect(script.revisions).toMatchObject([{ name: 'Blue', mark: '*', created: '2024-03-14T00:00:00Z' }]);
    expect(script.setup?.lockedPages?.map(({ number }) => number)).toEqual(['11', '11A', '12']);
  });

  it('marks on both sides, and a copy that is numbered across its pages', async () => {
    const page = (name: string, more: string): string => `


    *     EXT. HOUSE OF ${name} - NIGHT                                *

          Nobody waits for ${name.toLowerCase()} tonight.
        COPY 114 OF 200, MARA LIND, NOT TO BE GIVEN AWAY

                              ${name}
                    ${name.toLowerCase()} has been standing in the rain
                    ever since ${name.toLowerCase()} came home${more}
`;
    const names = ['MARA', 'TOM', 'KIT', 'ANNA', 'LIND'];
    const script = await read(
      names.map((name, at) => page(name, at < 4 ? '\n                              --MORE--' : '')),
    );
    expect(shown(script).slice(4, 8)).toEqual([
      'heading | * | EXT. HOUSE OF TOM - NIGHT',
      'action | Nobody waits for tom tonight.',
      'character | TOM',
      'dialogue | tom has been standing in the rain ever since tom came home',
    ]);
    expect(seenBlocks(script)).toHaveLength(20);
  });

  it('acts, centred, and dialogue side by side', async () => {
    const script = await read([
      `


                                    ACT ONE

          INT. HARBOUR - NIGHT

          Both wait.

                    MARA                           TOM
          It is late, and the boat       (looking away)
          is not here.                   It never was.

                              TOM (CONT'D)
                    There was a boat once.

                                END OF ACT ONE
`,
    ]);
    expect(shown(script)).toEqual([
      'general | ACT ONE',
      'heading | INT. HARBOUR - NIGHT',
      'action | Both wait.',
      'character | left | MARA',
      'dialogue | left | It is late, and the boat is not here.',
      'character | right | TOM',
      'parenthetical | right | (looking away)',
      'dialogue | right | It never was.',
      "character | TOM (CONT'D)",
      'dialogue | There was a boat once.',
      'general | END OF ACT ONE',
    ]);
    expect(script.blocks.map((block) => block.class).filter(Boolean)).toEqual(['new-act', 'end-of-act']);
  });

  const SPEECHES = (name: (text: string) => string): string => `


          INT. HARBOUR - NIGHT

          Mara waits for the boat and looks over the cold water.

${name('Mara')}
                    It is late.

${name('Old Tom')}
                    It always is.

${name('Mara')}
                    Not always.

          She laughs at him.

${name('Old Tom')}
                    Go home.

${name('Mara')}
                    I am home.
`;

  it.each([
    ['in small letters', (text: string) => `                              ${text}`],
    ['centred', (text: string) => `${' '.repeat(40 - Math.floor(text.length / 2))}${text.toUpperCase()}`],
  ])('names %s', async (_, name) => {
    const script = await read([SPEECHES(name)]);
    expect(seenBlocks(script).map(({ kind }) => kind)).toEqual([
      'heading',
      'action',
      ...['character', 'dialogue', 'character', 'dialogue', 'character', 'dialogue'],
      'action',
      ...['character', 'dialogue', 'character', 'dialogue'],
    ]);
  });

  it('A4 paper', async () => {
    const script = await read([SPEECHES((text) => `                              ${text.toUpperCase()}`)], {
      paper: { width: 595.28, height: 841.89 },
    });
    expect(script.setup?.page).toMatchObject({ width: 8.268, height: 11.693 });
  });

  it('scanned pages that lie askew', async () => {
    const page = SPEECHES((text) => `                              ${text.toUpperCase()}`);
    const straight = await read([page, page, page, page]);
    const scanned = await read([page, page, page, page], { askew: [-11, 8, 0, 13] });
    expect(shown(scanned)).toEqual(shown(straight));
  });

  it('scanned pages that are turned a little', async () => {
    const page = SPEECHES((text) => `                              ${text.toUpperCase()}`);
    const straight = shown(await read([page]));
    expect(shown(await read([page], { scanned: 0.012 }))).toEqual(straight);
    expect(shown(await read([page], { scanned: -0.02 }))).toEqual(straight);
  });

  it('words parted at line ends, and words with hyphens', async () => {
    const script = await read([
      `


          INT. HARBOUR - NIGHT

          Mara waits for the boat. She has some water and some bread,
          a well-worn coat, and nothing to read but the old har-
          bour timetable. Nobody comes. She reads it again from begin-
          ning to end, the harbour bell rings, and that is the begin-
          ning of the end. She puts on the coat, which is too well-
          worn for the night, and walks away through the empty ware-
          houses with her bread. It was the beginning of the winter.

                              MARA
                    So long.
`,
    ]);
    expect(seenBlocks(script)[1]?.text).toBe(
      'Mara waits for the boat. She has some water and some bread, a well-worn coat, and nothing to read but the old ' +
        'harbour timetable. Nobody comes. She reads it again from beginning to end, the harbour bell rings, and that is ' +
        'the beginning of the end. She puts on the coat, which is too well-worn for the night, and walks away through ' +
        'the empty warehouses with her bread. It was the beginning of the winter.',
    );
  });
});

describe('what was guessed is said', () => {
  const PLAIN = `


          INT. HARBOUR - NIGHT

          Mara waits.

                              MARA
                    It is late.

          She turns to go, and sees him.

                              TOM
                    It is.
`;

  it('nothing where places tell', async () => {
    const { manuscript, warnings } = await readScript(typedPages([PLAIN]));
    expect(warnings).toEqual([]);
    expect(manuscript.extra?.['pdf.confidence']).toBe('1.00');
  });

  it('lines that may be headings, and speeches of nobody, with their pages', async () => {
    const { manuscript, warnings } = await readScript(
      typedPages([
        PLAIN,
        `


          ON THE BOAT

          Water everywhere.

                    Nobody hears this.

          EXT. SEA - DAY

          More of it.
`,
      ]),
    );
    expect(warnings).toEqual([
      {
        code: 'guessed',
        message:
          'Guessed from the look of the page: whether “ON THE BOAT” is a scene heading; who says “Nobody hears this.”',
        at: { page: 2 },
      },
    ]);
    const confidence = Number(manuscript.extra?.['pdf.confidence']);
    expect(confidence).toBeGreaterThan(0.8);
    expect(confidence).toBeLessThan(1);
  });

  it('pages that are pictures', async () => {
    const bytes = typedPages([PLAIN, ''], { picture: 1 });
    const { warnings } = await readScript(bytes);
    expect(warnings).toEqual([
      { code: 'not_carried', message: 'This page is a picture without text', at: { page: 2 } },
    ]);
  });
});

describe('what is no script is refused', () => {
  const PROSE = `          The harbour lay quiet under a cold sky, and nobody came down
          to the water that night, because the boat had gone and the
          men had gone with it. Mara lit the lamp and waited for them.
`;

  it.each([
    [
      'a novel',
      ['ONE', 'TWO', 'THREE'].map((number) => `\n\n${' '.repeat(35)}CHAPTER ${number}\n\n\n${PROSE}\n${PROSE}`),
    ],
    [
      'an invoice',
      [
        `
          INVOICE                                     No. 4711

          Quantity      Item                           Price
          2             Boats                          100.00
          1             Harbour                       2000.00

          TOTAL                                       2100.00
`,
      ],
    ],
    [
      'a treatment',
      [`\n          THE LONG WATER\n\n          A treatment\n\n${PROSE}\n          WHAT HAPPENS\n\n${PROSE}`],
    ],
  ])('%s', async (_, pages) => {
    await expect(readScript(typedPages(pages))).rejects.toMatchObject({ code: 'not_a_screenplay' });
  });
});

describe('stamps on every page', () => {
  const TITLE = `
















                             THE LAMP


                                by

                             Ann Lee
`;
  const PAGES = Array.from(
    { length: 6 },
    (_, n) => `
                                                                      ${n + 1}.

          INT. ROOM ${'ABCDEF'.charAt(n)} - DAY

          The lamp number ${n + 1} is lit, and nobody says a word about it.

                              ANN
                    It was not me, whatever you say. I have
                    been in the ${['hall', 'yard', 'barn', 'loft', 'shed', 'mill'][n]} all day.

          She goes, and the ${['red', 'blue', 'green', 'white', 'black', 'grey'][n]} door falls shut.
`,
  );

  it.each([
    ['over a line of the script', 'BT /F2 14 Tf 0.8 g 1 0 0 1 220 697 Tm (Jane Doe, do not share) Tj ET 0 g'],
    ['large, over two lines', 'BT /F2 40 Tf 0.9 g 1 0 0 1 120 681 Tm (JANE DOE) Tj ET 0 g'],
    ['beside the number of the page', 'BT /F2 10 Tf 1 0 0 rg 1 0 0 1 108 748 Tm (jane@example.org) Tj ET 0 g'],
  ])('%s', async (_, stamp) => {
    const plain = await readScript(typedPages([TITLE, ...PAGES]));
    const stamped = await readScript(typedPages([TITLE, ...PAGES], { stamp }));
    expect(shown(stamped.manuscript)).toEqual(shown(plain.manuscript));
    expect(stamped.manuscript.titlePage).toEqual(plain.manuscript.titlePage);
    expect(shown(plain.manuscript)).toHaveLength(30);
  });
});

describe('two pages to a sheet', () => {
  const pages = ['hall', 'yard', 'barn'].map(
    (place, n) => `
                                                                      ${n + 1}.

          INT. ${place.toUpperCase()} - DAY

          The lamp in the ${place} is lit, and nobody says a word of it, for
          nobody knows who has lit it.

                              ANN
                    It was not me. I never go to the ${place}.
`,
  );
  const paper = { width: 1224, height: 792 };

  /** Two pages as one: a letter page is 85 letters wide. */
  function besides(left: string, right = ''): string {
    const lower = right.split('\n');
    return left
      .split('\n')
      .map((line, at) => `${line.padEnd(85)}${lower[at] ?? ''}`)
      .join('\n');
  }

  it('are read one after the other', async () => {
    const [one = '', two = '', three = ''] = pages;
    const plain = await readScript(typedPages(pages));
    const sheets = await readScript(typedPages([besides(one, two), besides(three)], { paper }));
    expect(shown(plain.manuscript)).toHaveLength(12);
    expect(shown(sheets.manuscript)).toEqual(shown(plain.manuscript));
  });

  it('are not seen in lines that go over the middle', async () => {
    const wide = `
          INT. HALL - DAY

          ${'The lamp in the hall is lit, and nobody says a word of it. '.repeat(2)}

                              ANN
                    It was not me.
`;
    const { manuscript } = await readScript(typedPages([wide, wide.replaceAll('lamp', 'fire')], { paper }));
    expect(shown(manuscript)).toHaveLength(8);
  });
});
