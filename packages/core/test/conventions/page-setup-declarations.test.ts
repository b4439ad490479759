import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listDeclarations, parseDeclarations, printDeclarations } from '../../src/conventions/declarations.js';

describe('declarations', () => {
  it('reads lines and semicolons alike', () => {
    expect([...parseDeclarations(' left: 1.5in;right:7.5in ;\n\n align : center\r\ncaps: yes;')]).toEqual([
      ['left', '1.5in'],
      ['right', '7.5in'],
      ['align', 'center'],
      ['caps', 'yes'],
    ]);
  });

  it('reads quoted names and values with anything in them', () => {
    expect(listDeclarations('more: "(a; b:\\n\\"c\\")"; "12:a": x: y')).toEqual([
      ['more', '(a; b:\n"c")'],
      ['12:a', 'x: y'],
    ]);
  });

  it('leaves out what is no declaration and keeps the rest', () => {
    expect(listDeclarations('hello; left: 1in; ; : 3; what\n"open: 3\nright: "no end\nlast: 1')).toEqual([
      ['left', '1in'],
      ['right', '"no end'],
      ['last', '1'],
    ]);
  });

  it('lets the last of a name win', () => {
    expect(parseDeclarations('a: 1; a: 2').get('a')).toBe('2');
  });

  it('reads back whatever it printed', () => {
    const declarations = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(declarations, fc.constantFrom('; ' as const, '\n' as const), (list, separator) => {
        expect(listDeclarations(printDeclarations(list, separator))).toEqual(list);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 4 }), fc.stringMatching(/^["';:\\\n a]{0,6}$/))), (list) => {
        expect(listDeclarations(printDeclarations(list))).toEqual(list);
      }),
    );
  });

  it('never fails and stays linear on hostile text', () => {
    fc.assert(fc.property(fc.stringMatching(/^["';:\\\n a]{0,30}$/), (text) => void listDeclarations(text)));
    const start = performance.now();
    listDeclarations('a:"\\;'.repeat(40_000));
    listDeclarations(':'.repeat(200_000));
    listDeclarations('a:"" x'.repeat(40_000));
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
