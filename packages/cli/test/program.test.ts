import type { FormatDescriptor, ScreenplayDocument } from '@screenplay/core';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { optionFlags } from '../src/commands/option-flags.js';
import { GLOBAL_OPTIONS } from '../src/commands/shared-options.js';
import { COMMANDS } from '../src/commands/table.js';
import { parseCommandLine } from '../src/program.js';
import { referenceText, SESSIONS } from '../src/reference/reference-text.js';
import { FDX, folderWith, FOUNTAIN, NOT_A_SCRIPT, readJson, screenplay } from './stand-in.js';

describe('help', () => {
  it('is printed for the program', async () => {
    const { code, stdout, stderr } = await screenplay(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchSnapshot();
    expect((await screenplay(['help'])).stdout).toBe(stdout);
    expect((await screenplay(['-h'])).stdout).toBe(stdout);
  });

  it.each(COMMANDS.map((command) => command.name))('is printed for %s', async (name) => {
    const { code, stdout } = await screenplay([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatchSnapshot();
    expect((await screenplay(['help', name])).stdout).toBe(stdout);
  });

  it('fits a terminal of 80 columns, examples apart', async () => {
    for (const command of ['', ...COMMANDS.map(({ name }) => name)]) {
      const { stdout } = await screenplay(command === '' ? ['--help'] : [command, '--help']);
      const wide = stdout
        .split('Examples:')[0]!
        .split('\n')
        .filter((line) => line.length > 80);
      expect(wide).toEqual([]);
    }
  });

  it('has bold titles on a terminal', async () => {
    expect((await screenplay(['--help'], { terminal: { stdout: true } })).stdout).toContain(
      '\u001b[1mUsage:\u001b[22m',
    );
    expect((await screenplay(['--help'], { terminal: { stdout: true }, env: { NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    );
  });
});

describe('the table of commands', () => {
  it('gives no flag two meanings', () => {
    for (const command of COMMANDS) {
      const flags = [...command.options, ...GLOBAL_OPTIONS].flatMap((option) => {
        const { short, long } = optionFlags(option);
        return short === undefined ? [long] : [short, long];
      });
      expect(new Set(flags).size).toBe(flags.length);
    }
  });

  it.each(COMMANDS.flatMap((command) => command.examples.map((example) => [example.line] as const)))(
    'has an example that the program understands: %s',
    (line) => {
      const call = /screenplay ([^|<>)]*)/.exec(line)![1]!;
      const parsed = parseCommandLine(call.trim().split(/\s+/), { columns: 80, title: (text) => text });
      expect(parsed.kind).toBe('command');
    },
  );
});

describe('the version', () => {
  it('is that of the package', async () => {
    const { version } = await readJson(fileURLToPath(new URL('../package.json', import.meta.url)));
    for (const flag of ['--version', '-V'])
      expect(await screenplay([flag])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });
});

describe('formats', () => {
  it('are listed as a table and as JSON', async () => {
    const { stdout } = await screenplay(['formats']);
    expect(stdout).toMatch(/^NAME +EXTENSIONS +READ +WRITE +DESCRIPTION\n/);
    expect(stdout).toMatch(/^fdx +\.fdx .*yes +yes +\S/m);
    const list: FormatDescriptor[] = JSON.parse((await screenplay(['formats', '--json'])).stdout);
    expect(list.map((format) => format.name)).toEqual(expect.arrayContaining(['fdx', 'fountain', 'json', 'yaml']));
    for (const format of list) {
      expect(Object.keys(format)).toEqual(['name', 'extensions', 'mimeTypes', 'canDecode', 'canEncode', 'description']);
    }
  });
});

describe('the schema', () => {
  it('is printed, or written', async () => {
    const { stdout } = await screenplay(['schema']);
    expect(JSON.parse(stdout).$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(stdout).toContain('\n  "');
    const cwd = await folderWith();
    expect((await screenplay(['schema', '--indent', '0', '-o', 's.json'], { cwd })).stdout).toBe('');
    expect(await readJson(cwd, 's.json')).toEqual(JSON.parse(stdout));
  });
});

describe('docs/cli.md', () => {
  async function reference(): Promise<string> {
    const cwd = await folderWith({ 'lamp.fountain': FOUNTAIN, 'quay.fdx': FDX, 'recipe.fdx': NOT_A_SCRIPT });
    const document: ScreenplayDocument = JSON.parse((await screenplay(['convert', '-'], { stdin: FOUNTAIN })).stdout);
    await writeFile(join(cwd, 'edited.json'), JSON.stringify({ ...document, lang: 'english', colour: 'red' }));
    const sessions = await Promise.all(
      SESSIONS.map(async (argv) => {
        const { code, stdout, stderr } = await screenplay(argv, { cwd });
        return { code, output: (stdout + stderr).replace(/\d+ ms/g, '24 ms') };
      }),
    );
    return referenceText(sessions);
  }

  it('is what the program says of itself, and does (UPDATE=1 writes it)', async () => {
    const path = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url));
    const expected = await reference();
    if (process.env['UPDATE'] === '1') await writeFile(path, expected);
    expect(existsSync(path)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe(expected);
  });

  it('names every command and option', async () => {
    const text = await reference();
    for (const command of COMMANDS) {
      expect(text).toContain(`\n## ${command.name}\n`);
      for (const option of command.options) expect(text).toContain(`| \`${option.flags}\` |`);
    }
  });
});
