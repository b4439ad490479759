/** Text on one line is folded before this column, and from this length on. */
const WIDTH = 100;

/**
 * What may stand bare: it begins with a letter, holds no indicator, no comment sign and no mapping sign, and does not
 * end in a blank or a colon. Digits come first only in UUIDs: no parser takes those for a number or a date.
 */
const BARE = /^[A-Za-z\u00C0-\u024F\u0370-\u1FFF][^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0\uFEFF\uFFFE\uFFFF]*$/u;
const AMBIGUOUS = /:(?:\s|$)|\s#|\s$|[,[\]{}]/;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** Words that YAML 1.2 or 1.1 takes for null or a boolean. */
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** What a block may not hold: characters that YAML does not print or that some parsers take for line ends. */
const HIDDEN = /[^\t\n\x20-\x7E\xA0-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]|[\u2028\u2029]/u;
const ESCAPED = /["\\]|[^\x20-\x7E\xA0-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]|[\u2028\u2029]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

/**
 * A string as YAML that reads back exactly: bare when nobody can mistake it, a literal block when it has lines, a folded
 * block when it is one long line, else in quotes.
 *
 * @param indent of lines below the first.
 * @param column where the first line begins.
 */
export function printText(text: string, indent: number, column: number): string {
  if (text.length > 0 && isBlock(text)) {
    if (text.includes('\n')) return literal(text, ' '.repeat(indent));
    if (text.length + column > WIDTH) {
      const lines = fold(text, WIDTH - indent);
      if (lines.length > 1) return `>-\n${lines.map((line) => ' '.repeat(indent) + line).join('\n')}`;
    }
  }
  return isBare(text) ? text : quoted(text);
}

/** A mapping's key. */
export function printKey(name: string): string {
  return isBare(name) ? name : doubleQuoted(name);
}

function isBare(text: string): boolean {
  return UUID.test(text) || (BARE.test(text) && !AMBIGUOUS.test(text) && !WORD.test(text));
}

/**
 * Whether text may stand in a block: the first line tells the indentation, so it must not begin with a blank; blanks at
 * the end of the last line are what editors and parsers lose.
 */
function isBlock(text: string): boolean {
  return !/^[ \t\n]|[ \t]\n*$/.test(text) && !HIDDEN.test(text);
}

function literal(text: string, pad: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 10) end--;
  // Clip keeps one line end, strip none, keep all.
  const ends = text.length - end;
  const chomp = ends === 0 ? '-' : ends === 1 ? '' : '+';
  const lines = text.slice(0, end).split('\n');
  const body = lines.map((line) => (line === '' ? '' : pad + line)).join('\n');
  return `|${chomp}\n${body}${'\n'.repeat(Math.max(0, ends - 1))}`;
}

/**
 * One line broken at single blanks between words, each of which reads back as the blank it was. The lines are at most
 * `width` long where the words allow.
 */
function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let last = -1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (isBlank(text, at - 1) || isBlank(text, at + 1)) continue;
    if (at - start > width && last > start) {
      lines.push(text.slice(start, last));
      start = last + 1;
    }
    last = at;
  }
  if (text.length - start > width && last > start) {
    lines.push(text.slice(start, last));
    start = last + 1;
  }
  lines.push(text.slice(start));
  return lines;
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x20 || unit === 0x09;
}

/** In single quotes when that saves escapes, else in double ones. */
function quoted(text: string): string {
  const single =
    /["\\]/.test(text) && !text.includes("'") && !/\n/.test(text) && !HIDDEN.test(text) && !text.includes('\t');
  return single ? `'${text}'` : doubleQuoted(text);
}

function doubleQuoted(text: string): string {
  return `"${text.replace(ESCAPED, escape)}"`;
}

function escape(char: string): string {
  const named = ESCAPES[char];
  if (named !== undefined) return named;
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
