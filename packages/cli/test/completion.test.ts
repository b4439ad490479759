import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/table.js';
import { folderWith, screenplay } from './stand-in.js';

function installed(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function script(shell: string): Promise<string> {
  const { code, stdout } = await screenplay(['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout + stderr),
    );
  });
}

describe.each(['bash', 'zsh', 'fish'])('completion for %s', (shell) => {
  it('names every command', async () => {
    const text = await script(shell);
    for (const { name } of COMMANDS) expect(text).toContain(name);
  });

  // Not every machine has every shell.
  it.skipIf(!installed(shell))(
    `is read by ${shell} without a complaint (skipped where it is not installed)`,
    async () => {
      const file = join(await folderWith(), `completion.${shell}`);
      await writeFile(file, await script(shell));
      expect(await output(shell, [shell === 'fish' ? '--no-execute' : '-n', file])).toBe('');
    },
  );
});

describe.skipIf(!installed('bash'))('in bash (skipped where it is not installed)', () => {
  /** What is offered for the last word of a line. */
  async function offered(...words: string[]): Promise<string[]> {
    const line = words.map((word) => `'${word}'`).join(' ');
    const program = `${await script('bash')}
COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _screenplay; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await output('bash', ['-c', program])).split('\n').filter((word) => word !== '');
  }

  it('commands come first', async () => {
    expect(await offered('screenplay', 'con')).toEqual(['convert']);
    expect(await offered('screenplay', '')).toEqual(
      expect.arrayContaining(['convert', 'export', 'validate', 'help', '--version']),
    );
    expect(await offered('screenplay', '-q', 'sch')).toEqual(['schema']);
  });

  it('options follow their command', async () => {
    expect(await offered('screenplay', 'convert', '--pre')).toEqual(['--previous', '--pretty']);
    expect(await offered('screenplay', 'validate', '--str')).toEqual(['--strict']);
    expect(await offered('screenplay', 'export', '--prev')).toEqual([]);
  });

  it('formats follow the options that name one', async () => {
    expect(await offered('screenplay', 'convert', '-t', 'fo')).toEqual(['fountain']);
    expect(await offered('screenplay', 'convert', '--format', '=', 'fd')).toEqual(['fdx']);
    expect(await offered('screenplay', 'export', '-f', '=')).toEqual(expect.arrayContaining(['fdx', 'fountain']));
    expect(await offered('screenplay', 'validate', '-f', '')).toEqual(['json', 'yaml']);
    expect(await offered('screenplay', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('file names are left to the shell', async () => {
    expect(await offered('screenplay', 'convert', 'a')).toEqual([]);
    expect(await offered('screenplay', 'convert', '-o', 'a')).toEqual([]);
  });
});

describe.skipIf(!installed('fish'))('in fish (skipped where it is not installed)', () => {
  it('offers commands, options and formats', async () => {
    const file = join(await folderWith(), 'screenplay.fish');
    await writeFile(file, await script('fish'));
    const offered = async (line: string): Promise<string[]> =>
      (await output('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`]))
        .split('\n')
        .map((one) => one.split('\t')[0]!);
    expect(await offered('screenplay con')).toContain('convert');
    expect(await offered('screenplay convert --prev')).toContain('--previous');
    expect(await offered('screenplay convert -t fo')).toContain('fountain');
    expect(await offered('screenplay completion z')).toContain('zsh');
  });
});
