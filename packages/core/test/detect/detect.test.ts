import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ScreenplayError } from '../../src/errors/index.js';
import { checkFormat, detect } from '../../src/formats/detect.js';
import { formatNamed, formats, isNative, loadCodec } from '../../src/formats/registry.js';
import { encodeText } from '../../src/syntax/text.js';
import { packZip } from '../../src/syntax/zip.js';
import { fullDocument } from '../../src/testing/full-document.js';
import { printYaml } from '../../src/formats/yaml/write/print.js';

const fountain = 'Title: The Ferry\nAuthor: Ada Low\n\nINT. FERRY - NIGHT\n\nWater.\n\nADA\nWe are late.\n';
const fdx =
  '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<FinalDraft DocumentType="Script" Template="No" Version="4">\n<Content><Paragraph Type="Action"><Text>Water.</Text></Paragraph></Content></FinalDraft>';
const osf =
  '<?xml version="1.0" encoding="UTF-8"?>\n<document type="Open Screenplay Format document" version="40"><paragraphs/></document>';
const json = JSON.stringify(fullDocument());
const yaml = printYaml(fullDocument());
const pdf = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n';

const zip = (...names: string[]): Uint8Array => packZip(names.map((name) => ({ name, bytes: encodeText('x') })));
const bytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? encodeText(content) : content;
const utf16 = (text: string): Uint8Array =>
  new Uint8Array(new Uint16Array(Array.from(`\uFEFF${text}`, (char) => char.charCodeAt(0))).buffer);

function failure(run: () => unknown): ScreenplayError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ScreenplayError);
    return error as ScreenplayError;
  }
  throw new Error('nothing was thrown');
}

describe('detect by extension', () => {
  it.each([
    ['draft.fdx', fdx, 'fdx'],
    ['DRAFT 3.FDX', fdx, 'fdx'],
    ['/a.b/c\\draft.fountain', fountain, 'fountain'],
    ['draft.spmd', fountain, 'fountain'],
    ['draft.json', json, 'json'],
    ['draft.yaml', yaml, 'yaml'],
    ['draft.yml', yaml, 'yaml'],
    ['draft.yaml', json, 'yaml'],
    ['.fountain', fountain, 'fountain'],
    ['draft.fountain', 'A text without any shape.', 'fountain'],
    ['draft.fountain', '<3 is how it begins', 'fountain'],
    ['draft.fountain', '{not json} in the mind of the writer', 'fountain'],
    ['draft.fdx', '<FinalDr', 'fdx'],
    ['draft.json', '{"id": ', 'json'],
    ['draft.fadein', zip('document.xml'), 'fadein'],
    ['draft.fadein', osf, 'fadein'],
    ['draft.osf', osf, 'fadein'],
    ['draft.osf', zip('picture.png', 'document.xml'), 'fadein'],
  ] as const)('%s', (name, content, format) => {
    expect(detect(bytes(content), { name })).toBe(format);
  });

  it.each([
    ['draft.fdx', pdf, /named \.fdx.*\.pdf file/],
    ['draft.fdx', zip('document.xml'), /\.fadein file/],
    ['draft.fdx', osf, /\.fadein file/],
    ['draft.fdx', fountain, /\.fountain file/],
    ['draft.fdx', json, /\.json file/],
    ['draft.fountain', fdx, /\.fdx file/],
    ['draft.fountain', utf16(fdx), /\.fdx file/],
    ['draft.txt', '{\\rtf1\\ansi INT. HOUSE', /RTF/],
    ['draft.fountain', json, /\.json file/],
    ['draft.fountain', yaml, /\.yaml file/],
    ['draft.json', fountain, /\.fountain file/],
    ['draft.json', yaml, /\.yaml file/],
    ['draft.yaml', fdx, /\.fdx file/],
    ['draft.fountain', Uint8Array.from({ length: 900 }, (_, i) => (i * 7919) >> 3), /binary data/],
    ['draft.pdf', fdx, /named \.pdf.*\.fdx file/],
    ['draft.fadein', zip('word/document.xml'), /Word/],
    ['draft.fadein', zip('a.fdx'), /archive/],
    ['draft.fadein', fountain, /named \.fadein.*\.fountain file/],
    ['draft.fountain', zip('x.textbundle/text.fountain', 'x.textbundle/info.json'), /Highland.*export/],
  ] as const)('%s that is something else is refused by what it looks like', (name, content, message) => {
    const error = failure(() => detect(bytes(content), { name }));
    expect(error.code).toBe('wrong_format');
    expect(error.message).toMatch(message);
  });
});

