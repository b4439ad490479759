import { describe, expect, it } from 'vitest';
import { convert, decode, pages, readPages, ScreenplayError } from '../../src/index.js';
import type { ScreenplayDocument } from '../../src/index.js';
import { NO_CORPUS, corpusFile } from '../corpus/files.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An action of so many paragraphs, each of which takes two lines with the blank one before it. */
const lines = (count: number): string => Array.from({ length: count }, () => 'Rain.\n').join('\n');

const SCRIPT = `Title: The Ferry
Author: Ada Low

Water, before the first heading.

INT. FERRY - NIGHT #7A#

${lines(27)}
ADA
We are late.

JON (O.S.)
Are we?

EXT. QUAY - DAY #8#

ADA (CONT'D)
Yes.
`;

async function ferry(): Promise<ScreenplayDocument> {
  return (await decode(bytes(SCRIPT), { name: 'ferry.fountain' })).document;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return (error as ScreenplayError).code;
}

describe('pages of a document', () => {
  it('are counted, and every scene has its page, length and speakers', async () => {
    const document = await ferry();
    const [, hall, quay] = document.document.scenes;
    expect(await pages(document)).toEqual({
      pages: 2,
      eighths: 11,
      length: '1 3/8',
      scenes: [
        {
          id: hall?.id,
          number: '7A',
          heading: 'INT. FERRY - NIGHT',
          page: '1',
          eighths: 10,
          length: '1 2/8',
          cast: ['ADA', 'JON'],
        },
        { id: quay?.id, number: '8', heading: 'EXT. QUAY - DAY', page: '2', eighths: 1, length: '1/8', cast: ['ADA'] },
      ],
      warnings: [],
    });
  });

  it('are those that the document prints on', async () => {
    const document = await ferry();
    for (const paper of ['letter', 'a4'] as const) {
      const { bytes: pdf } = await convert(bytes(JSON.stringify(document)), { from: 'json', to: 'pdf', paper });
      const printed = new TextDecoder('latin1').decode(pdf).match(/\/Type \/Page\b/g) ?? [];
      // The title page is one more.
      expect((await pages(document, { paper })).pages).toBe(printed.length - 1);
    }
  });

  it('hold more on longer paper', async () => {
    const script = bytes(`INT. HALL - DAY\n\n${lines(27)}`);
    expect((await readPages(script, { from: 'fountain', paper: 'letter' })).pages).toBe(2);
    expect((await readPages(script, { from: 'fountain', paper: 'a4' })).pages).toBe(1);
  });

  it('have the numbers that would be printed', async () => {
    const plain = bytes('INT. HALL - DAY\n\nRain.\n\nEXT. QUAY - DAY\n\nRain.\n');
    const numbers = async (source: Uint8Array, sceneNumbers?: 'none' | 'left' | 'both'): Promise<unknown[]> =>
      (await readPages(source, { from: 'fountain', sceneNumbers })).scenes.map(({ number }) => number);
    expect(await numbers(plain)).toEqual([undefined, undefined]);
    expect(await numbers(plain, 'both')).toEqual(['1', '2']);
    expect(await numbers(bytes(SCRIPT), 'left')).toEqual(['7A', '8']);
    expect(await numbers(bytes(SCRIPT), 'none')).toEqual([undefined, undefined]);
  });

  it('follow an edit', async () => {
    const document = await ferry();
    const [, , quay] = document.document.scenes;
    if (!quay) expect.fail('no scene');
    quay.heading.setting = 'PIER';
    quay.body.push(...Array.from({ length: 60 }, (_, at) => ({ ...action(document), id: uuid(at) })));
    const { pages: count, scenes } = await pages(document);
    expect(count).toBe(4);
    expect(scenes[1]).toMatchObject({ heading: 'EXT. PIER - DAY', page: '2', length: '2 3/8' });
  });

  it('hold scenes that are omitted under their number', async () => {
    const source = `<FinalDraft DocumentType="Script" Template="No" Version="5"><Content>
      <Paragraph Number="1" Type="Scene Heading"><Text>INT. HALL - DAY</Text></Paragraph>
      <Paragraph Number="2" Type="Scene Heading"><OmittedScene>
        <Paragraph Type="Scene Heading"><Text>INT. ATTIC - DAY</Text></Paragraph>
        <Paragraph Type="Action"><Text>Dust.</Text></Paragraph>
      </OmittedScene><Text>OMITTED</Text></Paragraph>
      </Content></FinalDraft>`;
    const { document } = await decode(bytes(source), { from: 'fdx' });
    const { scenes } = await pages(document);
    expect(scenes.map(({ number, heading }) => [number, heading])).toEqual([
      ['1', 'INT. HALL - DAY'],
      ['2', 'OMITTED'],
    ]);
    const ids = document.document.scenes.flatMap(({ id, body }) => [id, ...body.map((element) => element.id)]);
    for (const { id } of scenes) expect(ids).toContain(id);
  });

  it('pick their texts by language', async () => {
    const document = await ferry();
    for (const scene of document.document.scenes) {
      for (const element of scene.body) {
        const { en } = 'text' in element ? element.text : {};
        if (en === 'Rain.' && 'text' in element) element.text = { en, fr: `Il pleut. ${'Encore. '.repeat(40)}` };
      }
    }
    expect((await pages(document)).pages).toBe(2);
    expect((await pages(document, { lang: 'fr' })).pages).toBe(4);
  });
});

