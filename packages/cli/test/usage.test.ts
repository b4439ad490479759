import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/table.js';
import { FDX, folderWith, FOUNTAIN, screenplay } from './stand-in.js';

/** Lines of standard error of a command line that is wrong. */
async function complaint(argv: readonly string[], files: Record<string, string> = {}): Promise<string[]> {
  const cwd = await folderWith(files);
  const { code, stdout, stderr } = await screenplay(argv, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(lines[0]).toMatch(/^error: /);
  return lines;
}

const COMMAND_NAMES = COMMANDS.map(({ name }) => name).join(', ');

describe('wrong usage', () => {
  it('exits with 2 and names the commands when there is none', async () => {
    expect(await complaint([])).toEqual([
      'error: no command',
      `the commands are ${COMMAND_NAMES}; screenplay --help says more`,
    ]);
  });

  it('names the nearest command', async () => {
    expect(await complaint(['convret', 'a.fdx'])).toEqual([
      "error: unknown command 'convret'",
      'did you mean convert?',
    ]);
    expect(await complaint(['frobnicate'])).toEqual([
      "error: unknown command 'frobnicate'",
      `the commands are ${COMMAND_NAMES}`,
    ]);
  });

  it('guesses that a file alone is to be converted', async () => {
    expect((await complaint(['draft.fdx']))[1]).toBe('to convert that file: screenplay convert draft.fdx');
  });

  it('names the nearest option, else where to look', async () => {
    expect(await complaint(['convert', '--formt', 'fdx', 'a'])).toEqual([
      "error: unknown option '--formt'",
      'did you mean --format?',
    ]);
    expect(await complaint(['convert', '-z'])).toEqual([
      "error: unknown option '-z'",
      'screenplay convert --help shows how it is used',
    ]);
  });

  it('wants a value where an option takes one', async () => {
    expect((await complaint(['convert', 'a.fdx', '-o']))[0]).toBe(
      "error: option '-o, --output <path>' argument missing",
    );
    expect((await complaint(['convert', 'a.fdx', '-o', '']))[0]).toBe('error: --output is empty');
  });

  it('wants an input', async () => {
    for (const command of ['convert', 'export', 'validate', 'pages']) {
      expect(await complaint([command])).toEqual([
        'error: no input',
        'name a file or a folder, or - to read standard input',
      ]);
    }
    expect((await complaint(['convert', '-', '-i', '-', '-o', 'out/']))[0]).toBe(
      'error: standard input (-) is named twice',
    );
  });

  it('names the nearest format', async () => {
    expect((await complaint(['convert', 'a.fdx', '-t', 'fountian']))[1]).toMatch(
      /^did you mean fountain\? \(there is fdx, /,
    );
    expect((await complaint(['convert', 'a', '-f', 'fdxx']))[1]).toMatch(/^did you mean fdx\?/);
    expect((await complaint(['convert', 'a', '-f', 'celtx']))[1]).toMatch(/^there is /);
    expect((await complaint(['export', 'a.json', '-f', 'jsno']))[1]).toMatch(/^did you mean json\?/);
  });

  it('wants to know what export writes', async () => {
    expect((await complaint(['export', 'a.json']))[0]).toBe('error: no format for the output');
    expect((await complaint(['export', 'a.json', '-o', 'out/']))[0]).toBe('error: no format for the output');
  });

  it('does not guess a format from an extension that says nothing', async () => {
    const [first, second] = await complaint(['convert', 'a.fdx', '-o', 'a.txt2'], { 'a.fdx': FDX });
    expect(first).toBe('error: the extension of a.txt2 names no format that can be written');
    expect(second).toMatch(/^name one with --to: /);
  });

  it.each([
    ['--jobs', '0'],
    ['--jobs', 'many'],
    ['--jobs', '65'],
    ['--indent', '-1'],
    ['--indent', '2.5'],
    ['--indent', '11'],
  ])('refuses %s %s', async (option, value) => {
    expect((await complaint(['convert', 'a.fdx', option, value]))[0]).toContain(`${option} takes a whole number from`);
  });

  it('refuses what is no language tag', async () => {
    expect(await complaint(['convert', 'a.fdx', '--lang', 'English!'])).toEqual([
      "error: 'English!' is not a language tag",
      'use a BCP 47 tag, such as en, fr or pt-BR',
    ]);
  });

  it('sends several inputs to a folder only', async () => {
    const files = { 'a.fdx': FDX, 'b.fountain': FOUNTAIN, 'taken.json': '{}' };
    expect((await complaint(['convert', 'a.fdx', 'b.fountain'], files))[0]).toBe(
      'error: several inputs cannot go to standard output',
    );
    expect((await complaint(['convert', 'a.fdx', 'b.fountain', '-o', 'x.json'], files))[0]).toBe(
      'error: several inputs cannot go into one file, x.json',
    );
    expect((await complaint(['convert', 'a.fdx', 'b.fountain', '-o', 'taken.json'], files))[0]).toBe(
      'error: taken.json is a file',
    );
    expect((await complaint(['convert', '.'], files))[0]).toBe('error: several inputs cannot go to standard output');
  });

  it('knows what is meant by an output without -o', async () => {
    expect(await complaint(['convert', 'a.fdx', 'b.json'], { 'a.fdx': FDX })).toEqual([
      'error: several inputs cannot go to standard output',
      'to write b.json: -o b.json',
    ]);
  });

  it('keeps the output and the report apart', async () => {
    const files = { 'a.fdx': FDX };
    expect((await complaint(['convert', 'a.fdx', '--report', '-'], files))[0]).toBe(
      'error: the output and the report cannot both go to standard output',
    );
    expect((await complaint(['convert', 'a.fdx', '-o', 'o.json', '--report', 'a.fdx'], files))[0]).toMatch(
      /^error: the report would replace a\.fdx/,
    );
    expect((await complaint(['convert', 'a.fdx', '-o', 'o.json', '--report', './o.json'], files))[0]).toMatch(
      /^error: the report would replace/,
    );
    expect((await complaint(['convert', 'a.fdx', '--report', 'a.fdx'], files))[0]).toMatch(
      /^error: the report would replace/,
    );
  });

  it('wants --previous to fit the inputs', async () => {
    const files = { 'a.fdx': FDX, 'b.fdx': FDX, 'old/a.json': '{}' };
    expect((await complaint(['convert', 'a.fdx', 'b.fdx', '-o', 'out', '--previous', 'old/a.json'], files))[0]).toBe(
      'error: a batch needs --previous to be a folder',
    );
    expect((await complaint(['convert', 'a.fdx', '--previous', 'old'], files))[0]).toBe('error: old is a folder');
  });

  it('knows three shells', async () => {
    expect(await complaint(['completion', 'zhs'])).toEqual(["error: no completion for 'zhs'", 'did you mean zsh?']);
    expect((await complaint(['completion']))[0]).toBe("error: missing required argument 'shell'");
    expect((await complaint(['formats', 'extra']))[0]).toMatch(/^error: too many arguments/);
  });

  it('never sends control characters to the terminal', async () => {
    expect((await complaint(['convert', 'a', '-f', '\u001b[31mred']))[0]).toBe("error: unknown format '\\x1b[31mred'");
    expect((await complaint(['\u001b[31mred']))[0]).not.toContain('\u001b');
  });
});
