import { describe, expect, it } from 'vitest';
import { encodeText } from '../../src/syntax/text.js';
import { watchedCodec } from './on-demand.js';

const PLAIN = `FADE IN

INT. LIGHTHOUSE - NIGHT #12#

The lamp turns. Nobody is there.

MARA (O.S.)
(softly)
Who left the door open?
~A song, far away

> THE END <

.KITCHEN

!NOBODY
Not a cue.

CUT TO:

EXT. SHORE - DAY

TOM
Here.
`;

/** What a script takes beside the reader and the writer: to read it, then to write it. */
const FEATURES: readonly (readonly [what: string, source: string, reading: string[], writing: string[]])[] = [
  ['nothing', PLAIN, [], []],
  [
    'emphasis',
    `${PLAIN}\nA *fast* boat.\n`,
    ['conventions/manuscript/scene-details', 'formats/fountain/inline'],
    ['conventions/manuscript/details-on-demand', 'formats/fountain/write/count-losses', 'formats/fountain/write/marks'],
  ],
  ['a backslash', `${PLAIN}\nIt says \\*so\\*.\n`, ['formats/fountain/inline'], ['formats/fountain/write/marks']],
  [
    'notes',
    `${PLAIN}\nRain. [[Check this.]]\n`,
    ['conventions/manuscript/scene-details', 'formats/fountain/read/hidden'],
    ['conventions/manuscript/details-on-demand', 'formats/fountain/write/marks'],
  ],
  [
    'dual dialogue',
    `${PLAIN}\nMARA\nYes.\n\nTOM ^\nNo.\n`,
    ['formats/fountain/read/dual'],
    ['conventions/manuscript/details-on-demand', 'formats/fountain/write/dual'],
  ],
  [
    'a title page',
    `Title: The Lamp\nAuthor: Ann Lee\n\n${PLAIN}`,
    ['conventions/title-page-cover', 'formats/fountain/read/lift-title-page', 'formats/fountain/title-page'],
    ['formats/fountain/write/title-page'],
  ],
  [
    'a colon in the first line',
    `FADE IN:\n${PLAIN.slice(7)}`,
    ['formats/fountain/title-page'],
    ['formats/fountain/write/title-page'],
  ],
];

/** What a subpath may take of a browser's line, minified and gzipped: to read, or to write, a plain script. */
const FOUNTAIN_BYTES = 19_000;
const FDX_BYTES = 35_000;

const READER = 'formats/fountain/read/read-fountain';
const WRITER = 'formats/fountain/write/write-fountain';

describe('Fountain', () => {
  let watched: Awaited<ReturnType<typeof watchedCodec>>;

  it.each(FEATURES)('loads on demand what %s takes', async (_what, source, reading, writing) => {
    watched = await watchedCodec('fountain');
    const decoded = await watched.codec.decode?.(encodeText(source));
    expect(watched.loaded()).toEqual([...reading, READER].sort());
    if (source === PLAIN) expect(watched.downloaded()).toBeLessThan(FOUNTAIN_BYTES);
    if (!decoded) return;
    const encoded = await watched.codec.encode?.(decoded.document);
    expect(watched.loaded()).toEqual([...writing, WRITER].sort());
    expect(new TextDecoder().decode(encoded?.bytes)).toBe(source);
  });

  it('loads the validator for an earlier draft only, and the guessing of encodings for other texts only', async () => {
    watched = await watchedCodec('fountain');
    const previous = (await watched.codec.decode?.(encodeText(PLAIN)))?.document;
    watched.loaded();
    await watched.codec.decode?.(encodeText(PLAIN), { previous, now: '2026-01-31T12:00:00Z' });
    expect(watched.loaded()).toEqual(['conventions/instants', 'formats/carry-previous']);
    await watched.codec.decode?.(new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    expect(watched.loaded()).toEqual(['syntax/text']);
  });
});

const FDX = `<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script" Template="No" Version="4">
  <Content>
    <Paragraph Type="Scene Heading"><Text>INT. LIGHTHOUSE - NIGHT</Text></Paragraph>
    <Paragraph Type="Action"><Text>The lamp turns.</Text></Paragraph>
    <Paragraph Type="Character"><Text>MARA</Text></Paragraph>
    <Paragraph Type="Dialogue"><Text>Who left the door open?</Text></Paragraph>
  </Content>
</FinalDraft>
`;

describe('Final Draft', () => {
  it('loads the reader to read, and the writer to write', async () => {
    const reader = await watchedCodec('fdx');
    const document = (await reader.codec.decode?.(encodeText(FDX)))?.document;
    expect(reader.loaded()).toEqual(['formats/fdx/read/read-fdx']);
    expect(reader.downloaded()).toBeLessThan(FDX_BYTES);
    if (!document) return;
    const writer = await watchedCodec('fdx');
    await writer.codec.encode?.(document);
    expect(writer.loaded()).toEqual(['formats/fdx/write/write-fdx']);
    expect(writer.downloaded()).toBeLessThan(FDX_BYTES);
  });

  it('loads the layout for a script whose scenes have no pages yet', async () => {
    const fountain = await watchedCodec('fountain');
    const document = (await fountain.codec.decode?.(encodeText(PLAIN)))?.document;
    if (!document) return;
    const writer = await watchedCodec('fdx');
    await writer.codec.encode?.(document);
    expect(writer.loaded()).toEqual(['formats/fdx/write/pages', 'formats/fdx/write/write-fdx']);
  });

  it('loads what a title page and settings take', async () => {
    const source = FDX.replace(
      '</Content>',
      `</Content>
  <TitlePage><Content><Paragraph Alignment="Center"><Text>THE LAMP</Text></Paragraph></Content></TitlePage>
  <PageLayout TopMargin="72" BottomMargin="72" HeaderMargin="36" FooterMargin="36"/>`,
    );
    const watched = await watchedCodec('fdx');
    const document = (await watched.codec.decode?.(encodeText(source)))?.document;
    expect(watched.loaded()).toEqual([
      'conventions/manuscript/document-layout',
      'conventions/title-page-to-cover',
      'formats/fdx/read/read-fdx',
      'formats/fdx/read/title-page',
    ]);
    if (!document) return;
    await watched.codec.encode?.(document);
    expect(watched.loaded()).toEqual([
      'conventions/page-setup',
      'conventions/title-page-cover',
      'formats/fdx/write/title-page',
      'formats/fdx/write/write-fdx',
    ]);
  });
});
