/**
 * XML text -> a light tree, in one linear pass that never gives up before the end of the source.
 *
 * Well-formed XML is read as the recommendation says, without DTDs. What is almost XML (cut-off files, stray control
 * characters, unescaped `&` and `<`, tags that do not match) gives all that can be read, and a problem for each repair.
 */
import { ScreenplayError } from '../errors/index.js';
import type { Position } from '../errors/index.js';
import { firstIllegal, isXmlCharacter, replaceIllegal } from './xml-characters.js';
import { NO_ATTRIBUTES, XML_LIMITS, XmlTreeBuilder, isXmlSpace } from './xml-tree.js';
import type { XmlAttributes, XmlDocument, XmlLimits, XmlProblem } from './xml-tree.js';

export { XML_TEXT, isXmlBlank } from './xml-tree.js';
export type { XmlDocument, XmlElement } from './xml-tree.js';

const MAX_PROBLEMS = 100;
const MAX_CACHED_TAG = 80;
const MAX_CACHED_OF_LENGTH = 8;

const TAB = 0x09;
const NEWLINE = 0x0a;
const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const QUOTE = 0x27;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/**
 * Reads XML.
 *
 * @throws ScreenplayError `malformed_input` for a DOCTYPE (entities are never expanded), `limit_exceeded` for a file
 * beyond {@link XML_LIMITS}.
 */
export function parseXml(text: string, limits?: XmlLimits): XmlDocument {
  return new XmlReader(text, limits ? { ...XML_LIMITS, ...limits } : XML_LIMITS).read();
}

/**
 * Name of the root element, from the first characters of a file; undefined when it is not XML or its prolog is
 * longer than `head`.
 */
export function xmlRootName(head: string): string | undefined {
  let at = head.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    at = skipSpace(head, at);
    if (head.charCodeAt(at) !== LESS) return undefined;
    let terminator = '>';
    if (head.startsWith('<?', at)) terminator = '?>';
    else if (head.startsWith('<!--', at)) terminator = '-->';
    else if (head.charCodeAt(at + 1) !== BANG) {
      const end = nameEnd(head, at + 1);
      return isNameStart(head.charCodeAt(at + 1)) ? head.slice(at + 1, end) : undefined;
    }
    const end = head.indexOf(terminator, at + 2);
    if (end < 0) return undefined;
    at = end + terminator.length;
  }
}

interface StartTag {
  /** What stands between `<` and `>`. */
  raw: string;
  name: string;
  attributes: XmlAttributes;
  empty: boolean;
}

class XmlReader {
  readonly #source: string;
  readonly #limits: Required<XmlLimits>;
  readonly #builder: XmlTreeBuilder;
  readonly #problems: XmlProblem[] = [];
  readonly #hasReferences: boolean;
  readonly #lines: LineCounter;
  /** Start tags read before, by the length of what stands between `<` and `>`: most tags of a script are the same few. */
  readonly #tags: StartTag[][] = [];
  /** The tag that was read last, when it was complete. */
  #tag: Omit<StartTag, 'raw'> | undefined;
  /** The next `>` at or after the tag being read; -1 when there is none. */
  #greater = 0;
  #truncated = false;
  #rootClosed = false;

  constructor(text: string, limits: Required<XmlLimits>) {
    let source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    if (source.includes('\r')) source = source.replace(/\r\n?/g, '\n');
    const illegal = firstIllegal(source);
    if (illegal >= 0) {
      const at = new LineCounter(source).position(illegal);
      this.#problems.push({ message: 'characters that XML cannot hold were replaced', at });
      source = replaceIllegal(source);
    }
    this.#source = source;
    this.#limits = limits;
    this.#hasReferences = source.includes('&');
    const lines = new LineCounter(source);
    this.#lines = lines;
    this.#builder = new XmlTreeBuilder(limits, (offset) => lines.position(offset));
  }

