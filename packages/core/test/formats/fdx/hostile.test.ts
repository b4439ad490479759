import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../../src/errors/index.js';
import { fdx } from '../../../src/formats/fdx/index.js';
import { validate } from '../../../src/schema/index.js';
import { encodeText } from '../../../src/syntax/text.js';

const FIXTURES = new URL('../../../fixtures/fdx/', import.meta.url);
const production = new Uint8Array(readFileSync(new URL('production/input.fdx', FIXTURES)));

/** A document, or a coded error that says the file is bad or too big; anything else fails. */
async function survives(bytes: Uint8Array): Promise<ScreenplayError | undefined> {
  try {
    const { document } = await fdx.decode(bytes);
    expect(validate(document)).toEqual({ valid: true });
    await fdx.encode(document);
    return undefined;
  } catch (error) {
    if (!(error instanceof ScreenplayError)) throw error;
    expect(['input', 'limit']).toContain(error.family);
    return error;
  }
}

function script(content: string, rest = ''): Uint8Array {
  return encodeText(`<?xml version="1.0"?><FinalDraft Version="4"><Content>${content}</Content>${rest}</FinalDraft>`);
}

describe('hostile files', () => {
  it('gives the paragraphs before a cut, wherever it is', async () => {
    const text = new TextDecoder().decode(production);
    const contentAt = encodeText(text.slice(0, text.indexOf('<Content>') + 9)).length;
    for (let part = 1; part < 100; part++) {
      const cut = production.slice(0, Math.floor((production.length * part) / 100));
      const error = await survives(cut);
      if (cut.length < contentAt) {
        expect(error?.code).toBe('malformed_input');
        expect(error?.at?.line).toBeGreaterThan(0);
        continue;
      }
      expect(error).toBeUndefined();
      const { document, warnings } = await fdx.decode(cut);
      expect(
        warnings.some(({ code, message }) => code === 'repaired' && message.includes('what came after is missing')),
      ).toBe(true);
      if (part > 40) expect(JSON.stringify(document)).toContain('A red ball rolls past a cat.');
    }
  });

  it('answers changed bytes with a document or a coded error', async () => {
    let state = 1;
    const next = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 150; round++) {
      const mutant = production.slice();
      for (let n = 0; n <= round % 20; n++) mutant[next(mutant.length)] = next(256);
      await survives(mutant);
    }
  });

  it.each([
    [
      '<!DOCTYPE FinalDraft [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><FinalDraft><Content/></FinalDraft>',
      'malformed_input',
    ],
    ['', 'empty_input'],
    ['   \n ', 'empty_input'],
    ['INT. HOUSE - DAY', 'malformed_input'],
    ['<FinalDraft', 'malformed_input'],
    ['<FinalDraft Version="4"></FinalDraft>', 'malformed_input'],
    ['<html><body/></html>', 'wrong_format'],
  ])('refuses %j', async (text, code) => {
    expect((await survives(encodeText(text)))?.code).toBe(code);
  });

  it('takes a script without paragraphs', async () => {
    expect(await survives(script(''))).toBeUndefined();
  });

  it('nests deep without harm', async () => {
    const nested = (depth: number): string =>
      depth === 0
        ? '<Text>deep</Text>'
        : `<Paragraph Type="Action"><OmittedScene>${nested(depth - 1)}</OmittedScene></Paragraph>`;
    expect(await survives(script(nested(50)))).toBeUndefined();
    const notes = (depth: number): string =>
      depth === 0
        ? '<Text>x</Text>'
        : `<ScriptNote Name="Omitted" Type="Boneyard"><Paragraph>${notes(depth - 1)}</Paragraph></ScriptNote>`;
    expect(await survives(script(`<Paragraph>${notes(50)}</Paragraph>`))).toBeUndefined();
    expect((await survives(script('<Paragraph>'.repeat(1000))))?.code).toBe('limit_exceeded');
  });

  it('is not led astray by names of the language', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const content = names
      .map(
        (name) =>
          `<Paragraph Type="${name}" ${name}="1"><Text Style="${name}" ${name}="2" TagNumber="${name}">x</Text></Paragraph>`,
      )
      .join('');
    const settings = names.map(
      (name) =>
        `<ElementSettings Type="${name}"><FontSpec Style="${name}"/></ElementSettings><${name} a="b">c</${name}>`,
    );
    expect(await survives(script(content, settings.join('')))).toBeUndefined();
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it.each([
    ['tags', '<Paragraph>'],
    ['closed tags', '<Paragraph/>'],
    ['texts', '<Text>a</Text>'],
    ['plusses', `<Text Style="${'+'.repeat(50)}">a</Text>`],
    ['notes', '<ScriptNote/>'],
    ['ampersands', '&'],
    ['quotes', '<a b="'],
    ['duals', '<DualDialogue><Paragraph Type="Character"><Text>A</Text></Paragraph></DualDialogue>'],
  ])('takes time in proportion to many %s', async (_, pattern) => {
    const plain = '<Paragraph Type="Action"><Text>Some words that somebody wrote.</Text></Paragraph>';
    const time = async (bytes: Uint8Array): Promise<number> => {
      const start = performance.now();
      await fdx.decode(bytes).catch(() => undefined);
      return performance.now() - start;
    };
    const fill = (unit: string): string => unit.repeat(Math.ceil(200_000 / unit.length));
    await time(script(fill(plain)));
    const usual = Math.max(await time(script(fill(plain))), 20);
    expect(await time(script(fill(pattern)))).toBeLessThan(usual * 10);
    expect(await time(script(`<Paragraph Type="Action">${fill(pattern)}</Paragraph>`))).toBeLessThan(usual * 10);
  });

  it('reads every numeric attribute as a number or not at all', async () => {
    const values = ['1e9', '-1', 'NaN', 'Infinity', '1.2.3', '999999999999999999', '', ' ', '٣', '0x10', "1' or 1"];
    for (const value of values) {
      const attributes = ['LeftIndent', 'RightIndent', 'SpaceBefore', 'Spacing', 'FirstIndent'].map(
        (name) => `${name}="${value}"`,
      );
      const content = `<Paragraph Type="Action" ${attributes.join(' ')}><Text Size="${value}" RevisionID="${value}" TagNumber="${value}" Color="${value}">x</Text></Paragraph>`;
      const rest =
        `<PageLayout TopMargin="${value}"><PageSize Width="${value}" Height="${value}"/></PageLayout>` +
        `<HeaderAndFooter StartingPage="${value}"><Header><Paragraph RightIndent="${value}"/></Header></HeaderAndFooter>` +
        `<LockedPages><LockedPage PageNumber="${value}" Position="${value}"/></LockedPages>` +
        `<Revisions ActiveSet="${value}" Location="${value}"><Revision ID="${value}" Name="x"/></Revisions>` +
        `<DeletedText><DeletedTextLocation Offset="${value}" RevisionID="${value}"/></DeletedText>` +
        `<ScriptNotes><ScriptNote Range="${value},${value}"><Paragraph><Text>n</Text></Paragraph></ScriptNote></ScriptNotes>`;
      expect(await survives(script(content, rest)), value).toBeUndefined();
    }
  });

  it('carries what is very long', async () => {
    const long = 'word '.repeat(20_000);
    const content =
      `<Paragraph Type="Scene Heading"><Text>INT. ${long}- DAY</Text></Paragraph>` +
      `<Paragraph Type="Character"><Text>${long}</Text></Paragraph>` +
      `<Paragraph Type="Dialogue"><Text>${long}</Text></Paragraph>` +
      `<Paragraph Type="${long}"><Text>x</Text></Paragraph>`;
    const image = 'QUJD'.repeat(100_000);
    const bytes = script(content, `<Images><Image Id="1">${image}</Image></Images>`);
    const { document } = await fdx.decode(bytes);
    expect(validate(document)).toEqual({ valid: true });
    const written = new TextDecoder().decode((await fdx.encode(document)).bytes);
    expect(written).toContain(image);
    expect(written.split(long.trimEnd()).length).toBe(5);
  });
});
