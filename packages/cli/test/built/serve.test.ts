import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FOUNTAIN, folderWith } from '../stand-in.js';
import { startService } from './running-service.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAM = join(ROOT, 'packages/cli/bin/screenplay.js');

const run = promisify(execFile);

function installed(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs the line that the service printed, as it stands. */
async function pasted(stdout: string): Promise<Record<string, unknown>> {
  const line = stdout.split('\n').find((one) => one.trim().startsWith('curl '));
  const { stdout: answer } = await run('sh', ['-c', line!.trim()]);
  return JSON.parse(answer);
}

/** A program that is expected not to start. */
async function refused(argv: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, stderr };
}

const hasCurl = installed('curl');

describe('npm start', () => {
  it.skipIf(!hasCurl)(
    'starts the service, whose curl line works as it stands, and SIGTERM ends it well (skipped without curl)',
    async () => {
      const folder = join(await folderWith(), 'data');
      const service = await startService([], {
        command: ['npm', 'start'],
        cwd: ROOT,
        env: { PORT: '0', DATA_DIR: folder, HOME: process.env['HOME'] ?? '/' },
      });
      expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const document = await pasted(service.stdout());
      expect(JSON.stringify(document)).toContain('Who left this on?');
      const token = (await readFile(join(folder, 'access-token'), 'utf8')).trim();
      expect(service.stdout() + service.stderr()).not.toContain(token);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'access-token'))).mode & 0o777).toBe(0o600);
      expect(await service.stop()).toEqual({ code: 0, signal: null });
    },
  );
});

describe('serve', () => {
  it('opens the protected endpoints with the token that it made, and with no other', async () => {
    const cwd = await folderWith();
    const service = await startService(['--port', '0'], { cwd });
    const token = (await readFile(join(cwd, '.screenplay/access-token'), 'utf8')).trim();
    const statusWith = async (word: string) =>
      (await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${word}` } })).status;
    expect([await statusWith(token), await statusWith('x'.repeat(43))]).toEqual([200, 401]);
    await service.stop();
    const again = await startService(['--port', '0'], { cwd });
    expect((await fetch(`${again.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(await again.stop('SIGINT')).toEqual({ code: 0, signal: null });
  });

  it.skipIf(!hasCurl)(
    'prints a curl line that works where everything wants a token (skipped without curl)',
    async () => {
      const service = await startService(['--port', '0', '--require-token', 'all'], { cwd: await folderWith() });
      expect((await fetch(`${service.url}/formats`)).status).toBe(401);
      expect(JSON.stringify(await pasted(service.stdout()))).toContain('Who left this on?');
    },
  );

  it('finishes what runs when it is told to stop', async () => {
    const service = await startService(['--port', '0'], { cwd: await folderWith() });
    const script = FOUNTAIN + '\nINT. ROOM - DAY\n\nSomebody waits.\n\n'.repeat(40_000);
    const answer = fetch(`${service.url}/convert?format=fountain`, {
      method: 'POST',
      body: script,
      headers: { 'Content-Type': 'text/plain' },
    });
    await sleep(200);
    const ended = service.stop();
    const { document } = JSON.parse(await (await answer).text());
    expect(document.scenes).toHaveLength(40_001);
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('ends at once when it is told twice', async () => {
    const service = await startService(['--port', '0'], { cwd: await folderWith() });
    const answer = fetch(`${service.url}/convert?format=fountain`, {
      method: 'POST',
      body: 'INT. ROOM - DAY\n\nSomebody waits.\n\n'.repeat(400_000),
      headers: { 'Content-Type': 'text/plain' },
    }).catch((error: unknown) => error);
    await sleep(300);
    service.child.kill('SIGTERM');
    await expect.poll(() => service.stderr(), { timeout: 5000 }).toContain('"stopping"');
    expect(await service.stop()).toEqual({ code: null, signal: 'SIGTERM' });
    expect(await answer).toBeInstanceOf(Error);
  });

  it('leaves no process behind, however it ends', async () => {
    const service = await startService(['--port', '0'], { cwd: await folderWith() });
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(service.child.pid)]);
    const children = stdout.trim().split(/\s+/).map(Number);
    expect(children.length).toBeGreaterThan(0);
    await service.stop('SIGKILL');
    await expect.poll(() => children.filter((pid) => existsSync(`/proc/${pid}/exe`)), { timeout: 5000 }).toEqual([]);
  });

  it('logs JSON lines to standard error, and what people read to standard output', async () => {
    const service = await startService(['--port', '0'], { cwd: await folderWith(), env: { WEBHOOK_TIMEOUTS: '1s' } });
    await fetch(`${service.url}/formats`);
    await service.stop();
    const records = service
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records[0]).toMatchObject({ level: 'warn', message: expect.stringContaining('WEBHOOK_TIMEOUT?') });
    expect(records.map(({ message }) => message)).toEqual(expect.arrayContaining(['listening', 'stopping', 'stopped']));
    expect(service.stdout()).toMatch(/^screenplay \S+ is listening on http:\/\/127\.0\.0\.1:\d+\n/);
  });
});

describe('serve refuses', () => {
  it('settings that cannot be, all at once', async () => {
    const { code, stderr } = await refused(['--port', 'eighty'], await folderWith(), {
      CONVERT_TIMEOUT: '15',
      S3_REGION: 'x',
      ACCESS_TOKEN: 'short',
    });
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^error: --port: /),
      expect.stringMatching(/^error: ACCESS_TOKEN: token 1 is shorter than 16/),
      expect.stringMatching(/^error: CONVERT_TIMEOUT: /),
      expect.stringMatching(/^error: S3_REGION: set without S3_BUCKET/),
    ]);
  });

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await refused(['--port', String(port)], await folderWith());
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error: cannot listen on port ${port} of 127.0.0.1: another program is listening there; set another PORT, or stop it\n`,
    );
  });

  it('an address that is not this machine', async () => {
    const { code, stderr } = await refused(['--port', '0', '--host', '192.0.2.1'], await folderWith());
    expect([code, stderr]).toEqual([1, expect.stringContaining('this machine has no such address')]);
  });

  it('a data folder that is a file', async () => {
    const { code, stderr } = await refused(['--port', '0'], await folderWith({ '.screenplay': '' }));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: DATA_DIR \S+ cannot be used: /)]);
  });
});
