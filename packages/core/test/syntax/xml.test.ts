import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../src/errors/index.js';
import { XmlPrinter } from '../../src/syntax/xml-print.js';
import { isXmlBlank, parseXml, xmlRootName, XML_TEXT } from '../../src/syntax/xml.js';
import type { XmlElement } from '../../src/syntax/xml.js';

interface Plain {
  name: string;
  attributes: Record<string, string>;
  content: (Plain | string)[];
}

/** The tree without offsets, text runs joined, blank text between elements dropped. */
function plain(element: XmlElement): Plain {
  const content: (Plain | string)[] =
    element.children.length > 0
      ? element.children.map((child) => (child.name === XML_TEXT ? child.text : plain(child)))
      : element.text === ''
        ? []
        : [element.text];
  return { name: element.name, attributes: { ...element.attributes } as Record<string, string>, content };
}

/** The same, as an independent parser reads it. */
function reference(source: string): Plain {
  const parser = new SaxesParser();
  const stack: Plain[] = [{ name: '', attributes: {}, content: [] }];
  const append = (text: string): void => {
    const content = stack.at(-1)?.content ?? [];
    const last = content.at(-1);
    if (typeof last === 'string') content[content.length - 1] = last + text;
    else content.push(text);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('opentag', (tag) => {
    const node: Plain = { name: tag.name, attributes: { ...(tag.attributes as Record<string, string>) }, content: [] };
    stack.at(-1)?.content.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => {
    const node = stack.pop();
    if (node?.content.some((part) => typeof part !== 'string')) {
      node.content = node.content.filter((part) => typeof part !== 'string' || !isXmlBlank(part));
    }
  });
  parser.write(source).close();
  const root = stack[0]?.content.find((part) => typeof part !== 'string');
  if (root === undefined || typeof root === 'string') throw new Error('no root');
  return root;
}

function print(element: XmlElement): string {
  const printer = new XmlPrinter({ declaration: '<?xml version="1.0"?>', warnings: new Warnings() });
  printer.element(element);
  return printer.toString();
}

const character = fc.constantFrom(...'ab<>&"\'\t\n é—\u00a0漢😀;#x]-'.split(''), '&amp;', ']]>', '\u2028', '\u0085');
const text = fc.string({ unit: character, maxLength: 12 }).map((s) => s.replace(/[\ud800-\udfff]/gu, ''));
const name = fc.constantFrom('Paragraph', 'Text', 'a:b', '_x', 'Ünï-1.2', '__proto__', 'constructor');
const attributes = fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: false });
const { element: elements } = fc.letrec<{ element: XmlElement }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 4 },
    fc.record({ name, attributes, text }).map((node) => ({ ...node, children: [], offset: 0 })),
    fc
      .record({ name, attributes, children: fc.array(tie('element'), { minLength: 1, maxLength: 3 }) })
      .map((node) => ({ ...node, text: '', offset: 0 })),
  ),
}));