  read(): XmlDocument {
    const source = this.#source;
    let at = 0;
    while (at < source.length) {
      const tag = source.indexOf('<', at);
      const next = tag < 0 ? NaN : source.charCodeAt(tag + 1);
      const end = tag < 0 ? source.length : tag;
      if (end > at && !this.#isIndent(at, end, next)) this.#text(at, end);
      if (tag < 0) break;
      if (next === SLASH) at = this.#endTag(tag);
      else if (isNameStart(next)) at = this.#startTag(tag);
      else at = this.#declaration(tag, next);
    }
    const inside = this.#builder.top;
    if (inside) {
      this.#truncated = true;
      this.#problem(source.length, `the file ends inside <${inside.name}>, and what came after is missing`);
    }
    if (!this.#builder.root) this.#problem(source.length, 'the file holds no XML element');
    const lines = this.#lines;
    return {
      root: this.#builder.root,
      problems: this.#problems,
      truncated: this.#truncated,
      position: (offset) => lines.position(offset),
    };
  }

  /** Whether a text is the white space between elements, which means nothing. */
  #isIndent(from: number, to: number, next: number): boolean {
    const source = this.#source;
    if (!isXmlSpace(source.charCodeAt(from))) return false;
    if (!isNameStart(next) && !this.#builder.hasChildren) return false;
    return skipSpace(source, from) >= to;
  }

  #text(from: number, to: number): void {
    const text = this.#source.slice(from, to);
    if (this.#builder.top) this.#builder.text(this.#decode(text, from), from);
    else this.#outside(text, from);
  }

  #outside(text: string, at: number): void {
    if (text.trim() !== '') this.#problem(at, 'text outside the root element was left out');
  }

  /** Reads a start tag at `<`; the offset after it. */
  #startTag(at: number): number {
    const source = this.#source;
    if (this.#greater >= 0 && this.#greater < at) this.#greater = source.indexOf('>', at);
    const greater = this.#greater;
    const length = greater - at - 1;
    const cached = length > 0 && length <= MAX_CACHED_TAG ? (this.#tags[length] ??= []) : undefined;
    if (cached !== undefined) {
      for (let i = 0; i < cached.length; i++) {
        const tag = cached[i] as StartTag;
        if (!standsAt(source, tag.raw, at + 1)) continue;
        this.#element(tag.name, tag.attributes, at, tag.empty);
        return greater + 1;
      }
    }
    const problems = this.#problems.length;
    this.#tag = undefined;
    const end = this.#parseStartTag(at);
    const tag = this.#tag as Omit<StartTag, 'raw'> | undefined;
    // An attribute may hold a `>`, and what was mended is not to be mended unseen.
    if (
      cached &&
      tag &&
      end === greater + 1 &&
      this.#problems.length === problems &&
      cached.length < MAX_CACHED_OF_LENGTH
    ) {
      cached.push({ raw: source.slice(at + 1, greater), ...tag });
    }
    return end;
  }

  /** Reads a start tag piece by piece. */
  #parseStartTag(at: number): number {
    const source = this.#source;
    const nameStop = nameEnd(source, at + 1);
    const name = source.slice(at + 1, nameStop);
    let attributes: Record<string, string> | undefined;
    let i = nameStop;
    for (;;) {
      i = skipSpace(source, i);
      const code = source.charCodeAt(i);
      if (code === GREATER) {
        this.#tag = { name, attributes: attributes ?? NO_ATTRIBUTES, empty: false };
        this.#element(name, this.#tag.attributes, at, false);
        return i + 1;
      }
      if (code === SLASH && source.charCodeAt(i + 1) === GREATER) {
        this.#tag = { name, attributes: attributes ?? NO_ATTRIBUTES, empty: true };
        this.#element(name, this.#tag.attributes, at, true);
        return i + 2;
      }
      if (code === LESS) {
        this.#problem(i, `<${name}> has no closing >`);
        this.#element(name, attributes ?? NO_ATTRIBUTES, at, false);
        return i;
      }
      if (i >= source.length) {
        // What the end of the file cuts inside a tag says nothing reliable.
        this.#truncated = true;
        this.#problem(at, `the file ends inside the tag <${name}, and what came after is missing`);
        return i;
      }
      if (!isNameStart(code)) {
        this.#problem(i, `a stray character in the tag <${name}> was left out`);
        i++;
        continue;
      }
      attributes ??= Object.create(null) as Record<string, string>;
      i = this.#attribute(name, i, attributes);
    }
  }

  #element(name: string, attributes: XmlAttributes, at: number, empty: boolean): void {
    const builder = this.#builder;
    if (builder.top === undefined && builder.root !== undefined && !this.#rootClosed) {
      this.#rootClosed = true;
      this.#problem(at, `<${name}> and what follows stand outside the root element`);
    }
    if (empty) builder.empty(name, attributes, at);
    else builder.start(name, attributes, at);
  }

