import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../../src/errors/index.js';
import { fadein } from '../../../src/formats/fadein/index.js';
import { validate } from '../../../src/schema/index.js';
import { encodeText } from '../../../src/syntax/text.js';
import { packZip } from '../../../src/syntax/zip.js';
import { osf, packed, para, unpacked } from './files.js';

const FIXTURES = new URL('../../../fixtures/fadein/', import.meta.url);
const current = new Uint8Array(readFileSync(new URL('version-40/input.osf', FIXTURES)));
const archive = new Uint8Array(readFileSync(new URL('packed/input.fadein', FIXTURES)));

/** A document, or a coded error that says the file is bad or too big; anything else fails. */
async function survives(bytes: Uint8Array): Promise<ScreenplayError | undefined> {
  try {
    const { document } = await fadein.decode(bytes);
    expect(validate(document)).toEqual({ valid: true });
    await fadein.encode(document);
    return undefined;
  } catch (error) {
    if (!(error instanceof ScreenplayError)) throw error;
    expect(['input', 'limit']).toContain(error.family);
    return error;
  }
}

async function timed(bytes: Uint8Array): Promise<{ error: ScreenplayError | undefined; ms: number }> {
  const start = performance.now();
  const error = await survives(bytes);
  return { error, ms: performance.now() - start };
}

/** Where an archive keeps the fields of its first entry: in the local header and in the table of contents. */
function forge(bytes: Uint8Array, change: (view: DataView, local: number, central: number) => void): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const central = view.getUint32(copy.length - 22 + 16, true);
  change(view, view.getUint32(central + 42, true), central);
  return copy;
}

describe('hostile archives', () => {
  const small = packed(new TextDecoder().decode(osf(para('Action', 'Words.'))));

  it('stops a bomb while it unfolds', async () => {
    const bomb = packZip([{ name: 'document.xml', bytes: new Uint8Array(40_000_000) }]);
    const { error, ms } = await timed(bomb);
    expect(error?.code).toBe('limit_exceeded');
    expect(ms).toBeLessThan(2000);
  });

  it('stops a bomb of tags', async () => {
    const bomb = packed(new TextDecoder().decode(osf('<para/>'.repeat(2_100_000))));
    const { error, ms } = await timed(bomb);
    expect(error?.code).toBe('limit_exceeded');
    expect(ms).toBeLessThan(5000);
  });

  it.each([0, 1, 0x7fffffff, 0xffffffff])('believes no stated size: %i', async (size) => {
    const forged = forge(small, (view, local, central) => {
      view.setUint32(local + 22, size, true);
      view.setUint32(central + 24, size, true);
    });
    const { error, ms } = await timed(forged);
    expect([undefined, 'malformed_input', 'limit_exceeded']).toContain(error?.code);
    expect(ms).toBeLessThan(1000);
  });

  it('says that a password is needed', async () => {
    const locked = forge(small, (view, local, central) => {
      view.setUint16(local + 6, view.getUint16(local + 6, true) | 1, true);
      view.setUint16(central + 8, view.getUint16(central + 8, true) | 1, true);
    });
    expect(await survives(locked)).toMatchObject({ code: 'encrypted_document' });
  });

  it('does not open archives inside the archive', async () => {
    const nested = packZip([{ name: 'document.xml', bytes: archive }]);
    const error = await survives(nested);
    expect(error?.code).toBe('malformed_input');
    expect(error?.message).toMatch(/archive itself/);
    const beside = packZip([{ name: 'inner.fadein', bytes: archive }]);
    expect((await survives(beside))?.code).toBe('wrong_format');
  });

  it.each([
    [['other.xml']],
    [['word/document.xml', '[Content_Types].xml']],
    [['../document.xml']],
    [['Document.xml.bak']],
  ])('says that the script is missing among %j', async (names) => {
    const error = await survives(packZip(names.map((name) => ({ name, bytes: encodeText('<document/>') }))));
    expect(error?.code).toBe('wrong_format');
    expect(error?.message).toMatch(/document\.xml/);
  });

  it('finds the script in a folder, as when a whole folder was packed', async () => {
    const bytes = packZip([
      { name: 'Script/', bytes: new Uint8Array() },
      { name: 'Script/document.xml', bytes: osf(para('Action', 'Words.')) },
    ]);
    expect(await survives(bytes)).toBeUndefined();
  });

  it('tells damage', async () => {
    const damaged = small.slice();
    for (let at = 60; at < 70; at++) damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    expect((await survives(damaged))?.code).toBe('malformed_input');
    expect((await survives(packZip([{ name: 'document.xml', bytes: new Uint8Array() }])))?.code).toBe('empty_input');
    expect((await survives(encodeText('PK')))?.code).toBe('malformed_input');
  });

  it('gives what can be unpacked of an archive that was cut off', async () => {
    let saved = 0;
    for (let part = 1; part < 40; part++) {
      const cut = archive.slice(0, Math.floor((archive.length * part) / 40));
      const error = await survives(cut);
      if (error) {
        expect(error.code).toMatch(/malformed_input|empty_input/);
        continue;
      }
      const { warnings } = await fadein.decode(cut);
      expect(warnings.some(({ code, message }) => code === 'repaired' && message.includes('cut off'))).toBe(true);
      saved++;
    }
    expect(saved).toBeGreaterThan(10);
  });
});