describe('parseXml', () => {
  it('reads what an independent parser reads', () => {
    const sources = [
      '<a/>',
      '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<!-- c --><a x="1" y=\'2\'><b/>t<c>u</c></a>\n',
      '<a>one<!-- c -->two<![CDATA[ <b>&amp;]] ]]>three</a>',
      '<a b="x&#10;y\tz\nw">&lt;&#x1F600;&#65;&apos;&quot;&gt;</a >',
      '<a\n b = "1"\r\n\tc="2"\r><d\r/>\r\nx\ry</a>',
      '<a> <b> </b> </a>',
      '<a>\u00a0<b/>\u00a0</a>',
      '<?xml version="1.0"?><a><?pi x?>y</a><?pi z?>',
    ];
    for (const source of sources) {
      const { root, problems, truncated } = parseXml(source);
      expect(problems, source).toEqual([]);
      expect(truncated).toBe(false);
      expect(root && plain(root), source).toEqual(reference(source));
    }
  });

  it('reads generated documents as an independent parser does, and prints them back', () => {
    fc.assert(
      fc.property(elements, (element) => {
        const source = print(element);
        const { root, problems } = parseXml(source);
        expect(problems).toEqual([]);
        if (!root) throw new Error('no root');
        expect(plain(root)).toEqual(reference(source));
        expect(print(root)).toBe(source);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps names that mean something to the language apart from it', () => {
    const { root } = parseXml('<a __proto__="1" constructor="2" toString="3"/>');
    expect(Object.keys(root?.attributes ?? {})).toEqual(['__proto__', 'constructor', 'toString']);
    expect(root?.attributes['hasOwnProperty']).toBeUndefined();
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it.each([
    ['<a><b>one</b><b>tw', 2, 'two', true],
    ['<a><b>one</b><b x="', 1, 'one', true],
    ['<a><b>one</b><!-- ', 1, 'one', true],
    ['<a><b>o & e</b></a>', 1, 'o & e', false],
    ['<a><b>o &nbsp; e</b></a>', 1, 'o &nbsp; e', false],
    ['<a><b>1 < 2</b></a>', 1, '1 < 2', false],
    ['<a><b>o\u0001n\u000be</b></a>', 1, 'on\ne', false],
    ['<a><b>o&#1;n&#xb;e&#xD800;</b></a>', 1, 'on\ne\ufffd', false],
    ['<a><Text>one</Tezt><Text>two</Text></a>', 2, 'one', false],
    ['<a><b>one</a>', 1, 'one', false],
    ['<a></x></y></z><b x=1 x="2" y "3">one</b></a>', 1, 'one', false],
    ['<a><b x="1>one</b><b y="2"/></a>', 2, 'one', false],
  ])('mends %j', (source, children, first, truncated) => {
    const document = parseXml(source);
    expect(document.problems.length).toBeGreaterThan(0);
    expect(document.truncated).toBe(truncated);
    expect(document.root?.children).toHaveLength(children);
    const found = document.root?.children[0]?.text;
    if (children === 2 && truncated) expect(document.root?.children.map((c) => c.text)).toEqual(['one', 'tw']);
    else expect(found).toBe(first);
  });

  it('says where a problem is', () => {
    const { problems } = parseXml('<a>\n <b>&bad;</b>\n</a>\n<c/>');
    expect(problems.map((p) => p.at)).toEqual([
      { line: 2, column: 5 },
      { line: 4, column: 1 },
    ]);
  });

  it.each([
    '<!DOCTYPE a><a/>',
    '<?xml version="1.0"?><!doctype a [<!ENTITY b "c">]><a>&b;</a>',
    '<a><!DOCTYPE x></a>',
    '<!DOCTYPE',
  ])('refuses %j', (source) => {
    expect(() => parseXml(source)).toThrow(expect.objectContaining({ code: 'malformed_input' }) as Error);
  });

  it.each([
    ['depth', '<a>'.repeat(300)],
    ['elements', `<a>${'<b/>'.repeat(50)}</a>`],
    ['attribute', `<a b="${'x'.repeat(50)}"/>`],
  ])('stops at the limit of %s', (limit, source) => {
    const error = expect.objectContaining({ code: 'limit_exceeded' }) as Error;
    expect(() => parseXml(source, limit === 'depth' ? {} : { [limit]: 40 })).toThrow(error);
  });

  it('reads nothing from nothing', () => {
    for (const source of ['', '   ', 'plain text', '\ufeff', '</a>', '<', '<a', '&', '<?xml version="1.0"?>']) {
      const { root, problems } = parseXml(source);
      expect(root, source).toBeUndefined();
      expect(problems.length, source).toBeGreaterThan(0);
    }
  });

  it('takes time in proportion to the length of hostile input', () => {
    const patterns = [
      '<',
      '>',
      '&',
      '"',
      '</',
      '</a>',
      '<a>',
      '<a ',
      '<a b="',
      "<a b='",
      '<!--',
      '<![CDATA[',
      '<!',
      '<?',
      '&#',
      '&a;',
      '&#1;',
      ']]>',
      '<a b=c ',
      '<a/>',
      ' ',
      '\n',
      '\u0000',
      '<a></b>',
      '<a b',
      '=',
      '<a\n',
      '\r',
      '<é',
      '<a b="<',
    ];
    for (const pattern of patterns) {
      for (const prefix of ['', '<x>', '<x><y>', '<x y="']) {
        const source = prefix + pattern.repeat(Math.ceil(200_000 / pattern.length));
        const start = performance.now();
        try {
          parseXml(source);
        } catch (error) {
          expect(error).toMatchObject({ code: 'limit_exceeded' });
        }
        expect(performance.now() - start, prefix + pattern).toBeLessThan(400);
      }
    }
  });
});

describe('xmlRootName', () => {
  it('finds the root behind any prolog', () => {
    expect(xmlRootName('\ufeff<?xml version="1.0"?>\n<!-- a > b --><FinalDraft Version="1">')).toBe('FinalDraft');
    expect(xmlRootName('<!DOCTYPE x><document>')).toBe('document');
    for (const head of ['', 'INT. HOUSE', '<', '<!--', '<?xml', '< a>', '{"a": 1}'])
      expect(xmlRootName(head)).toBeUndefined();
  });
});

describe('XmlPrinter', () => {
  it('replaces what XML cannot hold and says so once', () => {
    const warnings = new Warnings();
    const printer = new XmlPrinter({ declaration: '<?xml version="1.0"?>', warnings });
    printer.start('a', { x: '\u0001"<&>\n\t\r', y: undefined });
    printer.leaf('b', undefined, 'one\u000btwo\ud800\r\n\t]]>"\'');
    printer.empty('c');
    printer.end();
    expect(printer.toString()).toBe(
      '<?xml version="1.0"?>\n<a x="&quot;&lt;&amp;&gt;&#10;&#9;&#13;">\n  <b>one\ntwo\ufffd&#13;\n\t]]&gt;"\'</b>\n  <c/>\n</a>\n',
    );
    expect(warnings.list()).toHaveLength(1);
  });

  it('does not indent mixed content', () => {
    const { root } = parseXml('<a>x <b>y</b> z<c/></a>');
    if (!root) throw new Error('no root');
    expect(print(root)).toBe('<?xml version="1.0"?>\n<a>x <b>y</b> z<c></c></a>\n');
  });
});
