import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../stand-in.js';
import { startService } from './running-service.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAM = join(ROOT, 'packages/cli/bin/screenplay.js');
const PAGES = [
  'README.md',
  'docs/start/library.md',
  'docs/start/command-line.md',
  'docs/start/service.md',
  'docs/formats/index.md',
];

interface Block {
  line: number;
  language: string;
  /** What follows the language: the name of a file. */
  name: string;
  text: string;
}

const run = promisify(execFile);

async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', name = '', content = ''] = match;
    return { line: text.slice(0, match.index).split('\n').length, language, name, text: content };
  });
}

/** A folder with the page's named files, the examples, the packages, and the program. */
async function stageOf(blocks: readonly Block[]): Promise<{ cwd: string; env: NodeJS.ProcessEnv }> {
  const cwd = await folderWith(
    Object.fromEntries(blocks.filter(({ name }) => name !== '').map(({ name, text }) => [name, text])),
  );
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  await cp(join(ROOT, 'examples'), join(cwd, 'examples'), { recursive: true });
  await mkdir(join(cwd, '.bin'));
  await writeFile(join(cwd, '.bin/screenplay'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
    mode: 0o755,
  });
  await writeFile(join(cwd, '.bin/npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  return { cwd, env: { PATH: [join(cwd, '.bin'), process.env['PATH']].join(delimiter) } };
}

/** Both streams of a command; how long things took is left out. */
async function outputOf(command: string, stage: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const { stdout } = await run('bash', ['-c', `{ ${command}\n} 2>&1`], stage).catch((error: unknown) => ({
    stdout: (error as { stdout: string }).stdout,
  }));
  return stdout.replace(/\d+ ms/g, '24 ms');
}

describe.each(PAGES)('%s', (page) => {
  it('shows sessions as they go', async () => {
    const blocks = await blocksOf(page);
    const stage = await stageOf(blocks);
    for (const { text, line } of blocks.filter(({ language }) => language === 'console')) {
      const session: string[] = [];
      for (const command of text.matchAll(/^\$ (.*)$/gm)) {
        session.push(command[0], '\n', await outputOf(command[1] ?? '', stage));
      }
      expect(session.join(''), `line ${line}`).toBe(text);
    }
  });

  it('has programs that print what stands below them', async () => {
    const blocks = await blocksOf(page);
    const stage = await stageOf(blocks);
    for (const [index, { language, text, line }] of blocks.entries()) {
      const printed = blocks[index + 1];
      if (!/^[tj]s$/.test(language) || printed?.language !== 'text') continue;
      const { code } = await transform(text, { loader: 'ts', format: 'esm' });
      await writeFile(join(stage.cwd, `line-${line}.mjs`), code);
      expect(await outputOf(`node line-${line}.mjs`, stage), `line ${line}`).toBe(printed.text);
    }
  });
});

it('README.md shows a job that runs as it is pasted', async () => {
  const stage = await stageOf([]);
  const command = (await blocksOf('README.md')).find(({ text }) => text.includes('screenplay push'))?.text ?? '';
  const { url } = await startService(['--port', '0'], { cwd: stage.cwd });
  const { stdout } = await run('bash', ['-e', '-c', command], { ...stage, env: { ...stage.env, SCREENPLAY_URL: url } });
  const record = JSON.parse(stdout) as { status: string; outputs: { keys: string[] }[] };
  expect(record.status).toBe('success');
  expect(record.outputs.flatMap(({ keys }) => keys)).toEqual([
    'out/nine/json/platform-nine.json',
    'out/nine/validation/platform-nine_validation.json',
    'out/nine/pdf/platform-nine.pdf',
    'out/nine/package.zip',
  ]);
});