describe('hostile scripts', () => {
  it('gives the paragraphs before a cut, wherever it is', async () => {
    const text = new TextDecoder().decode(current);
    const reached = encodeText(text.slice(0, text.indexOf('<paragraphs>') + 12)).length;
    for (let part = 1; part < 60; part++) {
      const cut = current.slice(0, Math.floor((current.length * part) / 60));
      const error = await survives(cut);
      if (cut.length >= reached) expect(error).toBeUndefined();
      else expect(error?.code).toBe('malformed_input');
    }
  });

  it('answers changed bytes with a document or a coded error', async () => {
    let state = 1;
    const next = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 120; round++) {
      for (const source of [current, archive]) {
        const mutant = source.slice();
        for (let n = 0; n <= round % 20; n++) mutant[next(mutant.length)] = next(256);
        await survives(mutant);
      }
    }
  });

  it.each([
    [
      '<!DOCTYPE document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><document><paragraphs/></document>',
      'malformed_input',
    ],
    ['', 'empty_input'],
    ['   \n ', 'empty_input'],
    ['INT. HOUSE - DAY', 'malformed_input'],
    ['<document type="Open Screenplay', 'malformed_input'],
    ['<document type="Open Screenplay Format document"></document>', 'malformed_input'],
    ['<document><page/></document>', 'wrong_format'],
    ['<html><body/></html>', 'wrong_format'],
  ])('refuses %j', async (text, code) => {
    expect((await survives(encodeText(text)))?.code).toBe(code);
  });

  it('takes a script without paragraphs', async () => {
    expect(await survives(osf(''))).toBeUndefined();
  });

  it('is not led astray by names of the language', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const styles = names.map((name) => `<style name="${name}" basestyle="${name}" ${name}="1"/>`).join('');
    const paragraphs = names
      .map(
        (name) =>
          `<para ${name}="1"><style basestyle="${name}" ${name}="2"/><text ${name}="3" font="${name}">x</text><${name}/></para>`,
      )
      .join('');
    const lists = `<lists><characters>${names.map((name) => `<character name="${name}"/>`).join('')}</characters></lists>`;
    expect(await survives(osf(paragraphs, `<styles>${styles}</styles>${lists}`))).toBeUndefined();
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  const style = (n: number): string => `<style name="S${n}" basestyle="S${n + 1}"/>`;
  it.each([
    ['paragraphs', () => osf('<para/>'.repeat(30_000))],
    ['texts', () => osf(`<para>${'<text>a</text>'.repeat(20_000)}</para>`)],
    ['looks', () => osf(`<para>${'<text bold="1">a</text><text>b</text>'.repeat(10_000)}</para>`)],
    [
      'styles in a chain',
      () => osf(para('S1', 'x'), `<styles>${Array.from({ length: 6000 }, (_, n) => style(n)).join('')}</styles>`),
    ],
    [
      'styles whose names are the same slug',
      () =>
        osf(
          para('! !', 'x'),
          `<styles>${Array.from({ length: 5000 }, (_, n) => `<style name="${'!'.repeat(n % 50)}${' '.repeat(n / 50)}"/>`).join('')}</styles>`,
        ),
    ],
    ['styles that are not defined', () => osf(Array.from({ length: 5000 }, (_, n) => para(`Lost ${n}`, 'x')).join(''))],
    ['cues of dual dialogue', () => osf(para('Character', 'A', '', 'dualdialogue="1"').repeat(3000))],
    ['synopses of one speech', () => osf(para('Character', 'A') + para('Dialogue', 'x', 'synopsis="y"').repeat(2500))],
    ['tags of version 12', () => osf(para('Action', '&lt;b&gt;'.repeat(20_000)), '', '12')],
    ['open tags of version 12', () => osf(para('Action', '&lt;font="'.repeat(20_000)), '', '12')],
    ['lines that are indented', () => osf(para('Action', '\n\t\t'.repeat(60_000)), '\n\t<style/>')],
    ['brackets', () => osf(para('Parenthetical', '('.repeat(100_000) + ')'.repeat(100_000)))],
    ['marks', () => osf(`<para><text>x</text><marks>${'<mark at="0" revision="1"/>'.repeat(8000)}</marks></para>`)],
    [
      'braces in a header',
      () => osf(para('Action', 'x'), `<settings page_header="${'{'.repeat(100_000)}${'\\'.repeat(100_000)}"/>`),
    ],
    [
      'page numbers',
      () =>
        osf(
          Array.from({ length: 4000 }, (_, n) => para('Action', 'x', `page_number="${n}"`)).join(''),
          '<settings pages_locked="true"/>',
        ),
    ],
    [
      'revisions',
      () => osf(`<para>${Array.from({ length: 6000 }, (_, n) => `<text revision="${n}">a</text>`).join('')}</para>`),
    ],
    [
      'lists',
      () => osf(para('Action', 'x'), `<lists>${'<characters><character name="A"/></characters>'.repeat(5000)}</lists>`),
    ],
    ['parts', () => osf(para('Action', 'x'), '<part a="1"/>'.repeat(15_000))],
    [
      'lines of a title page',
      () => osf(para('Action', 'x'), `<titlepage>${para('Normal Text', 'By').repeat(2500)}</titlepage>`),
    ],
  ])('takes time in proportion to many %s', async (_, make) => {
    const plain = osf(para('Action', 'Some words that somebody wrote.').repeat(2500));
    await timed(plain);
    const usual = Math.max((await timed(plain)).ms, 30);
    const bytes = make();
    const { ms } = await timed(bytes);
    expect(ms / bytes.length).toBeLessThan((usual / plain.length) * 25);
  });

  it('reads every number as a number or not at all', async () => {
    const values = ['1e9', '-1', 'NaN', 'Infinity', '1.2.3', '999999999999999999', '', ' ', '٣', '0x10', '0', '1.5'];
    const settings = [
      'page_width',
      'page_height',
      'margin_top',
      'margin_bottom',
      'margin_left',
      'margin_right',
      'normal_linesperinch',
      'element_spacing',
      'header_alignment',
      'pagenumber_start',
      'revision',
    ]; // prettier-ignore
    const styling = ['leftindent', 'rightindent', 'firstlineindent', 'spacebefore', 'linespacing', 'size'];
    const all = (names: readonly string[], value: string): string =>
      names.map((name) => `${name}="${value}"`).join(' ');
    for (const value of values) {
      const parts =
        `<settings pages_locked="1" ${all(settings, value)}/>` +
        `<styles><style name="Action" builtin="1" builtin_index="${value}" numbering="1" number_start="${value}" number_position="${value}" ${all(styling, value)}/></styles>` +
        `<lists><revision_colors><revision_color name="x" index="${value}" color_index="${value}"/></revision_colors></lists>`;
      const paragraph = `<para number="${value}" page_number="${value}"><style basestyle="Action" ${all(styling, value)}/><text size="${value}" revision="${value}" color="${value}">x</text><marks><mark at="${value}" revision="${value}"/></marks></para>`;
      expect(await survives(osf(paragraph, parts)), value).toBeUndefined();
    }
  });

  it('carries what is very long', async () => {
    const long = 'word '.repeat(20_000).trimEnd();
    const paragraphs =
      para('Scene Heading', `INT. ${long} - DAY`, `synopsis="${long}"`) +
      para('Character', long) +
      para('Dialogue', long, `note="${long}"`) +
      para(long, 'x', `bookmark="${long}"`);
    const { document } = await fadein.decode(osf(paragraphs));
    expect(validate(document)).toEqual({ valid: true });
    const written = unpacked((await fadein.encode(document)).bytes);
    expect(written.split(long).length).toBeGreaterThanOrEqual(7);
  });
});
