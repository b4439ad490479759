import type { Dir, Lang } from '../model/document.js';

export const DEFAULT_LANG = 'en';
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Whether `tag` has the form of a BCP 47 tag that the schema accepts. */
export function isLang(tag: string): boolean {
  return tag.length <= 64 && TAG.test(tag);
}

/** Primary subtags of languages written from right to left, and script subtags that say so. */
const RTL = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'ha',
  'he',
  'iw',
  'khw',
  'ks',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'uz-arab',
  'yi',
]);
const RTL_SCRIPTS = new Set(['adlm', 'arab', 'hebr', 'nkoo', 'rohg', 'syrc', 'thaa']);

/** The direction in which a language is written. */
export function dirOf(lang: Lang): Dir {
  const parts = lang.toLowerCase().split('-');
  const script = parts.find((part, at) => at > 0 && part.length === 4);
  if (script) return RTL_SCRIPTS.has(script) ? 'rtl' : 'ltr';
  return RTL.has(parts[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * The tag under which a language map is read: `lang`, else the same language in another region, else the document's
 * own language, else the first; undefined when the map is empty.
 */
export function pickLang(
  map: Readonly<Record<Lang, string>> | undefined,
  lang: Lang,
  fallback: Lang,
): Lang | undefined {
  if (!map) return undefined;
  if (Object.hasOwn(map, lang)) return lang;
  if (lang !== fallback) {
    const primary = lang.split('-')[0];
    const cousin = Object.keys(map).find((tag) => tag.split('-')[0] === primary);
    if (cousin) return cousin;
    if (Object.hasOwn(map, fallback)) return fallback;
  }
  for (const tag in map) if (Object.hasOwn(map, tag)) return tag;
  return undefined;
}

/** The text of a language map by the rule of {@link pickLang}; empty when there is none. */
export function pickText(map: Readonly<Record<Lang, string>> | undefined, lang: Lang, fallback: Lang): string {
  const tag = pickLang(map, lang, fallback);
  return tag === undefined ? '' : ((map as Record<Lang, string>)[tag] as string);
}
