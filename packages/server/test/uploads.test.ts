import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { formOf, sendForm } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { serve } from './service.js';

it('leave no file anywhere, whatever comes of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-uploads-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Before the first form, so that whatever looks for a place finds this one.
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = readdirSync('.').sort();
  const { url, port, requests } = await serve({ limits: { convert: 300_000 } });
  const convert = `${url}/convert`;
  const seen = new Set<string>();
  const watcher = setInterval(() => readdirSync(folder).forEach((name) => seen.add(name)), 1);
  onTestFinished(() => clearInterval(watcher));

  const long = FOUNTAIN.repeat(1000);
  const upload = async (fileName: string, content: string, status: number): Promise<void> => {
    expect((await sendForm(convert, [{ name: 'file', fileName, content }])).status).toBe(status);
  };
  await upload('a.fountain', long, 200);
  await upload('../../escape.fountain', long, 200);
  await upload('/etc/passwd', long, 200);
  await upload('a.fdx', long, 422);
  await upload('a.fountain', long.repeat(2), 413);
  await upload('a.fountain', '', 400);
  const { headers, body } = formOf([{ name: 'file', fileName: 'a.fountain', content: long }]);
  const answered = requests().length;
  for (const share of [0.1, 0.5, 0.9]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /convert HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type'] ?? ''}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, body.length * share));
    await sleep(50);
    socket.destroy();
  }
  await expect.poll(() => requests().length).toBe(answered + 3);

  expect(readdirSync(folder)).toEqual([]);
  expect([...seen]).toEqual([]);
  expect(readdirSync('.').sort()).toEqual(before);
});
