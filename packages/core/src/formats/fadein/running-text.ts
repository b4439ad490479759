/** The codes of headers and footers: `#` page number, `*` page revision, `**` document revision, `@` date, `{Field}`. */

/** Code -> the dynamic part of a running line. */
const CODES: readonly (readonly [code: string, part: string])[] = [
  ['#', 'page'],
  ['**', 'label:Document Revision'],
  ['*', 'revisions'],
  ['@', 'date'],
  ['{Title}', 'title'],
];
const PART_OF = new Map(CODES);
const CODE_OF = new Map(CODES.map(([code, part]) => [part, code]));
const FIELD = 'label:';

/** A header or footer as a running line has it: dynamic parts in braces, literal braces doubled. */
export function readRunningText(text: string): string {
  return text.replace(
    /\\([#*@{}\\])|\*\*|[#*@]|\{([^{}\n]{1,70})\}|[{}]/g,
    (whole, literal?: string, field?: string) => {
      if (literal !== undefined) return escapeBrace(literal);
      const part = PART_OF.get(whole) ?? (field === undefined ? undefined : FIELD + field);
      return part === undefined ? escapeBrace(whole) : `{${part}}`;
    },
  );
}

function escapeBrace(character: string): string {
  return character === '{' || character === '}' ? character + character : character;
}

/** The inverse of {@link readRunningText}; a dynamic part that Fade In does not have is left out, and told. */
export function printRunningText(text: string, unknown: (part: string) => void): string {
  return text.replace(/\{\{|\}\}|\{([^{}\n]{1,80})\}|[#*@{}\\]/g, (whole, part?: string) => {
    if (part !== undefined) {
      const code = CODE_OF.get(part) ?? (part.startsWith(FIELD) ? `{${part.slice(FIELD.length)}}` : undefined);
      if (code === undefined) unknown(part);
      return code ?? '';
    }
    return `\\${whole.charAt(0)}`;
  });
}
