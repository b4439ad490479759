import type { PrintOptions } from '@screenplay/core';
import { convert } from '@screenplay/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FDX, filesBelow, folderWith, FOUNTAIN, screenplay } from './stand-in.js';

const LONG = `${FOUNTAIN}\n${'Rain.\n\n'.repeat(100)}`;

const fontFile = (name: string): string =>
  fileURLToPath(new URL(`../../../node_modules/@fontsource/dejavu-mono/files/${name}.woff`, import.meta.url));
const REGULAR = fontFile('dejavu-mono-latin-400-normal');
const BOLD = fontFile('dejavu-mono-latin-700-normal');

/** What the library prints of {@link LONG}. */
async function printed(options: PrintOptions): Promise<Buffer> {
  const { bytes } = await convert(Buffer.from(LONG), { from: 'fountain', to: 'pdf', ...options });
  return Buffer.from(bytes);
}

async function complaint(argv: readonly string[]): Promise<string> {
  const cwd = await folderWith({ 'a.fountain': LONG });
  const { code, stdout, stderr } = await screenplay(argv, { cwd });
  expect({ code, stdout, files: await filesBelow(cwd) }).toEqual({ code: 2, stdout: '', files: ['a.fountain'] });
  return stderr;
}

describe('printing', () => {
  it.each<[string, string[], PrintOptions]>([
    ['nothing said', [], {}],
    ['paper', ['--paper', 'a4'], { paper: 'a4' }],
    ['scene numbers', ['--scene-numbers', 'both'], { sceneNumbers: 'both' }],
    ['no title page', ['--no-title-page'], { titlePage: false }],
    ['a range of pages', ['--pages', '2-3'], { pages: '2-3' }],
    ['the first pages', ['--pages', '-2'], { pages: '-2' }],
    ['no (MORE)', ['--no-continueds'], { continueds: false }],
    ['(MORE)', ['--continueds'], { continueds: true }],
    ['a watermark and a date', ['--watermark', 'FOR ADA', '--date', '1 May'], { watermark: 'FOR ADA', date: '1 May' }],
    ['tinted pages', ['--tint-pages'], { tintPages: true }],
  ])('takes %s', async (_, options, wanted) => {
    const cwd = await folderWith({ 'a.fountain': LONG });
    const { code, stderr } = await screenplay(['convert', 'a.fountain', '-o', 'a.pdf', ...options], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const bytes = await readFile(join(cwd, 'a.pdf'));
    expect(bytes.equals(await printed(wanted))).toBe(true);
    // Unless the option makes no difference to this script, it made one.
    if (!['tintPages', 'continueds', 'date'].some((key) => key in wanted))
      expect(bytes.equals(await printed({}))).toBe(options.length === 0);
  });

  it('sets the script in a font that is named, from where the command runs', async () => {
    const cwd = await folderWith({ 'a.fountain': LONG, 'fonts/mine.woff': await readFile(REGULAR) });
    const argv = ['convert', 'a.fountain', '-o', 'a.pdf', '--font', 'fonts/mine.woff', '--font-bold', BOLD];
    expect(await screenplay(argv, { cwd })).toMatchObject({ code: 0, stderr: '' });
    const font = { regular: new Uint8Array(await readFile(REGULAR)), bold: new Uint8Array(await readFile(BOLD)) };
    expect((await readFile(join(cwd, 'a.pdf'))).equals(await printed({ font }))).toBe(true);
  });

  it('draws with further fonts what that one lacks', async () => {
    const source = Buffer.from(FOUNTAIN.replace('A lamp', '\u0416 lamp'));
    const cwd = await folderWith({ 'a.fountain': source });
    const further = ['--fallback-font', REGULAR, '--fallback-font', BOLD];
    expect((await screenplay(['convert', 'a.fountain', '-o', 'a.pdf', ...further], { cwd })).code).toBe(0);
    const fallbackFonts = [new Uint8Array(await readFile(REGULAR)), new Uint8Array(await readFile(BOLD))];
    const { bytes } = await convert(source, { from: 'fountain', to: 'pdf', fallbackFonts });
    expect((await readFile(join(cwd, 'a.pdf'))).equals(bytes)).toBe(true);
  });

  it('is the same in export and in a batch', async () => {
    const cwd = await folderWith({ 's/a.fountain': LONG, 's/b.fdx': FDX });
    const options = ['--paper', 'a4', '--scene-numbers', 'left', '--font', REGULAR];
    await screenplay(['convert', 's/a.fountain', '-o', 'a.json'], { cwd });
    expect((await screenplay(['export', 'a.json', '-o', 'a.pdf', ...options], { cwd })).code).toBe(0);
    expect((await screenplay(['convert', 's', '-t', 'pdf', '-o', 'out', ...options], { cwd })).code).toBe(0);
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.pdf', 'b.pdf']);
    const font = new Uint8Array(await readFile(REGULAR));
    const wanted = await printed({ paper: 'a4', sceneNumbers: 'left', font });
    expect((await readFile(join(cwd, 'a.pdf'))).equals(wanted)).toBe(true);
  });
});

describe('options of printing', () => {
  it.each([
    ['--paper', 'a4'],
    ['--scene-numbers', 'none'],
    ['--no-title-page'],
    ['--pages', '1'],
    ['--continueds'],
    ['--no-continueds'],
    ['--watermark', 'x'],
    ['--date', 'x'],
    ['--tint-pages'],
    ['--font', 'gone.ttf'],
    ['--font-bold', 'gone.ttf', '--font', 'gone.ttf'],
    ['--fallback-font', 'gone.ttf'],
  ])('are refused where nothing is printed: %s', async (...options) => {
    const flag = options.includes('--font') ? '--font' : options[0];
    for (const output of [[], ['-o', 'a.fdx'], ['-t', 'yaml', '-o', 'out/']]) {
      expect(await complaint(['convert', 'a.fountain', ...output, ...options])).toMatch(
        new RegExp(
          `^error: ${flag} is for printing, and (json|fdx|yaml) is not printed\nleave it out, or write pdf\n$`,
        ),
      );
    }
    expect(await complaint(['export', 'a.fountain', '-f', 'fdx', ...options])).toContain('is for printing');
  });

  it('say what they take', async () => {
    const pdf = ['convert', 'a.fountain', '-o', 'a.pdf'];
    expect(await complaint([...pdf, '--paper', 'A5'])).toBe(
      "error: --paper takes letter or a4, not 'A5'\ndid you mean a4?\n",
    );
    expect(await complaint([...pdf, '--scene-numbers', 'boht'])).toContain('did you mean both?');
    for (const range of ['1-2-3', '1..3', '-', 'x-y-']) {
      expect(await complaint([...pdf, '--pages', range])).toBe(
        `error: --pages takes a page or a range of pages, not '${range}'\nsuch as 12, 3-7, 12A-15, -5 or 100-\n`,
      );
    }
    expect(await complaint([...pdf, '--pages', '90-99'])).toContain('the script has pages 1 to');
    expect(await complaint([...pdf, '--watermark', 'x'.repeat(201)])).toContain('at most 200 characters');
    expect(await complaint([...pdf, '--watermark', ''])).toBe('error: --watermark is empty\n');
    expect(await complaint([...pdf, '--fallback-font', ''])).toBe('error: --fallback-font is empty\n');
    expect(await complaint([...pdf, '--font-bold', BOLD])).toBe(
      'error: a bold or italic font is named, and no regular one\nname that with --font\n',
    );
    expect(await complaint([...pdf, '--font', 'gone.ttf'])).toMatch(/^error: the font gone\.ttf cannot be read: /);
    expect(await complaint([...pdf, '--font', 'a.fountain'])).toMatch(/^error: /);
  });

  it('go with a PDF for standard output, but not for a terminal', async () => {
    const argv = ['convert', '-', '-t', 'pdf', '--paper', 'a4'];
    const { code, stdoutBytes } = await screenplay(argv, { stdin: LONG });
    expect(code).toBe(0);
    expect(stdoutBytes.equals(await printed({ paper: 'a4' }))).toBe(true);
    expect(await screenplay(argv, { stdin: LONG, terminal: { stdout: true } })).toMatchObject({ code: 2, stdout: '' });
  });
});
