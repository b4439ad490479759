import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TitleLine } from '../../src/conventions/manuscript/types.js';
import { recogniseTitlePage } from '../../src/conventions/title-page.js';
import { splitCredit } from '../../src/conventions/title-page-credit.js';

/**
 * A page as people see it: one line each, `>` before what is flush right, `|` before what is flush left, the rest
 * centred; `~n` stands for n blank lines. The expected key follows a `#`.
 */
function page(drawing: string): { lines: TitleLine[]; keys: (string | undefined)[] } {
  const lines: TitleLine[] = [];
  const keys: (string | undefined)[] = [];
  for (const row of drawing.split('\n').map((line) => line.trim())) {
    if (row === '') continue;
    const blanks = /^~(\d+)$/.exec(row);
    if (blanks) {
      for (let n = 0; n < Number(blanks[1]); n++) {
        lines.push({ text: '', layout: { align: 'left', left: 1, right: 7.5 } });
        keys.push(undefined);
      }
      continue;
    }
    const [words = '', key] = row.split('#').map((part) => part.trim());
    const align = words.startsWith('|') ? 'left' : words.startsWith('>') ? 'right' : 'center';
    lines.push({ text: words.replace(/^[|>] ?/, '').replaceAll('\\n', '\n'), layout: { align, left: 1, right: 7.5 } });
    keys.push(key || undefined);
  }
  return { lines, keys };
}

const PAGES: Record<string, string> = {
  'the usual page': `
    ~16
    THE LAST LANTERN   # title
    ~3
    Written by         # credit
    ~1
    Ann Lee            # author
    ~20
    | Copyright (c) 2024   # copyright
    ~1
    | Second Draft         # draft-date
    ~1
    | Ann Lee              # contact
    | 12 Harbour Street    # contact
    | Dover, KS 66420      # contact
    | (785) 555-0134       # contact`,
  'a team, an adaptation and a date': `
    "THE GLASS HOUR"      # title
    ~3
    Screenplay by         # credit
    ~1
    Ann Lee & Bo Diaz     # author
    and                   # author
    Cy Moreau             # author
    ~2
    Story by              # source
    Dee Park              # source
    ~2
    Based upon the novel  # source
    "The Hour of Glass"   # source
    by                    # source
    Eve Stone             # source
    ~12
    > May 28, 2019        # draft-date
    > (rev. 4)            # draft-date
    > © 2019 Harbour Films LLC  # copyright`,
  television: `
    HARBOUR LIGHTS              # title
    ~1
    "The Ferry"                 # title
    ~1
    Episode 101                 # title
    ~2
    Teleplay by                 # credit
    Ann Lee                     # author
    ~1
    Directed by
    Bo Diaz
    ~2
    PRODUCTION DRAFT - WHITE    # draft-date
    7/1/2009                    # draft-date
    ~1
    BLUE REVISIONS 7/8/09       # draft-date
    ~3
    No portion of this script may be performed or reproduced without consent.  # copyright`,
  'credit and name on one line': `
    Low Water               # title
    ~2
    by Ann Lee              # author
    ~2
    Based on a true story   # source
    ~9
    | ann.lee@example.org   # contact
    > First Draft, 3 May 2020   # draft-date`,
  'a company above the title': `
    Harbour Films presents
    ~4
    LOW WATER               # title
    ~3
    An original screenplay  # credit
    by                      # credit
    Ann Lee                 # author`,
  'a story credit alone is the writer': `
    LOW WATER               # title
    ~3
    Story by                # credit
    Ann Lee                 # author`,
  'a name well below the title, nothing else': `
    LOW WATER               # title
    ~3
    Ann Lee                 # author
    ~30
    | PO Box 12, Dover      # contact`,
  'a name of one word in the place of the credit': `
    LOW WATER               # title
    ~3
    Colette                 # author`,
  'what a script is, in the place of the credit': `
    LOW WATER               # title
    ~3
    Pilot`,
  'a name of one word elsewhere stays open': `
    LOW WATER               # title
    ~5
    Colette`,
  'capitals under a title in capitals stay open': `
    LOW WATER               # title
    ~3
    WINTER EDITION`,
  'a credit whose names are still to come': `
    LOW WATER               # title
    ~3
    Written by              # credit
    ~20
    | Copyright (c) 2024    # copyright`,
  'a credit in a language without words here': `
    LASKUVESI               # title
    ~3
    Kirjoittanut ja ohjannut  # credit
    ~1
    Anna Lehto & Pekka Vuori  # author`,
  'a subtitle that could be a name stays open': `
    LOW WATER               # title
    ~1
    Winter Edition
    ~10
    Nothing To Do With It`,
  'a rights line above everything': `
    | Placed into the public domain.   # copyright
    ~16
    LOW WATER                          # title
    ~3
    Written by                         # credit
    ~2
    Harbour Collective: Ann            # author
    ~18
    | Ann Lee
    | Nowhere`,
  'a title that looks like a date': `
    1917                    # title
    ~3
    Written by              # credit
    Ann Lee                 # author`,
  'a title that begins with by': `
    By the Sea              # title
    ~3
    Written by              # credit
    Ann Lee                 # author`,
  'one paragraph of several lines': `
    Low Water\\nA Tide Tale # title
    ~2
    Written by\\nAnn Lee     # author
    ~9
    | Agency Name\\n12 Harbour Street\\nDover # contact
    | Version 4.0\\nJanuary 22, 2021          # draft-date`,
  Spanish: `
    MAREA BAJA              # title
    ~3
    Escrito por             # credit
    Ana Díaz y Luis Peña    # author
    ~1
    Basada en la novela de Eva Soto   # source
    ~9
    | Segundo borrador, 3 de mayo de 2020 # draft-date
    | Calle Mayor 12, Madrid              # contact
    | Todos los derechos reservados       # copyright`,
  French: `
    MARÉE BASSE             # title
    ~3
    Un scénario de          # credit
    Anne Lefèvre            # author
    ~1
    d'après le roman d'Eve Pierre     # source
    ~9
    > Version dialoguée du 12 février 2021  # draft-date
    > anne@exemple.fr       # contact`,
  German: `
    NIEDRIGWASSER           # title
    ~3
    Drehbuch von            # credit
    Anna Leh                # author
    ~1
    nach dem Roman von Eva Stein      # source
    ~9
    | 2. Fassung, 4. März 2021        # draft-date
    | Tel. 030 5550134                # contact`,
  Italian: `
    BASSA MAREA             # title
    ~3
    Soggetto e sceneggiatura di       # credit
    Anna Lei                # author
    ~1
    tratto dal romanzo di Eva Sasso   # source
    ~9
    | Terza stesura, 4 marzo 2021     # draft-date`,
  Portuguese: `
    MARÉ BAIXA              # title
    ~3
    Roteiro de              # credit
    Ana Leão                # author
    ~1
    Baseado no livro de Eva Pedra     # source
    ~9
    | 2º tratamento, 4 de março de 2021  # draft-date
    | Rua do Porto, 12                   # contact`,
  Russian: `
    ОТЛИВ                   # title
    ~3
    Автор сценария          # credit
    Анна Ли                 # author
    ~1
    по мотивам повести Евы Стоун      # source
    ~9
    | Вторая редакция от 4 мая 2021   # draft-date
    | тел. +7 900 555-01-34           # contact`,
};

