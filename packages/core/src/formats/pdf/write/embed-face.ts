import { encodeText } from '../../../syntax/text.js';
import type { Face } from './face.js';
import { textString } from './pdf-file.js';
import type { PdfFile, PdfReference } from './pdf-file.js';

const FIXED_PITCH = 1;
const SYMBOLIC = 4;
const ITALIC = 64;

/** Writes the glyphs that a face uses, their widths and what text they stand for. */
export function embedFace(file: PdfFile, face: Face): PdfReference {
  const { font } = face;
  const subset = font.createSubset();
  // Each code is the id of its glyph in the subset, also where two codes draw one glyph.
  subset.glyphs.splice(0, subset.glyphs.length, ...face.glyphs);
  const outlines = subset.cff !== undefined;
  const program = file.stream(outlines ? { Subtype: 'CIDFontType0C' } : {}, subset.encode());
  const name = `${tagOf(face)}+${fontName(face)}`;
  const ems = (units: number): number => (units * 1000) / font.unitsPerEm;
  const { minX, minY, maxX, maxY } = font.bbox;
  const bold = font.head.macStyle.bold;
  const descriptor = file.object({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: SYMBOLIC | (face.pitch === undefined ? 0 : FIXED_PITCH) | (font.head.macStyle.italic ? ITALIC : 0),
    FontBBox: [ems(minX), ems(minY), ems(maxX), ems(maxY)],
    ItalicAngle: font.italicAngle,
    Ascent: ems(font.ascent),
    Descent: ems(font.descent),
    CapHeight: ems(font.capHeight ?? font.ascent),
    XHeight: ems(font.xHeight ?? 0),
    StemV: bold ? 120 : 80,
    [outlines ? 'FontFile3' : 'FontFile2']: program,
  });
  const descendant = file.object({
    Type: 'Font',
    Subtype: outlines ? 'CIDFontType0' : 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: textString('Adobe'), Ordering: textString('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, face.widths],
    ...(outlines ? {} : { CIDToGIDMap: 'Identity' }),
  });
  return file.object({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: file.stream({}, encodeText(toUnicode(face.texts))),
  });
}

/** The font's own name, with the style that is made of it: readers tell bold and italic text by it. */
function fontName({ font, embolden, slant }: Face): string {
  const { macStyle } = font.head;
  const made = `${embolden > 0 && !macStyle.bold ? 'Bold' : ''}${slant > 0 && !macStyle.italic ? 'Italic' : ''}`;
  const own = (font.postscriptName ?? 'Font').replace(/[^\w-]/g, '');
  return made === '' ? own : `${own.replace(/-(?:Regular|Roman|Book|Medium)$/i, '')}-${made}`;
}

/** Six capitals that tell one subset of a font from another. */
function tagOf({ glyphs }: Face): string {
  let hash = 0x811c9dc5;
  for (const glyph of glyphs) hash = Math.imul(hash ^ glyph, 0x01000193) >>> 0;
  let tag = '';
  for (let at = 0; at < 6; at++) {
    tag += String.fromCharCode(0x41 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

/** Most entries of one `bfchar` list. */
const LIST = 100;

/** The CMap that says which text each code stands for; a code without text is left out. */
function toUnicode(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === '' ? [] : [`<${hex(code)}> <${utf16(text)}>`]));
  const lists: string[] = [];
  for (let at = 0; at < entries.length; at += LIST) {
    const list = entries.slice(at, at + LIST);
    lists.push(`${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${lists.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

function utf16(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) out += hex(text.charCodeAt(at));
  return out;
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}