  /** Reads `name="value"`; the offset after it. */
  #attribute(tag: string, at: number, attributes: Record<string, string>): number {
    const source = this.#source;
    const nameStop = nameEnd(source, at);
    const name = source.slice(at, nameStop);
    let i = skipSpace(source, nameStop);
    if (source.charCodeAt(i) !== EQUALS) {
      this.#problem(at, `${name} in <${tag}> has no value and was left out`);
      return i;
    }
    i = skipSpace(source, i + 1);
    const quote = source.charCodeAt(i);
    const quoted = quote === DOUBLE_QUOTE || quote === QUOTE;
    const start = quoted ? i + 1 : i;
    let end = start;
    let spaces = false;
    let code = source.charCodeAt(end);
    if (quoted) {
      while (code !== quote && code !== LESS && end < source.length) {
        if (code === NEWLINE || code === TAB) spaces = true;
        code = source.charCodeAt(++end);
      }
    } else end = nameEnd(source, end);
    let next = end;
    if (quoted && code === quote) next++;
    else if (quoted) {
      // The closing quote is missing: the value ends where the tag does.
      const stop = source.slice(start, end).indexOf('>');
      if (stop >= 0) end = start + stop;
      if (source.charCodeAt(end - 1) === SLASH) end--;
      next = end;
      this.#problem(start, `the value of ${name} in <${tag}> has no closing quote`);
    } else this.#problem(start, `the value of ${name} in <${tag}> has no quotes`);
    let value = source.slice(start, end);
    if (value.length > this.#limits.attribute) {
      const message = `The value of ${name} in <${tag}> is longer than ${this.#limits.attribute} characters`;
      throw new ScreenplayError('limit_exceeded', message, { at: this.#lines.position(at) });
    }
    if (spaces) value = value.replace(/[\n\t]/g, ' ');
    if (attributes[name] === undefined) attributes[name] = this.#decode(value, start);
    else this.#problem(at, `<${tag}> has ${name} twice; the first counts`);
    return next;
  }

  /** Reads an end tag at `</`; the offset after it. */
  #endTag(at: number): number {
    const source = this.#source;
    const builder = this.#builder;
    const top = builder.top;
    if (top !== undefined && standsAt(source, top.name, at + 2)) {
      const after = at + 2 + top.name.length;
      if (source.charCodeAt(after) === GREATER) {
        builder.end();
        return after + 1;
      }
    }
    let end = nameEnd(source, at + 2);
    const name = source.slice(at + 2, end);
    end = skipSpace(source, end);
    if (source.charCodeAt(end) === GREATER) end++;
    else if (end >= source.length) return end;
    else this.#problem(at, `</${name} has no closing >`);
    if (top?.name === name) builder.end();
    else this.#mismatch(name, at);
    return end;
  }

