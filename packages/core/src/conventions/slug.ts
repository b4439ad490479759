import { textHash } from './code-points.js';
import type { Slug } from '../model/document.js';

/** Letters that lose their accents by table, not by Unicode decomposition: the Latin ones, then those that become them. */
const LETTERS = new Map(
  'ss:ß ae:æ oe:œ o:øоοω d:đðдδ th:þθ l:łлλ i:ıиіηι ng:ŋ a:аα b:б v:вβ g:гґγ e:еёэε ye:є zh:ж z:зζ yi:ї y:йыυ k:кκ m:мμ n:нν p:пπ r:рρ s:сσς t:тτ u:уў f:фφ kh:х ts:ц ch:чχ sh:ш shch:щ :ъь yu:ю ya:я dj:ђ j:ј lj:љ nj:њ c:ћ dz:џ x:ξ ps:ψ'
    .split(' ')
    .flatMap((entry) => {
      const [latin = '', letters = ''] = entry.split(':');
      return [...letters].map((letter) => [letter, latin] as const);
    }),
);

/** What a letter contributes to a slug: itself, its transliteration, nothing (accents, apostrophes), or `-`. */
function pieceOf(char: string): string {
  const code = char.charCodeAt(0);
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return char;
  if ((code >= 0x300 && code <= 0x36f) || char === "'" || char === '’') return '';
  return LETTERS.get(char) ?? '-';
}

const SIMPLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX = 50;

/**
 * A slug for any name: transliterated, lower case, words joined by hyphens, cut to 50 characters. What leaves fewer
 * than three characters (names in scripts that have no table here) becomes `x-` and eight hex digits of its hash.
 */
export function slugify(name: string, max = MAX): Slug {
  if (name.length >= 3 && name.length <= max && SIMPLE.test(name)) return name;
  let slug = '';
  let gap = false;
  for (const char of name.slice(0, 400).normalize('NFKD').toLowerCase()) {
    const piece = pieceOf(char);
    if (piece === '-') {
      gap = slug !== '';
      continue;
    }
    if (gap && piece !== '') {
      slug += '-';
      gap = false;
    }
    slug += piece;
    if (slug.length > max) break;
  }
  if (slug.length > max) {
    const cut = slug.lastIndexOf('-', max);
    slug = cut >= 3 ? slug.slice(0, cut) : slug.slice(0, max);
  }
  return slug.length >= 3 ? slug : `x-${textHash(name)}`;
}
