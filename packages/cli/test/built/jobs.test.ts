import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, FOUNTAIN, screenplay } from '../stand-in.js';
import { startService } from './running-service.js';
import type { RunningService } from './running-service.js';

interface Bench {
  cwd: string;
  service: RunningService;
  /** Where objects of the embedded store are files. */
  storage: string;
  push(argv: readonly string[], env?: Record<string, string>): ReturnType<typeof screenplay>;
}

async function bench(flags: readonly string[] = []): Promise<Bench> {
  const cwd = await folderWith();
  const storage = join(cwd, '.screenplay/storage');
  await mkdir(join(storage, 'in'), { recursive: true });
  await writeFile(join(storage, 'in/Draft 2.fountain'), FOUNTAIN);
  const service = await startService(['--port', '0', ...flags], { cwd });
  return {
    cwd,
    service,
    storage,
    push: (argv, env = {}) => screenplay(['push', ...argv], { cwd, env: { SCREENPLAY_URL: service.url, ...env } }),
  };
}

const INPUT = ['-i', 'in/Draft 2.fountain', '-o', 'out/draft'];

describe('jobs of a service without other servers', () => {
  it('are pushed, waited for and done: what people put into the storage folder is there as an object', async () => {
    const { push, storage, service, cwd } = await bench();
    const tasks = ['convert-fountain-to-screenplay', 'validate-screenplay', 'export-to-fdx', 'zip-output'];
    const { code, stdout, stderr } = await push([...INPUT, ...tasks, '--wait']);
    expect(code).toBe(0);
    const record = JSON.parse(stdout);
    expect(record).toMatchObject({ status: 'success', completed_tasks: tasks, document_id: 'in/Draft 2.fountain' });
    expect(stderr).toContain('zip-output (4 of 4)');

    const fdx = await readFile(join(storage, 'out/draft/fdx/Draft 2.fdx'), 'utf8');
    const converted = await screenplay(['convert', 'a.fountain', '-t', 'fdx'], {
      cwd: await folderWith({ 'a.fountain': FOUNTAIN }),
    });
    expect(fdx).toBe(converted.stdout);

    // Secrets are made once and kept, none of them in the log.
    for (const name of ['access-token', 'job-secret', 'webhook-secret']) {
      const secret = (await readFile(join(cwd, '.screenplay', name), 'utf8')).trim();
      expect(secret.length).toBeGreaterThanOrEqual(16);
      expect(service.stderr() + service.stdout()).not.toContain(secret);
    }
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });

  it('are kept over a restart', async () => {
    const first = await bench(['--no-workers']);
    const { stdout } = await first.push([...INPUT, 'convert-fountain-to-screenplay']);
    const id = stdout.trim();
    expect(id).toMatch(/^j_[0-9A-Z]{26}$/);
    first.service.child.kill('SIGKILL');
    await first.service.stop('SIGKILL');
    const again = await startService(['--port', '0'], { cwd: first.cwd });
    const token = (await readFile(join(first.cwd, '.screenplay/access-token'), 'utf8')).trim();
    const record = async () =>
      (await fetch(`${again.url}/results/${id}`, { headers: { authorization: `Bearer ${token}` } })).json();
    await expect.poll(record, { timeout: 30_000 }).toMatchObject({ status: 'success', attempt: 1 });
    await again.stop();
  });

  it('that fail say so, and are exit code 1', async () => {
    const { push } = await bench();
    const missing = await push(['-i', 'in/none.fdx', '-o', 'out', 'convert-fdx-to-screenplay', '--wait']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('the job failed in convert-fdx-to-screenplay');
    const wrong = await push(['-i', 'in/a.fdx', '-o', 'out', 'convert-fdx-to-word']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('tasks[0]');
  });

  it('take a key from the environment and show it nowhere', async () => {
    const { push, storage, service } = await bench();
    const key = 'canary key of this test';
    const tasks = ['convert-fountain-to-screenplay', 'encrypt-screenplay'];
    const pushed = await push([...INPUT, ...tasks, '--wait'], { SCREENPLAY_ENCRYPT_KEY: key });
    expect(pushed.code).toBe(0);
    expect(pushed.stdout + pushed.stderr + service.stderr()).not.toContain(key);
    const encrypted = JSON.parse(await readFile(join(storage, 'out/draft/encrypted/Draft 2_encrypted.json'), 'utf8'));
    expect(encrypted.encrypt.cipher).toBe('aes-256-ctr');
  });

  it('want the token of the service', async () => {
    const { push, cwd } = await bench();
    const refused = await push([...INPUT, 'convert-fountain-to-screenplay'], {
      ACCESS_TOKEN: 'some other token entirely',
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('ACCESS_TOKEN');
    const nobody = await screenplay(['push', ...INPUT, 'zip-output', '--url', 'http://127.0.0.1:1'], { cwd });
    expect(nobody).toMatchObject({ code: 1, stdout: '' });
    expect(nobody.stderr).toContain('screenplay serve');
  });

  it('a second service in the same folder is refused, and told why', async () => {
    const { cwd } = await bench();
    await expect(startService(['--port', '0'], { cwd })).rejects.toThrow(/another process/);
  });
});
