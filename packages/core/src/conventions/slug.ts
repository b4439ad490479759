import { textHash } from './code-points.js';
import type { Slug } from '../model/document.js';

/** Letters that lose their accents by table, not by Unicode decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'ng',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ў: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** What a letter contributes to a slug: itself, its transliteration, nothing (accents, apostrophes), or `-`. */
function pieceOf(char: string): string {
  const code = char.charCodeAt(0);
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return char;
  if ((code >= 0x300 && code <= 0x36f) || char === "'" || char === '’') return '';
  return Object.hasOwn(LETTERS, char) ? (LETTERS[char] as string) : '-';
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
