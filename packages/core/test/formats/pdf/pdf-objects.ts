import { inflateSync } from 'node:zlib';

/** A value as PDF writes it: names keep their slash, strings come decoded, references are followed by hand. */
export type PdfValue = number | boolean | null | string | Text | Ref | PdfValue[] | PdfDict;
export type PdfDict = Map<string, PdfValue>;

export class Text {
  constructor(readonly value: string) {}
}

export class Ref {
  constructor(readonly id: number) {}
}

export interface PdfObject {
  value: PdfValue;
  stream: string | undefined;
}

/** The objects of a PDF with a plain cross-reference table, byte for byte by what that table says. */
export class PdfObjects {
  readonly text: string;
  readonly trailer: PdfDict;
  readonly #offsets = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.text = Buffer.from(bytes).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(this.text)?.[1]);
    const table = /^xref\n0 (\d+)\n/.exec(this.text.slice(start));
    if (!table) throw new Error('no cross-reference table where startxref points');
    const rows = start + table[0].length;
    for (let id = 0; id < Number(table[1]); id++) {
      const row = this.text.slice(rows + id * 20, rows + id * 20 + 20);
      if (row[17] === 'n') this.#offsets.set(id, Number(row.slice(0, 10)));
    }
    this.trailer = new Parser(this.text, this.text.indexOf('trailer', start) + 7).value() as PdfDict;
  }

  object(ref: PdfValue | undefined): PdfObject {
    if (!(ref instanceof Ref)) throw new Error('not a reference');
    const offset = this.#offsets.get(ref.id) ?? -1;
    const head = `${ref.id} 0 obj\n`;
    if (!this.text.startsWith(head, offset)) throw new Error(`object ${ref.id} is not at ${offset}`);
    const parser = new Parser(this.text, offset + head.length);
    const value = parser.value();
    parser.skipBlanks();
    if (!this.text.startsWith('stream\n', parser.at)) return { value, stream: undefined };
    const dict = value as PdfDict;
    const from = parser.at + 'stream\n'.length;
    const raw = this.text.slice(from, from + (dict.get('Length') as number));
    if (!this.text.startsWith('\nendstream\nendobj', from + raw.length))
      throw new Error(`stream of ${ref.id} has another length`);
    const stream =
      dict.get('Filter') === '/FlateDecode' ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    return { value, stream };
  }

  /** A member, followed when it is a reference. */
  get(dict: PdfValue | undefined, ...path: string[]): PdfValue | undefined {
    let value: PdfValue | undefined = dict instanceof Ref ? this.object(dict).value : dict;
    for (const key of path) {
      value = value instanceof Map ? value.get(key) : undefined;
      if (value instanceof Ref) value = this.object(value).value;
    }
    return value;
  }
}

/** Reads values and operators. */
export class Parser {
  at: number;

  constructor(
    readonly text: string,
    at = 0,
  ) {
    this.at = at;
  }

  skipBlanks(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  get done(): boolean {
    this.skipBlanks();
    return this.at >= this.text.length;
  }

  /** A value; operators of content streams come as bare words. */
  value(): PdfValue {
    this.skipBlanks();
    const { text, at } = this;
    if (text.startsWith('<<', at)) return this.#dict();
    switch (text.charAt(at)) {
      case '<': {
        const end = text.indexOf('>', at);
        this.at = end + 1;
        return new Text(Buffer.from(text.slice(at + 1, end), 'hex').toString('latin1'));
      }
      case '(':
        return this.#string();
      case '[': {
        this.at++;
        const list: PdfValue[] = [];
        while (!this.#takes(']')) list.push(this.value());
        return list;
      }
      default:
        return this.#word();
    }
  }

  #takes(token: string): boolean {
    this.skipBlanks();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  #word(): PdfValue {
    const reference = /^(\d+) 0 R(?![A-Za-z])/.exec(this.text.slice(this.at, this.at + 24));
    if (reference) {
      this.at += reference[0].length;
      return new Ref(Number(reference[1]));
    }
    const word = /^\/?[^\s()<>[\]{}/%]+/.exec(this.text.slice(this.at, this.at + 200))?.[0] ?? '';
    if (word === '') throw new Error(`nothing to read at ${this.at}: ${this.text.slice(this.at, this.at + 20)}`);
    this.at += word.length;
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : word;
  }

  #dict(): PdfDict {
    this.at += 2;
    const dict: PdfDict = new Map();
    while (!this.#takes('>>')) {
      const key = nameOf(this.value());
      dict.set(key, this.value());
    }
    return dict;
  }

  #string(): Text {
    let out = '';
    let depth = 0;
    for (;;) {
      const char = this.text.charAt(this.at++);
      if (char === '\\') {
        const escaped = this.text.charAt(this.at++);
        out += { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[escaped] ?? escaped;
        continue;
      }
      if (char === '(') depth++;
      if (char === ')') depth--;
      if (depth === 0) break;
      if (char !== '(' || depth > 1) out += char;
    }
    return new Text(out);
  }
}

/** A name without its slash; empty for anything else. */
export function nameOf(value: PdfValue | undefined): string {
  return typeof value === 'string' && value.startsWith('/') ? value.slice(1) : '';
}

/** What a text string says. */
export function textOf(value: PdfValue | undefined): string | undefined {
  if (!(value instanceof Text)) return undefined;
  const bytes = Buffer.from(value.value, 'latin1');
  return bytes[0] === 0xfe && bytes[1] === 0xff ? bytes.subarray(2).swap16().toString('utf16le') : value.value;
}