describe('pages of a file', () => {
  it('are those of its document, with what was found on the way', async () => {
    const latin = Uint8Array.from(SCRIPT.replace('Water', 'Caf\xe9'), (char) => char.charCodeAt(0));
    const result = await readPages(latin, { name: 'ferry.fountain' });
    expect(result).toMatchObject({ from: 'fountain', pages: 2, length: '1 3/8' });
    expect(result.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
    const { document } = await decode(latin, { name: 'ferry.fountain' });
    expect(await pages(document)).toEqual({ ...result, from: undefined, warnings: [] });
  });

  it('of a script without a scene are pages all the same', async () => {
    expect(await readPages(bytes('Only rain.\n'), { from: 'fountain' })).toMatchObject({
      pages: 1,
      eighths: 0,
      length: '0',
      scenes: [],
    });
  });
});

describe('what has no pages', () => {
  it('is refused with its code', async () => {
    const document = await ferry();
    expect(await codeOf(pages({} as ScreenplayDocument))).toBe('invalid_document');
    const encrypt = { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' } as const;
    expect(await codeOf(pages({ ...document, encrypt }))).toBe('encrypted_document');
    expect(await codeOf(readPages(bytes('<recipe/>'), { name: 'a.fdx' }))).toBe('wrong_format');
    expect(await codeOf(readPages(new Uint8Array(), { from: 'fdx' }))).toBe('empty_input');
    expect(await codeOf(pages(document, { lang: '!' }))).toBe('bad_option');
    expect(await codeOf(pages(document, { paper: 'a5' as 'a4' }))).toBe('bad_option');
    expect(await codeOf(readPages(bytes(SCRIPT), { sceneNumbers: 'top' as 'left' }))).toBe('bad_option');
    expect(await codeOf(pages(document, { signal: AbortSignal.abort() }))).toBe('cancelled');
  });
});

describe.skipIf(NO_CORPUS !== undefined)(
  `pages that Final Draft recorded${NO_CORPUS === undefined ? '' : ` (skipped: ${NO_CORPUS})`}`,
  () => {
    it.each([
      ['pairs/the-last-birthday-card/fd8.fdx', 49],
      ['pairs/buckets-and-flavors/fd9.fdx', 37],
    ])('%s', async (name, count) => {
      const source = corpusFile(name);
      const recorded = [...new TextDecoder().decode(source).matchAll(/<SceneProperties [^>]*Page="(\d+)"/g)];
      const { from, scenes, pages: total } = await readPages(source, { name });
      expect(from).toBe('fdx');
      expect(scenes).toHaveLength(count);
      expect(scenes.map(({ page }) => page)).toEqual(recorded.map(([, page]) => page));
      expect(total).toBeGreaterThanOrEqual(Number(scenes.at(-1)?.page));
      const { document } = await decode(source, { name });
      expect(scenes.map(({ id }) => id)).toEqual(
        document.document.scenes.filter(({ meta }) => meta?.['screenplay.heading'] !== 'none').map(({ id }) => id),
      );
    });
  },
);

function uuid(at: number): string {
  return `0b0b5b6c-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

function action(document: ScreenplayDocument): ScreenplayDocument['document']['scenes'][number]['body'][number] {
  return document.document.scenes[0]?.body[0] ?? expect.fail('no element');
}
