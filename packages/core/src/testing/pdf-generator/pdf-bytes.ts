/** The least of a PDF that programs read: objects, pages, fonts that every reader knows, content as given. */
export interface PdfSource {
  width: number;
  height: number;
  /** Content stream of each page, Latin-1. */
  pages: readonly string[];
  /** Base fonts by the names that the content uses: `F1` is Courier. */
  fonts: Readonly<Record<string, string>>;
  /** Degrees that the pages are turned when shown. */
  rotate?: number | undefined;
  /** The content goes through a form, as some printer drivers do it. */
  viaForm?: boolean | undefined;
  info?: Readonly<Record<string, string>> | undefined;
  /** Which letters the fonts draw: a mapping as `<20> <7e> <e020>`, codes from, to, and the letter of the first. */
  letters?: string | undefined;
}

/** The bytes of a PDF, uncompressed. */
export function pdfBytes({ width, height, pages, fonts, rotate, viaForm, info, letters }: PdfSource): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (dictionary: string, content: string): number =>
    add(`<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`);
  const catalog = add('');
  const tree = add('');
  const mapping = letters === undefined ? '' : `/ToUnicode ${stream('', charMap(letters))} 0 R`;
  const fontRefs = Object.entries(fonts).map(
    ([name, base]) =>
      `/${name} ${add(`<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding${mapping}>>`)} 0 R`,
  );
  const resources = `<</Font<<${fontRefs.join(' ')}>>>>`;
  const kids = pages.map((content) => {
    const box = `[0 0 ${width} ${height}]`;
    let own = resources;
    let body = stream('', content);
    if (viaForm) {
      const form = stream(`/Type/XObject/Subtype/Form/BBox${box}/Matrix[1 0 0 1 3 5]/Resources${resources}`, content);
      own = `<</XObject<</X ${form} 0 R>>>>`;
      body = stream('', 'q 1 0 0 1 -3 -5 cm /X Do Q');
    }
    return add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources${own}/Contents ${body} 0 R${rotate ? `/Rotate ${rotate}` : ''}>>`,
    );
  });
  objects[catalog - 1] = `<</Type/Catalog/Pages ${tree} 0 R>>`;
  objects[tree - 1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`;
  const facts =
    info &&
    add(
      `<<${Object.entries(info)
        .map(([key, value]) => `/${key}${literal(value)}`)
        .join('')}>>`,
    );
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<</Size ${objects.length + 1}/Root ${catalog} 0 R${facts ? `/Info ${facts} 0 R` : ''}>>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (char) => char.charCodeAt(0));
}

function charMap(range: string): string {
  return `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange ${range} endbfrange endcmap`;
}

/** A string operand; characters of Windows-1252 that Latin-1 lacks go by their codes. */
export function literal(text: string): string {
  let out = '';
  for (const char of text) {
    const code = WINDOWS.get(char) ?? char.charCodeAt(0);
    out += code === 0x28 || code === 0x29 || code === 0x5c ? `\\${char}` : String.fromCharCode(code);
  }
  return `(${out})`;
}

const WINDOWS: ReadonlyMap<string, number> = new Map([
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['–', 0x96],
  ['—', 0x97],
  ['…', 0x85],
]);