describe('detect by content', () => {
  it.each([
    ['draft', fdx, 'fdx'],
    ['draft.xml', fdx, 'fdx'],
    ['draft.xml', utf16(fdx), 'fdx'],
    ['draft.xml', `\uFEFF  <!-- saved --> ${fdx.slice(fdx.indexOf('<Final'))}`, 'fdx'],
    ['draft.text', fountain, 'fountain'],
    ['draft.highland', fountain, 'fountain'],
    ['draft.bak', 'INT. HOUSE - DAY\r\n\r\nNothing.\r\n', 'fountain'],
    ['draft', 'EXT. РЕКА - НОЧЬ\n\nВода.\n', 'fountain'],
    ['draft', json, 'json'],
    ['draft', JSON.stringify(fullDocument(), null, 2), 'json'],
    ['draft', yaml, 'yaml'],
    ['draft.xml', osf, 'fadein'],
    ['draft.xml', osf.replace(' type="Open Screenplay Format document"', ''), 'fadein'],
    ['draft.zip', zip('document.xml'), 'fadein'],
    ['draft', zip('picture.png', 'document.xml'), 'fadein'],
    ['draft', zip('document.xml').subarray(0, 60), 'fadein'],
    ['draft', pdf, 'pdf'],
    ['draft', `#!printed\n${pdf}`, 'pdf'],
    [undefined, fountain, 'fountain'],
  ] as const)('%s', (name, content, format) => {
    expect(detect(bytes(content), { name })).toBe(format);
  });

  it.each([
    ['script.highland', zip('script.textbundle/text.fountain', 'script.textbundle/info.json'), /Highland/],
    ['script.zip', zip('text.md', 'info.json'), /Highland/],
    ['script.celtx', zip('project.rdf', 'local.rdf', 'script-a.html'), /Celtx/],
    ['script.trelby', '\uFEFF#Version 3\n#Begin-Auto-Completion \n', /Trelby/],
    ['script.mmsw', 'ScreenwriterWinVer. 6.00 \0\0\0', /Movie Magic/],
    ['script.fdr', Uint8Array.of(0xfd, 0xfd, 0xfd, 0xfd, 1, 2), /version 7 or earlier/],
    ['script.docx', zip('[Content_Types].xml', 'word/document.xml'), /Word/],
    ['script.doc', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), /Word/],
    ['script.odt', zip('mimetype', 'content.xml', 'META-INF/manifest.xml'), /OpenDocument/],
    ['script.pages', zip('Index/Document.iwa'), /Pages/],
    ['script.rtf', '{\\rtf1 hello}', /RTF/],
    ['page.html', '<!DOCTYPE html><html></html>', /web page/],
    ['script.starc', 'SQLite format 3\0', /Story Architect/],
    ['script.scrivx', '<?xml version="1.0"?>\n<ScrivenerProject Version="2.0">', /Scrivener/],
    ['page.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), /picture/],
    ['scripts.zip', zip('a.fdx', 'b.fdx'), /archive.*unpack/],
    ['damaged.zip', zip('a.fdx').subarray(0, 50), /archive/],
    ['scripts.gz', Uint8Array.of(0x1f, 0x8b, 8), /archive/],
    ['script.wdz', 'no telling what', /WriterDuet/],
  ] as const)('%s is named and refused', (name, content, message) => {
    const error = failure(() => detect(bytes(content), { name }));
    expect(error.code).toBe('unsupported_format');
    expect(error.message).toMatch(message);
  });

  it('says what it can about the rest', () => {
    expect(failure(() => detect(bytes('Dear Ada,\n\nthank you.\n'), { name: 'letter.md' }))).toMatchObject({
      code: 'unknown_format',
    });
    expect(failure(() => detect(bytes('<?xml version="1.0"?><svg:svg width="1">'), {})).message).toMatch(
      /XML \(svg:svg\)/,
    );
    expect(failure(() => detect(bytes('\x01\x02\x03\x04\x05abc'))).message).toMatch(/binary data/);
    expect(failure(() => detect(new Uint8Array())).code).toBe('empty_input');
    expect(failure(() => detect(bytes(' \n\r\n\uFEFF'))).code).toBe('empty_input');
    expect(failure(() => detect('draft.fdx' as unknown as Uint8Array)).code).toBe('bad_option');
  });

  it('believes a MIME type that the content bears out', () => {
    expect(detect(bytes('words'), { mimeType: 'text/x-fountain; charset=utf-8' })).toBe('fountain');
    expect(detect(bytes(json), { mimeType: 'application/yaml' })).toBe('json');
    expect(detect(bytes(fdx), { mimeType: 'application/json', name: 'upload' })).toBe('fdx');
    expect(detect(bytes(fountain), { mimeType: 'text/plain' })).toBe('fountain');
    expect(detect(bytes(fountain), { mimeType: 'application/json', name: 'draft.fountain' })).toBe('fountain');
  });

  it('answers any bytes with a format or a coded error, in bounded time', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(undefined, 'a.fdx', 'a.fountain', 'a.json', 'a.bin'),
        (source, name) => {
          try {
            detect(source, { name });
          } catch (error) {
            expect(error).toBeInstanceOf(ScreenplayError);
          }
        },
      ),
    );
    for (const unit of [
      '\n',
      ' ',
      '\n ',
      '<',
      '<!-- ',
      '<!-- -->',
      'INT. ',
      'A\n',
      '(',
      '#',
      '\0',
      'Title:',
      'id:\n',
      '<document type=',
      '\t\n',
      '---\n',
      'A(b)',
      'É ',
    ]) {
      for (const source of [unit.repeat(400_000 / unit.length), `\n${unit.repeat(400_000 / unit.length)}x`]) {
        const start = performance.now();
        try {
          detect(bytes(source));
        } catch (error) {
          expect(error).toBeInstanceOf(ScreenplayError);
        }
        expect(performance.now() - start).toBeLessThan(250);
      }
    }
  });

  it('is not led to unpack anything', () => {
    const bomb = packZip([{ name: 'document.xml', bytes: new Uint8Array(20_000_000) }]);
    const start = performance.now();
    expect(detect(bomb, { name: 'a.fadein' })).toBe('fadein');
    expect(detect(bomb)).toBe('fadein');
    expect(performance.now() - start).toBeLessThan(100);
  });
});