  #mismatch(name: string, at: number): void {
    const builder = this.#builder;
    const open = builder.open;
    const top = builder.top;
    let match = open.length - 2;
    while (match >= 0 && open[match]?.name !== name) match--;
    if (match >= 0) {
      this.#problem(at, `</${name}> comes where <${top?.name ?? ''}> is still open`);
      while (open.length > match) builder.end();
    } else if (top && alike(top.name, name)) {
      this.#problem(at, `</${name}> was read as </${top.name}>`);
      builder.end();
    } else this.#problem(at, `</${name}> closes nothing and was left out`);
  }

  /** Comments, CDATA, processing instructions, DOCTYPE, and a `<` that is none of XML's; the offset after it. */
  #declaration(at: number, next: number): number {
    const source = this.#source;
    if (next === QUESTION) return this.#skip(at, at + 2, '?>');
    if (next !== BANG) {
      this.#problem(at, 'a bare < was read as text');
      this.#builder.text('<', at);
      return at + 1;
    }
    if (source.startsWith('<!--', at)) return this.#skip(at, at + 4, '-->');
    if (source.startsWith('<![CDATA[', at)) {
      const end = source.indexOf(']]>', at);
      const text = source.slice(at + 9, end < 0 ? source.length : end);
      if (this.#builder.top) this.#builder.text(text, at);
      else this.#outside(text, at);
      return end < 0 ? this.#skip(at, at, ']]>') : end + 3;
    }
    if (source.slice(at, at + 9).toUpperCase() === '<!DOCTYPE') {
      const message = 'The file declares a DOCTYPE, which no screenplay program writes; remove it and try again';
      throw new ScreenplayError('malformed_input', message, { at: this.#lines.position(at) });
    }
    this.#problem(at, 'an unknown declaration was left out');
    return this.#skip(at, at + 2, '>');
  }

  #skip(at: number, from: number, terminator: string): number {
    const end = this.#source.indexOf(terminator, from);
    if (end >= 0) return end + terminator.length;
    this.#truncated = true;
    this.#problem(at, `the file ends before ${terminator}`);
    return this.#source.length;
  }

  /** Resolves the references in a text. */
  #decode(text: string, at: number): string {
    if (!this.#hasReferences) return text;
    let ampersand = text.indexOf('&');
    if (ampersand < 0) return text;
    let out = '';
    let done = 0;
    while (ampersand >= 0) {
      const end = referenceEnd(text, ampersand + 1);
      if (text.charCodeAt(end) === SEMICOLON && end > ampersand + 1) {
        out += text.slice(done, ampersand) + this.#reference(text.slice(ampersand, end + 1), at + ampersand);
        done = end + 1;
      } else this.#problem(at + ampersand, 'a bare & was read as text');
      ampersand = text.indexOf('&', end);
    }
    return out + text.slice(done);
  }

  /** What `&name;` or `&#number;` stands for. */
  #reference(whole: string, at: number): string {
    switch (whole) {
      case '&amp;':
        return '&';
      case '&lt;':
        return '<';
      case '&gt;':
        return '>';
      case '&quot;':
        return '"';
      case '&apos;':
        return "'";
    }
    const number = /^&#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}));$/.exec(whole);
    if (!number) {
      this.#problem(at, `the unknown entity ${whole} was read as text`);
      return whole;
    }
    const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
    if (isXmlCharacter(code)) return String.fromCodePoint(code);
    this.#problem(at, `the reference ${whole} names no character and was replaced`);
    return code < 0x20 ? replaceIllegal(String.fromCharCode(code)) : '\ufffd';
  }

  #problem(offset: number, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ message, at: this.#lines.position(offset) });
  }
}

/** Turns offsets into lines; fast when they are asked for in order. */
class LineCounter {
  readonly #source: string;
  #line = 1;
  #lineStart = 0;
  /** The next newline; -1 when there is none. */
  #newline: number;

  constructor(source: string) {
    this.#source = source;
    this.#newline = source.indexOf('\n');
  }

  position(offset: number): Position {
    if (offset < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
      this.#newline = this.#source.indexOf('\n');
    }
    while (this.#newline >= 0 && this.#newline < offset) {
      this.#line++;
      this.#lineStart = this.#newline + 1;
      this.#newline = this.#source.indexOf('\n', this.#lineStart);
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}

function isNameStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code === 0x3a || code >= 0x80
  );
}

/** `startsWith`, which costs a call that short words are not worth; from the end, as tags that differ differ there. */
function standsAt(source: string, word: string, at: number): boolean {
  for (let i = word.length - 1; i >= 0; i--) if (source.charCodeAt(at + i) !== word.charCodeAt(i)) return false;
  return true;
}

/** Where the name or number of a reference ends, at most 32 characters on. */
function referenceEnd(source: string, from: number): number {
  let i = source.charCodeAt(from) === HASH ? from + 1 : from;
  const limit = from + 32;
  for (; i < limit; i++) {
    const code = source.charCodeAt(i);
    const word = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
    if (!word) return i;
  }
  return i;
}

function nameEnd(source: string, from: number): number {
  let i = from;
  for (;;) {
    const code = source.charCodeAt(i);
    // NaN, past the end, fails each comparison.
    const inside = code > 0x3f || (code >= 0x23 && code < LESS && code !== SLASH && code !== QUOTE && code !== 0x26);
    if (!inside) return i;
    i++;
  }
}

function skipSpace(source: string, from: number): number {
  let i = from;
  while (isXmlSpace(source.charCodeAt(i))) i++;
  return i;
}

/** Next to each other but for one or two damaged characters. */
function alike(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.length > 100) return false;
  const shorter = Math.min(a.length, b.length);
  let prefix = 0;
  while (prefix < shorter && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && a.charCodeAt(a.length - 1 - suffix) === b.charCodeAt(b.length - 1 - suffix)) {
    suffix++;
  }
  return prefix + suffix >= 3 && Math.max(a.length, b.length) - prefix - suffix <= 2;
}
