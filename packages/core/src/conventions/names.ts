/** Names of people as title pages print them. */

export interface PersonName {
  given: string;
  family: string;
  /** One word stands for both (`Ian`): given and family are the same. */
  mononym?: boolean;
}

// One-letter joiners only in lower case: "John E Smith" is one name.
const JOINERS =
  / ?(?:&|\+|;|,(?! ?(?:[JS]r|JR|SR|II|III|IV|Ph\.?D|M\.?D|Esq)\b)|(?:^| )(?:and|And|AND|und|UND|et|ET|och|og|with|y|e|и|i)(?= |$)) ?/;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq)\.?$/i;
const PARTICLES = new Set([
  'von',
  'van',
  'de',
  'der',
  'den',
  'del',
  'della',
  'di',
  'da',
  'dos',
  'du',
  'la',
  'le',
  'bin',
  'ibn',
  'al',
]);

/** Splits "A & B", "A and B", "A, B" and lines into names; the last word of each is the family name. */
export function parseAuthors(text: string): PersonName[] {
  const names: PersonName[] = [];
  for (const line of text.split('\n')) {
    for (const part of line.replace(/\s+/g, ' ').trim().split(JOINERS)) {
      const name = parseName(part);
      if (name) names.push(name);
    }
  }
  return names;
}

/** One name: the last word (with a suffix and particles before it) is the family name. */
export function parseName(text: string): PersonName | undefined {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const last = words.length - 1;
  const only = words[0];
  if (only === undefined) return undefined;
  if (last === 0) return { given: only, family: only, mononym: true };
  let from = last;
  if (last >= 2 && SUFFIX.test(words[last] as string)) from--;
  while (from > 1 && PARTICLES.has(words[from - 1] as string)) from--;
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' ') };
}

/** One name as it is printed. */
export function renderName(name: PersonName): string {
  return name.mononym || name.given === name.family ? name.family : `${name.given} ${name.family}`;
}

/** Names as a credit prints them: `A`, `A & B`, `A, B & C`. */
export function renderAuthors(names: readonly PersonName[]): string {
  const printed = names.map(renderName);
  const last = printed.pop();
  if (last === undefined) return '';
  return printed.length === 0 ? last : `${printed.join(', ')} & ${last}`;
}