describe('checkFormat', () => {
  it('refuses a file that is surely not what it was given as', () => {
    expect(() => checkFormat(bytes(fountain), 'fountain')).not.toThrow();
    expect(() => checkFormat(bytes('anything at all'), 'fountain')).not.toThrow();
    expect(() => checkFormat(bytes('not even XML'), 'fdx')).not.toThrow();
    expect(failure(() => checkFormat(bytes(pdf), 'fountain')).message).toMatch(/given as fountain.*\.pdf file/);
    expect(failure(() => checkFormat(bytes(fdx), 'fountain')).details).toEqual({
      claimed: 'fountain',
      looks_like: 'fdx',
    });
  });
});

describe('the registry', () => {
  it('describes every format on board', async () => {
    expect(
      formats()
        .map((format) => format.name)
        .sort(),
    ).toEqual(['fadein', 'fdx', 'fountain', 'json', 'pdf', 'yaml']);
    const extensions = formats().flatMap((format) => format.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
    for (const format of formats()) {
      expect(format.description).not.toBe('');
      expect(format.extensions.every((extension) => /^\.[a-z]+$/.test(extension))).toBe(true);
      expect(format.mimeTypes.every((type) => /^[a-z]+\/[a-z0-9.+-]+$/.test(type))).toBe(true);
      expect(formatNamed(format.name)).toBe(format);
      const codec = await loadCodec(format.name);
      expect(typeof codec.decode === 'function').toBe(format.canDecode);
      expect(typeof codec.encode === 'function').toBe(format.canEncode);
    }
    expect(
      formats()
        .filter((format) => isNative(format.name))
        .map((format) => format.name),
    ).toEqual(['json', 'yaml']);
  });

  it('refuses what is no format', () => {
    expect(failure(() => formatNamed('docx'))).toMatchObject({
      code: 'unknown_format',
      message: expect.stringMatching(/fdx, fadein, fountain/),
    });
    expect(failure(() => formatNamed('constructor')).code).toBe('unknown_format');
  });
});
