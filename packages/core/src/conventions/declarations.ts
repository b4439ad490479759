/**
 * Settings as people read and edit them: `left: 1.5in; align: center`, one a line or separated by semicolons. The
 * text of a document's styles and templates is written so.
 */

/** Property name to value, in order. */
export type Declarations = Map<string, string>;

/**
 * Reads declarations from hand-edited text. Names and values may be bare or in double quotes (JSON escapes); a later
 * declaration of the same name wins; what is no declaration is left out. Unknown names are kept.
 *
 * @example parseDeclarations('left: 1.5in; align: center') // Map { 'left' => '1.5in', 'align' => 'center' }
 */
export function parseDeclarations(text: string): Declarations {
  return new Map(listDeclarations(text));
}

/** Every declaration in order, repeated names too. */
export function listDeclarations(text: string): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let at = 0; at < text.length; ) {
    const start = skipBlank(text, at);
    const name = readToken(text, start, ':');
    if (text.charAt(name.end) !== ':') {
      at = Math.max(name.end, start) + 1;
      continue;
    }
    const value = readToken(text, skipBlank(text, name.end + 1, false), ';');
    if (name.quoted || name.text !== '') list.push([name.text, value.text]);
    at = value.end + 1;
  }
  return list;
}

interface Token {
  text: string;
  quoted: boolean;
  /** Index of the delimiter that ended it, or the text's length. */
  end: number;
}

/** Reads up to `;`, a line's end or `stop`; quoted text may hold them all. */
function readToken(text: string, from: number, stop: ':' | ';'): Token {
  if (text.charAt(from) === '"') {
    const close = closingQuote(text, from + 1);
    if (close >= 0) {
      let end = close + 1;
      while (end < text.length && !ends(text.charAt(end), stop)) end++;
      return { text: unquote(text.slice(from, close + 1)), quoted: true, end };
    }
    // Without a closing quote nothing tells where the value ends: it is the whole line.
    const lineEnd = text.indexOf('\n', from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    return { text: text.slice(from, end).trim(), quoted: false, end };
  }
  let end = from;
  while (end < text.length && !ends(text.charAt(end), stop)) end++;
  return { text: text.slice(from, end).trim(), quoted: false, end };
}

function ends(char: string, stop: string): boolean {
  return char === stop || char === ';' || char === '\n' || char === '\r';
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at;
    if (char === '\n' || char === '\r') return -1;
    if (char === '\\') at++;
  }
  return -1;
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

function skipBlank(text: string, from: number, lines = true): number {
  let at = from;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char !== ' ' && char !== '\t' && !(lines && (char === '\n' || char === '\r' || char === ';'))) break;
  }
  return at;
}

const PLAIN_NAME = /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*$/u;
const QUOTED_VALUE = /^"|[;\n\r]/;

/** Declarations in their order, a name or value in quotes where it could not be read back bare. */
export function printDeclarations(
  declarations: Iterable<readonly [name: string, value: string]>,
  separator: '; ' | '\n' = '; ',
): string {
  let out = '';
  for (const declaration of declarations) out += (out === '' ? '' : separator) + printDeclaration(declaration);
  return out;
}

/** One declaration. */
export function printDeclaration([name, value]: readonly [name: string, value: string]): string {
  const bare = value !== '' && value === value.trim() && !QUOTED_VALUE.test(value);
  return `${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}: ${bare ? value : JSON.stringify(value)}`;
}
