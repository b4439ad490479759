import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FDX, filesBelow, folderWith, FOUNTAIN, NOT_A_SCRIPT } from '../stand-in.js';

/** Runs a command on a terminal of its own (util-linux). */
const SCRIPT = '/usr/bin/script';

const PROGRAM = fileURLToPath(new URL('../../bin/screenplay.js', import.meta.url));

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

function start(argv: readonly string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
  });
}

function end(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

function screenplay(
  argv: readonly string[],
  cwd: string,
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = start(argv, cwd, options.env);
  const ended = end(child);
  child.stdin?.end(options.stdin ?? '');
  return ended;
}

/** A script of many scenes, so that its document takes a while to write. */
function longScript(scenes: number): string {
  const parts = ['Title: Long\n'];
  for (let scene = 1; scene <= scenes; scene++) {
    parts.push(
      `INT. ROOM ${scene} - DAY\n\nSomebody walks through room ${scene} and looks at the wall.\n\nGUARD\nYou are in room ${scene}.\n`,
    );
  }
  return parts.join('\n');
}

describe('the program', () => {
  it('stands in a pipe on both sides', async () => {
    const cwd = await folderWith();
    const document = await screenplay(['convert', '-'], cwd, { stdin: FDX });
    expect(document).toMatchObject({ code: 0, stderr: '' });
    const script = await screenplay(['export', '-', '-f', 'fountain'], cwd, { stdin: document.stdout });
    expect(script).toMatchObject({ code: 0, stderr: '' });
    expect(script.stdout).toContain('EXT. QUAY - DAY');
    expect(await screenplay(['validate', '-', '--strict'], cwd, { stdin: document.stdout })).toMatchObject({ code: 0 });
  });

  it('exits with the code that fits', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'bad.fdx': NOT_A_SCRIPT });
    expect((await screenplay(['--version'], cwd)).code).toBe(0);
    expect((await screenplay(['convert', 'bad.fdx'], cwd)).code).toBe(1);
    expect((await screenplay(['convert'], cwd)).code).toBe(2);
    expect((await screenplay(['convert', 'a.fdx', 'bad.fdx', '-o', 'out'], cwd)).code).toBe(3);
  });

  it('colours nothing that is no terminal', async () => {
    const { stderr } = await screenplay(['convert'], await folderWith());
    expect(stderr).toBe('error: no input\nname a file or a folder, or - to read standard input\n');
  });

  it('ends quietly when its reader goes away', async () => {
    const cwd = await folderWith({ 'long.fountain': longScript(2000) });
    const command = `'${process.execPath}' '${PROGRAM}' convert long.fountain | head -c 10 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await end(spawn('bash', ['-c', command], { cwd }));
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });

  it('says when standard output takes no more', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const { code, stderr } = await end(
      spawn('bash', ['-c', `'${process.execPath}' '${PROGRAM}' convert a.fdx >/dev/full`], { cwd }),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: a\.fdx: the output could not be written: .*ENOSPC.*\n$/);
  });
});

describe('threads', () => {
  it('convert to the same bytes, in the order of the inputs, and survive a bad file', async () => {
    const cwd = await folderWith({ 's/bad.fdx': NOT_A_SCRIPT });
    for (let place = 0; place < 8; place++)
      await writeFile(join(cwd, 's', `${place}.fountain`), longScript(place * 5 + 1));
    const one = await screenplay(['convert', 's', '-o', 'one', '--jobs', '1', '--report', 'one.json'], cwd);
    const four = await screenplay(['convert', 's', '-o', 'four', '--jobs', '4', '--report', 'four.json'], cwd);
    expect([one.code, four.code]).toEqual([3, 3]);
    expect(four.stderr).toBe(one.stderr.replaceAll('one', 'four'));
    const names = await filesBelow(join(cwd, 'one'));
    expect(await filesBelow(join(cwd, 'four'))).toEqual(names);
    expect(names).toHaveLength(8);
    for (const name of names)
      expect(await readFile(join(cwd, 'four', name))).toEqual(await readFile(join(cwd, 'one', name)));
    expect(await readFile(join(cwd, 'four.json'), 'utf8')).toBe(
      (await readFile(join(cwd, 'one.json'), 'utf8')).replaceAll('one/', 'four/'),
    );
  });
});

describe('an interrupted run', () => {
  /** Waits until the program has begun to write, or has ended. */
  async function writing(folder: string, child: ChildProcess): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      if ((await readdir(folder)).some((name) => name.endsWith('.tmp'))) return;
      await sleep(1);
    }
  }

  async function interrupted(signal: NodeJS.Signals): Promise<{ ended: Ended; folder: string; whole: string }> {
    const cwd = await folderWith({ 'long.fountain': longScript(6000), 'out/long.json': 'old' });
    const folder = join(cwd, 'out');
    const whole = (await screenplay(['convert', 'long.fountain'], cwd)).stdout;
    const child = start(['convert', 'long.fountain', '-o', 'out/long.json'], cwd);
    const ended = end(child);
    await writing(folder, child);
    child.kill(signal);
    return { ended: await ended, folder, whole };
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s leaves the output old or whole, and nothing beside it',
    async (signal) => {
      const { ended, folder, whole } = await interrupted(signal);
      expect(await readdir(folder)).toEqual(['long.json']);
      const content = await readFile(join(folder, 'long.json'), 'utf8');
      expect([content === 'old', content === whole]).toContain(true);
      if (content === 'old') expect(ended.signal).toBe(signal);
      expect(ended.stderr).toBe('');
    },
  );

  it('by SIGKILL leaves the output old or whole', async () => {
    const { folder, whole } = await interrupted('SIGKILL');
    const content = await readFile(join(folder, 'long.json'), 'utf8');
    expect([content === 'old', content === whole]).toContain(true);
  });

  it('ends at once while it converts', async () => {
    const cwd = await folderWith({ 'long.fountain': longScript(30_000) });
    await mkdir(join(cwd, 'out'));
    const child = start(['convert', 'long.fountain', '-o', 'out/long.json'], cwd);
    const ended = end(child);
    await sleep(300);
    child.kill('SIGINT');
    expect((await ended).signal).toBe('SIGINT');
    expect(await readdir(join(cwd, 'out'))).toEqual([]);
  });
});

describe.skipIf(!existsSync(SCRIPT))('on a real terminal (skipped where there is no `script` to make one)', () => {
  function onTerminal(argv: readonly string[], cwd: string, env: Record<string, string> = {}): string {
    const line = [process.execPath, PROGRAM, ...argv].map((word) => `'${word}'`).join(' ');
    const options = { cwd, env: { PATH: process.env['PATH'], TERM: 'xterm', ...env }, encoding: 'utf8' as const };
    try {
      return execFileSync(SCRIPT, ['-qec', line, '/dev/null'], options);
    } catch (error) {
      return String((error as { stdout: unknown }).stdout);
    }
  }

  it('shows colours and a progress bar', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'b.fountain': FOUNTAIN, 'bad.fdx': NOT_A_SCRIPT });
    const seen = onTerminal(['convert', 'a.fdx', 'b.fountain', 'bad.fdx', '-o', 'out'], cwd);
    expect(seen).toContain('3/3, 1 failed');
    expect(seen).toContain('\u001b[31merror:');
    expect(onTerminal(['convert'], cwd, { NO_COLOR: '1' })).toBe(
      'error: no input\r\nname a file or a folder, or - to read standard input\r\n',
    );
  });
});

describe('starting', () => {
  /** The modules that a command line loads, as URLs. */
  async function loaded(argv: readonly string[], cwd: string): Promise<string> {
    const hooks = `data:text/javascript,${encodeURIComponent(`
      import { appendFileSync } from 'node:fs';
      export async function load(url, context, next) {
        appendFileSync(${JSON.stringify(join(cwd, 'loaded.txt'))}, url + '\\n');
        return next(url, context);
      }`)}`;
    const register = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register(${JSON.stringify(hooks)});`)}`;
    const { code } = await screenplay(argv, cwd, { env: { NODE_OPTIONS: `--import "${register}"` } });
    expect(code).toBe(0);
    return readFile(join(cwd, 'loaded.txt'), 'utf8');
  }

  it('loads neither the library nor what only terminals need', async () => {
    for (const argv of [['--version'], ['--help']]) {
      expect(await loaded(argv, await folderWith())).not.toMatch(
        /packages\/core|@screenplay\/core|node_modules|child_process|worker_threads/,
      );
    }
  });

  it('loads only the codecs that a conversion needs', async () => {
    const cwd = await folderWith({ 'a.fountain': FOUNTAIN });
    const urls = await loaded(['convert', 'a.fountain', '-o', 'a.json'], cwd);
    expect(urls).toMatch(/core/);
    expect(urls).not.toMatch(/saxes|node_modules\/yaml|fflate|cli-progress|picocolors|worker_threads/);
  });
});