describe('recognising a title page', () => {
  for (const [name, drawing] of Object.entries(PAGES)) {
    it(name, () => {
      const { lines, keys } = page(drawing);
      const keyed = recogniseTitlePage(lines);
      const show = (list: readonly (string | undefined)[]): string[] =>
        lines.map((line, at) => `${line.text} # ${list[at] ?? ''}`);
      expect(show(keyed.map((line) => line.key))).toEqual(show(keys));
      expect(keyed.map(({ key: _, ...line }) => line)).toEqual(lines);
    });
  }

  it('keeps the keys that the source gave, and adds what it did not name', () => {
    const keyed = recogniseTitlePage([
      { text: 'Low Water', key: 'title' },
      { text: 'Written by' },
      { text: 'Ann Lee', key: 'author' },
      { text: 'Bo Diaz' },
      { text: 'Version 4', key: 'draft-date' },
      { text: '3/4/2021' },
      { text: 'whatever', key: 'My Own' },
    ]);
    expect(keyed.map((line) => line.key)).toEqual([
      'title',
      'credit',
      'author',
      undefined,
      'draft-date',
      undefined,
      'My Own',
    ]);
  });

  it('reads a page without any layout', () => {
    const keyed = recogniseTitlePage([
      { text: 'Low Water' },
      { text: 'Written by' },
      { text: 'Ann Lee' },
      { text: 'Based on the novel by Eve Stone' },
      { text: 'Agency Name\n12 Harbour Street\nann@example.org', layout: { align: 'left' } },
    ]);
    expect(keyed.map((line) => line.key)).toEqual(['title', 'credit', 'author', 'source', 'contact']);
  });

  it('only ever adds keys, whatever the lines', () => {
    const word = fc.constantFrom(
      'by',
      'Written by',
      'Ann Lee',
      '&',
      'Based on',
      'Story by',
      'LOW WATER',
      '3/4/21',
      'Draft',
      '(c) 2020',
      'a@b.de',
      '',
      '',
      'by Ann Lee',
      '12 Main Street',
      'Directed by',
      'x',
    );
    const line = fc.record({
      text: fc.oneof(word, fc.string()),
      layout: fc.constantFrom({ align: 'center' as const }, { align: 'left' as const }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const once = recogniseTitlePage(lines);
        expect(once.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
        expect(recogniseTitlePage(once).map(({ key }, at) => once[at]?.key ?? key)).toEqual(
          recogniseTitlePage(once).map(({ key }) => key),
        );
      }),
    );
  });

  it('takes no longer per character on hostile text', () => {
    const hostile = [
      'a '.repeat(140),
      '-'.repeat(300),
      '1 '.repeat(150),
      '12 ,,,,.....'.repeat(24),
      'by '.repeat(90),
      '"'.repeat(299),
      'a@'.repeat(149),
    ];
    const start = performance.now();
    for (let n = 0; n < 200; n++) for (const text of hostile) recogniseTitlePage([{ text }, { text: `${text}x` }]);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe('splitting a credit from its names', () => {
  it('cuts between them', () => {
    const split = (text: string): string[] | undefined => {
      const at = splitCredit(text);
      return at === undefined ? undefined : [text.slice(0, at), text.slice(at)];
    };
    expect(split('Written by Ann Lee')).toEqual(['Written by ', 'Ann Lee']);
    expect(split('Author: Ann Lee')).toEqual(['Author: ', 'Ann Lee']);
    expect(split('  by\n Ann')).toEqual(['  by\n ', 'Ann']);
    expect(split('Story & screenplay by Ann Lee and Bo')).toEqual(['Story & screenplay by ', 'Ann Lee and Bo']);
    expect(split('Автор сценария: Анна Ли')).toEqual(['Автор сценария: ', 'Анна Ли']);
    expect(split('Ann Lee')).toBeUndefined();
    expect(split('Written by')).toBeUndefined();
  });
});
