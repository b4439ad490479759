/** The first place where a text stops being JSON. */
export interface JsonFault {
  /** UTF-16 offset into the text. */
  offset: number;
  /** What is wrong there; never quotes the text. */
  message: string;
}

/** Numbers, sticky: matched where the reader stands. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
// eslint-disable-next-line no-control-regex -- JSON strings hold no control characters
const PLAIN = /[^"\\\u0000-\u001F]*/y;

interface Open {
  kind: 'object' | 'array';
  /** Names seen in an object. */
  names: Set<string>;
  start: number;
}

type State = 'value' | 'first-item' | 'first-name' | 'name' | 'colon' | 'after-value';

/**
 * Reads a text by the grammar of RFC 8259, slowly and without building anything, to say where it goes wrong: parsers
 * of the platforms word it differently, and not all say where. A name that comes twice in one object is a fault too.
 * Undefined: the text is JSON.
 */
export function findFault(text: string): JsonFault | undefined {
  return new FaultFinder(text).find();
}

class FaultFinder {
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(): JsonFault | undefined {
    let state: State | JsonFault = 'value';
    for (;;) {
      this.#skipSpace();
      if (state === 'after-value' && this.#open.length === 0) {
        return this.#at < this.#text.length ? this.#fault('there is more after the end of the document') : undefined;
      }
      if (this.#at >= this.#text.length) return this.#unfinished();
      state = this.#step(state);
      if (typeof state !== 'string') return state;
    }
  }

  #step(state: State): State | JsonFault {
    const char = this.#text[this.#at];
    switch (state) {
      case 'first-item':
        return char === ']' ? this.#close('array') : this.#value();
      case 'value':
        return this.#value();
      case 'first-name':
        return char === '}' ? this.#close('object') : this.#name();
      case 'name':
        return char === '}' ? this.#fault('there is a comma after the last member') : this.#name();
      case 'colon':
        if (char !== ':') return this.#fault('a colon is missing after the name');
        this.#at++;
        return 'value';
      case 'after-value':
        return this.#afterValue(char);
    }
  }

  #afterValue(char: string | undefined): State | JsonFault {
    const holder = this.#open.at(-1);
    const kind = holder?.kind ?? 'array';
    if (char === ',') {
      this.#at++;
      return kind === 'object' ? 'name' : 'value';
    }
    if (char === '}' || char === ']') return this.#close(char === '}' ? 'object' : 'array');
    return this.#fault(`a comma or the end of the ${kind} is missing`);
  }

  #close(kind: 'object' | 'array'): State | JsonFault {
    const holder = this.#open.at(-1);
    if (holder?.kind !== kind) return this.#fault(`${kind === 'object' ? '}' : ']'} ends what is not open`);
    this.#open.pop();
    this.#at++;
    return 'after-value';
  }

  #value(): State | JsonFault {
    const char = this.#text[this.#at];
    if (char === '"') return this.#string() ?? 'after-value';
    if (char === '{' || char === '[') {
      const kind = char === '{' ? 'object' : 'array';
      this.#open.push({ kind, names: new Set(), start: this.#at++ });
      return kind === 'object' ? 'first-name' : 'first-item';
    }
    if (char === ']' || char === '}') {
      return this.#fault(
        this.#open.at(-1)?.kind === 'array' ? 'there is a comma after the last item' : 'a value is missing',
      );
    }
    return this.#literal();
  }

  #literal(): State | JsonFault {
    const start = this.#at;
    if (this.#match(NUMBER) !== undefined) {
      const next = this.#text[this.#at] ?? '';
      return /[\w.+]/.test(next) ? this.#fault('this is not a number as JSON writes it', start) : 'after-value';
    }
    const word = this.#match(WORD);
    if (word === 'true' || word === 'false' || word === 'null') return 'after-value';
    if (word !== undefined) return this.#fault('text must stand in double quotes', start);
    if (this.#text[start] === "'") return this.#fault('text must stand in double quotes, not single ones');
    if (this.#text.startsWith('//', start) || this.#text.startsWith('/*', start))
      return this.#fault('JSON has no comments');
    return this.#fault('a value is expected here');
  }

  #name(): State | JsonFault {
    const start = this.#at;
    if (this.#text[start] !== '"') return this.#fault('a name in double quotes is expected here');
    const fault = this.#string();
    if (fault) return fault;
    const name = JSON.parse(this.#text.slice(start, this.#at)) as string;
    const names = this.#open.at(-1)?.names;
    if (names?.has(name)) return this.#fault('this name comes twice in one object', start);
    names?.add(name);
    return 'colon';
  }

  /** Passes a string; a fault when it is none. */
  #string(): JsonFault | undefined {
    const start = this.#at++;
    for (;;) {
      this.#match(PLAIN);
      const char = this.#text[this.#at];
      if (char === '"') {
        this.#at++;
        return undefined;
      }
      if (char === undefined) return this.#fault('the text that begins here has no closing quote', start);
      if (char !== '\\') return this.#fault('line ends, tabs and other control characters in text must be escaped');
      if (this.#match(ESCAPE) === undefined) return this.#fault('this is no escape that JSON has');
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  #unfinished(): JsonFault {
    const holder = this.#open.at(-1);
    if (!holder) return this.#fault('there is no value');
    return this.#fault(
      `the file ends before the ${holder.kind} does: it was cut short, or a closing bracket is missing`,
    );
  }

  #fault(message: string, offset = this.#at): JsonFault {
    return { offset, message };
  }
}
