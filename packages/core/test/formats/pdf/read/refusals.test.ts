import { PDFDocument } from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../../../src/errors/index.js';
import { pdf } from '../../../../src/formats/pdf/index.js';
import type { Decoded, DecodeOptions } from '../../../../src/ports/index.js';
import { literal, pdfBytes, printSample } from '../../../../src/testing/pdf-generator/index.js';
import type { SampleElement } from '../../../../src/testing/pdf-generator/index.js';
import { PLAIN_DRAW, PLAIN_TYPE } from './seen.js';

const SCRIPT: SampleElement[] = [
  { kind: 'heading', text: 'INT. HARBOUR - NIGHT' },
  { kind: 'action', text: 'Mara waits for the boat.' },
  { kind: 'character', text: 'MARA' },
  { kind: 'dialogue', text: 'It is late.' },
];

async function decode(bytes: Uint8Array, options?: DecodeOptions): Promise<Decoded> {
  return await pdf.decode(bytes, options);
}

async function refusal(bytes: Uint8Array, options?: DecodeOptions): Promise<ScreenplayError> {
  try {
    await decode(bytes, options);
  } catch (error) {
    if (error instanceof ScreenplayError) return error;
    throw error;
  }
  return expect.fail('it was read');
}

function page(content: string, count = 1): Uint8Array {
  return pdfBytes({
    width: 612,
    height: 792,
    pages: Array.from({ length: count }, () => content),
    fonts: { F1: 'Courier' },
  });
}

function prose(lines: readonly string[]): string {
  return `BT /F1 12 Tf 14 TL 72 700 Td ${lines.map((line) => `${literal(line)} Tj T*`).join(' ')} ET`;
}

/** A locked PDF, as pdfkit makes it. */
async function locked(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Uint8Array> {
  const options = { ...passwords, font: 'Courier', pdfVersion: '1.7', autoFirstPage: true };
  const document = new PDFDocument(options as never) as unknown as {
    on(event: string, listener: (chunk: Uint8Array) => void): void;
    fontSize(size: number): void;
    text(text: string, x: number, y: number): void;
    end(): void;
  };
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  document.fontSize(12);
  document.text('INT. HARBOUR - NIGHT', 108, 72);
  document.text('Mara waits.', 108, 96);
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

describe('what cannot be read is named', () => {
  it('images of pages', async () => {
    const image = 'q 400 0 0 600 100 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q';
    const error = await refusal(page(image, 3));
    expect(error.code).toBe('pdf_no_text');
    expect(error.message).toMatch(/OCR/);
  });

  it('pages without anything', async () => {
    expect((await refusal(page(''))).code).toBe('pdf_no_text');
  });

  it('a locked file, without its password, with a wrong one and with the right one', async () => {
    const bytes = await locked({ userPassword: 'open' });
    expect((await refusal(bytes)).code).toBe('pdf_password_required');
    expect((await refusal(bytes, { password: 'shut' })).code).toBe('pdf_password_wrong');
    const { document } = await decode(bytes, { password: 'open' });
    expect(document.document.scenes[0]?.heading.setting).toBe('HARBOUR');
  });

  it('not a file that everybody may read and only its owner change', async () => {
    const { document } = await decode(await locked({ ownerPassword: 'mine' }));
    expect(document.document.scenes[0]?.heading.setting).toBe('HARBOUR');
  });

  it('fonts that do not say which letters they draw', async () => {
    const content = prose(['INT. HARBOUR - NIGHT', 'MARA', 'It is late.']);
    const fonts = { F1: 'Courier' };
    const error = await refusal(
      pdfBytes({ width: 612, height: 792, pages: [content], fonts, letters: '<21> <7e> <e021>' }),
    );
    expect(error.code).toBe('pdf_no_text');
    expect(error.message).toMatch(/do not say which letters/);
  });

  it('text that is no script', async () => {
    const error = await refusal(
      page(
        prose([
          'Dear Sir,',
          '',
          'thank you for your letter of March 3. We have read it',
          'with interest and shall answer it soon.',
          '',
          'Yours truly,',
          'A. Lind',
        ]),
      ),
    );
    expect(error.code).toBe('not_a_screenplay');
    expect(error.message).toMatch(/does not look like a screenplay/);
  });

  it.each([
    ['nothing but a header', '%PDF-1.7\n'],
    ['a header and noise', `%PDF-1.7\n${'\x00\xff obj endobj stream << /Length 99999 >>'.repeat(50)}`],
    ['no pages', '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'],
  ])('%s', async (_, text) => {
    const error = await refusal(Uint8Array.from(text, (char) => char.charCodeAt(0)));
    expect(['malformed_input', 'pdf_no_text']).toContain(error.code);
  });

  it('too many pages', async () => {
    const error = await refusal(page('', 3001));
    expect(error.code).toBe('limit_exceeded');
    expect(error.details).toMatchObject({ limit: 'pdfPages' });
  });

  it('a conversion that is no longer wanted', async () => {
    const controller = new AbortController();
    controller.abort();
    const bytes = printSample(SCRIPT, PLAIN_TYPE, PLAIN_DRAW, 1);
    expect((await refusal(bytes, { signal: controller.signal })).code).toBe('cancelled');
    const later = new AbortController();
    const pending = refusal(bytes, { signal: later.signal });
    later.abort();
    expect((await pending).code).toBe('cancelled');
  });
});

describe('damage is repaired where pages can still be found', () => {
  const bytes = printSample(SCRIPT, PLAIN_TYPE, PLAIN_DRAW, 1);
  const text = String.fromCharCode(...bytes);

  it.each([
    ['a cross-reference table that points nowhere', text.replace(/\d{10} 00000 n/g, '0000000007 00000 n')],
    ['no cross-reference table', text.slice(0, text.indexOf('xref\n'))],
    ['a wrong start', text.replace(/startxref\n\d+/, 'startxref\n3')],
    ['bytes before the header', `\x00\x01junk\n${text}`],
    ['lines in a font that is not there', text.replace('BT /F1', 'BT /F9 12 Tf (lost) Tj ET BT /F1')],
    [
      'a font that is none',
      text
        .replace('/BaseFont/Courier-Bold', '/BaseFent/Courier-Bold')
        .replace('BT /F1', 'BT /F2 12 Tf (lost) Tj ET BT /F1'),
    ],
    ['an end behind the last page', text.slice(0, text.indexOf('endobj', text.lastIndexOf('/Type/Page/')) + 6)],
  ])('%s', async (_, damaged) => {
    const { document } = await decode(Uint8Array.from(damaged, (char) => char.charCodeAt(0)));
    expect(document.document.scenes.map(({ heading }) => heading.setting)).toEqual(['HARBOUR']);
    expect(document.characters?.map(({ name }) => name)).toEqual(['MARA']);
  });
});
