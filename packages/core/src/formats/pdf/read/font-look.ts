import type { PageFont } from './pdfjs-types.js';
import type { InkFont } from './ink.js';

const SUBSET = /^[A-Z]{6}\+/;
const BOLD = /bold|black|heavy|(?:demi|semi)(?![a-z]*italic$)|(?:^|[^a-z])(?:bd|blk|hv)(?![a-z])/i;
const ITALIC = /italic|oblique|slanted|kursiv|inclined|(?:^|[^a-z])(?:it|obl)(?![a-z])/i;
/** Names that printer drivers give: they say nothing. */
const NAMELESS = /^(?:CIDFont\+)?[A-Z]{0,3}_?\d{1,4}(?:_\d{1,3})?$/;

/** What a font's name says: `ABCDEF+CourierPrime-BoldItalic` is bold and italic. */
export function fontLook(font: PageFont | undefined): InkFont {
  const name = font?.name.replace(SUBSET, '') ?? '';
  const look: InkFont = {
    name,
    bold: BOLD.test(name) || font?.bold === true || font?.black === true,
    italic: ITALIC.test(name) || font?.italic === true,
    fixed: true,
    width: 0,
  };
  if (NAMELESS.test(name) || name === '') Object.assign(look, styleOf(font?.data));
  return look;
}

/** Weight and slant that an embedded font's own tables give. */
function styleOf(data: Uint8Array | undefined): { bold: boolean; italic: boolean } | undefined {
  if (!data || data.length < 12) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const os2 = tableAt(view, 'OS/2', 64);
  const head = tableAt(view, 'head', 46);
  if (os2 === undefined && head === undefined) return undefined;
  const weight = os2 === undefined ? 0 : view.getUint16(os2 + 4);
  const selection = os2 === undefined ? 0 : view.getUint16(os2 + 62);
  const style = head === undefined ? 0 : view.getUint16(head + 44);
  return {
    bold: weight >= 600 || (selection & 0x20) !== 0 || (style & 1) !== 0,
    italic: (selection & 0x201) !== 0 || (style & 2) !== 0,
  };
}

/** Where a font's table begins that has at least so many bytes. */
function tableAt(view: DataView, tag: string, least: number): number | undefined {
  const tables = Math.min(view.getUint16(4), 64);
  for (let entry = 12; entry < 12 + tables * 16 && entry + 16 <= view.byteLength; entry += 16) {
    if (![...tag].every((letter, at) => view.getUint8(entry + at) === letter.charCodeAt(0))) continue;
    const offset = view.getUint32(entry + 8);
    return offset + least <= view.byteLength ? offset : undefined;
  }
  return undefined;
}

const families = new WeakMap<InkFont, string>();

/** The family of a font as people write it: `TimesNewRomanPS-BoldMT` is Times New Roman. Empty when the name says nothing. */
export function familyOf(font: InkFont): string {
  let family = families.get(font);
  if (family === undefined) {
    family = NAMELESS.test(font.name) ? '' : spelledOut(font.name.slice(0, 100).split(/[-,]/, 1)[0] ?? '');
    families.set(font, family);
  }
  return family;
}

const ENDINGS = ['PSMT', 'MT', 'PS', 'Std', 'Pro', 'Bold', 'Italic', 'Oblique', 'Regular', 'Medium'];

/** `TimesNewRomanPSMT` without its endings, in words. */
function spelledOut(name: string): string {
  let bare = name;
  for (let ending = endingOf(bare); ending !== undefined; ending = endingOf(bare)) bare = bare.slice(0, -ending.length);
  return bare.replace(/([a-z])([A-Z])/g, '$1 $2').trim();
}

function endingOf(name: string): string | undefined {
  return ENDINGS.find((ending) => name.length > ending.length && name.endsWith(ending));
}
