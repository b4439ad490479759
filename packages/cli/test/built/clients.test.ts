import { execFile, execFileSync } from 'node:child_process';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { convertAll } from '../../../../examples/clients/convert-all.ts';
import { ScreenplayClient, ServiceError } from '../../../../examples/clients/screenplay-client.ts';
import { folderWith, NOT_A_SCRIPT } from '../stand-in.js';
import { startService } from './running-service.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const SHELL_CLIENT = join(EXAMPLES, 'clients/screenplay-client.sh');

const run = promisify(execFile);

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A service that wants a token everywhere, and a folder with the example scripts. */
async function stage() {
  const cwd = await folderWith({ 'odd "name"; type=x.fdx': NOT_A_SCRIPT });
  for (const script of await readdir(join(EXAMPLES, 'scripts')))
    await copyFile(join(EXAMPLES, 'scripts', script), join(cwd, script));
  const { url } = await startService(['--port', '0', '--require-token', 'all'], { cwd });
  return { cwd, url, token: (await readFile(join(cwd, '.screenplay/access-token'), 'utf8')).trim() };
}

describe.skipIf(!hasCurl())('the shell client (skipped without curl)', () => {
  it('converts, validates and exports', async () => {
    const { cwd, url, token } = await stage();
    const env = { PATH: process.env['PATH'], SCREENPLAY_URL: url, SCREENPLAY_TOKEN: token };
    const client = (...words: string[]) => run(SHELL_CLIENT, words, { cwd, env, maxBuffer: 1e8 });
    const shell = (line: string) => run('sh', ['-c', line], { cwd, env: { ...env, CLIENT: SHELL_CLIENT } });

    expect(JSON.parse((await client('formats')).stdout)).toContainEqual(expect.objectContaining({ name: 'fdx' }));
    for (const script of await readdir(join(EXAMPLES, 'scripts'))) {
      await shell(`"$CLIENT" convert ${script} > native.json && "$CLIENT" export native.json pdf > printed.pdf`);
      expect(JSON.parse((await client('validate', 'native.json')).stdout)).toEqual({ valid: true });
      expect(await readFile(join(cwd, 'printed.pdf'), 'latin1')).toMatch(/^%PDF-/);
    }
    await expect(client('convert', 'odd "name"; type=x.fdx')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^the service answers 422: \{"error":/),
    });
    await expect(client()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('convert draft.fdx') });
    await expect(run(SHELL_CLIENT, ['formats'], { env: { ...env, SCREENPLAY_TOKEN: '' } })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('401'),
    });
  });
});

describe('the TypeScript client', () => {
  it('converts, validates and exports', async () => {
    const { cwd, url, token } = await stage();
    const service = new ScreenplayClient(url, token);
    const script = new Uint8Array(await readFile(join(cwd, 'platform-nine.fdx')));
    const { document, warnings } = await service.convert(script, { name: 'platform-nine.fdx', lang: 'de' });
    expect(document['lang']).toBe('de');
    expect(Array.isArray(warnings)).toBe(true);
    expect(await service.validate(document)).toEqual({ valid: true });
    expect(await service.validate({ ...document, colour: 'red' })).toMatchObject({ valid: false });
    const file = await service.export(document, { format: 'fountain' });
    expect(file.fileName).toMatch(/\.fountain$/);
    expect(new TextDecoder().decode(file.bytes)).toContain('INT.');

    const other = new TextEncoder().encode(NOT_A_SCRIPT);
    const failure = await service.convert(other, { name: 'a.fdx' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ status: 422 });
    await expect(new ScreenplayClient(url).validate(document)).rejects.toMatchObject({ status: 401 });
  });

  it('converts many', async () => {
    const { cwd, url, token } = await stage();
    const paths = (await readdir(join(EXAMPLES, 'scripts'))).map((name) => join(cwd, name));
    const told: string[] = [];
    const service = new ScreenplayClient(url, token);
    const written = await convertAll(service, ['fadein', 'pdf'], paths, (line) => told.push(line));
    expect(written).toHaveLength(paths.length * 2);
    expect(told.length).toBeGreaterThanOrEqual(written.length);
    expect(await readFile(join(cwd, 'platform-nine.pdf'), 'latin1')).toMatch(/^%PDF-/);
    await expect(convertAll(service, ['pdf'], paths, () => undefined)).rejects.toThrow(/EEXIST/);
  });

  // Older ones do not run TypeScript as it is.
  it.skipIf(!('typescript' in process.features && process.features.typescript))(
    'is a program (skipped where Node does not run TypeScript)',
    async () => {
      const { cwd, url, token } = await stage();
      const program = join(EXAMPLES, 'clients/convert-all.ts');
      const { stdout } = await run(process.execPath, [program, 'fountain', 'platform-nine.fdx'], {
        cwd,
        env: { PATH: process.env['PATH'], SCREENPLAY_URL: url, SCREENPLAY_TOKEN: token },
      });
      expect(stdout).toContain('platform-nine.fdx -> platform-nine.fountain');
    },
  );
});
