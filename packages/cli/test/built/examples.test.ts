import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ingest } from '../../../../examples/clients/bulk-ingest.ts';
import { asTable, breakdown } from '../../../../examples/library/breakdown.ts';
import { convertFile } from '../../../../examples/library/convert.ts';
import { draftChanges } from '../../../../examples/library/draft-changes.ts';
import { isSigned, webhookReceiver } from '../../../../examples/webhook-receiver/receiver.ts';
import type { JobEvent } from '../../../../examples/webhook-receiver/receiver.ts';
import { folderWith, FOUNTAIN, screenplay } from '../stand-in.js';
import { startService } from './running-service.js';

const SCRIPTS = fileURLToPath(new URL('../../../../examples/scripts/', import.meta.url));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the examples of the library', () => {
  it('convert a file', async () => {
    const cwd = await folderWith({ 'a.fountain': FOUNTAIN });
    await convertFile(join(cwd, 'a.fountain'), join(cwd, 'a.fdx'));
    expect(await readFile(join(cwd, 'a.fdx'), 'utf8')).toContain('<FinalDraft');
    await expect(convertFile(join(cwd, 'a.fountain'), join(cwd, 'a.doc'))).rejects.toThrow('.doc');
  });

  it('make a breakdown with pages, eighths, cast and tags', async () => {
    const rows = await breakdown(await readFile(join(SCRIPTS, 'platform-nine.fdx')), 'platform-nine.fdx');
    expect(rows.length).toBeGreaterThan(0);
    for (const { heading, page, length } of rows) {
      expect(heading).not.toBe('');
      expect(page).toMatch(/^\d+[A-Z]*$/);
      expect(length).toMatch(/^(\d+ )?[1-7]\/8$|^\d+$/);
    }
    expect(rows.some(({ cast }) => cast !== '')).toBe(true);
    expect(asTable(rows).split('\n')).toHaveLength(rows.length + 2);
  });

  it('tell two drafts apart scene by scene', async () => {
    const draft = (scenes: string[]) => ({ name: 'draft.fountain', bytes: bytesOf(scenes.join('\n\n')) });
    const kitchen = 'INT. KITCHEN - DAY\n\nA pan hisses on the stove.\n\nMARA\nSit down, all of you.';
    const garden = 'EXT. GARDEN - NIGHT\n\nLanterns swing in the apple tree.';
    const cellar = 'INT. CELLAR - NIGHT\n\nBottles, dust, a locked door.';
    const edited = kitchen.replace('all of you', 'both of you');
    const changes = await draftChanges(draft([kitchen, garden]), draft([edited, cellar]));
    expect(changes).toEqual([
      { kind: 'edited', heading: 'INT. KITCHEN - DAY', elements: 1 },
      { kind: 'added', heading: 'INT. CELLAR - NIGHT', elements: 1 },
      { kind: 'removed', heading: 'EXT. GARDEN - NIGHT', elements: 1 },
    ]);
    expect(await draftChanges(draft([kitchen]), draft([kitchen]))).toEqual([]);
  });
});

describe('the webhook receiver', () => {
  it('takes what is signed, and nothing else', () => {
    const body = bytesOf('{"event":"job.queued"}');
    const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;
    expect(isSigned(body, signature, 'secret')).toBe(true);
    expect(isSigned(body, signature, 'other')).toBe(false);
    expect(isSigned(bytesOf('{"event":"job.queued"} '), signature, 'secret')).toBe(false);
    expect(isSigned(body, signature.slice(0, -1), 'secret')).toBe(false);
    expect(isSigned(body, undefined, 'secret')).toBe(false);
  });

  it('hears of a job of a service from its queueing to its end, each event once and in order', async () => {
    const cwd = await folderWith();
    await mkdir(join(cwd, '.screenplay/storage/in'), { recursive: true, mode: 0o700 });
    await writeFile(join(cwd, '.screenplay/storage/in/a.fountain'), FOUNTAIN);
    const secret = 'a secret of this very test';
    const events: JobEvent[] = [];
    let failures = 1;
    const receiver = webhookReceiver(secret, (event) => {
      // The first one is told again.
      if (failures-- > 0) throw new Error('not now');
      events.push(event);
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const settings = ['--webhook-secret', secret, '--default-webhook-urls', url, '--webhook-retry-min-wait', '50ms'];
    const service = await startService(['--port', '0', ...settings], { cwd });
    const tasks = ['convert-fountain-to-screenplay', 'export-to-fdx'];
    const env = { SCREENPLAY_URL: service.url };
    const { code } = await screenplay(['push', '-i', 'in/a.fountain', '-o', 'out', ...tasks, '--wait'], { cwd, env });
    expect(code).toBe(0);
    await expect
      .poll(() => events.map(({ event }) => event), { timeout: 30_000 })
      .toEqual(['job.queued', 'job.started', 'job.progress', 'job.completed']);
    expect(events.at(-1)).toMatchObject({ status: 'success', error: null });
    expect(new Set(events.map(({ delivery_id }) => delivery_id)).size).toBe(4);
    await service.stop();
  });
});

describe('the bulk ingest', () => {
  it('pushes each script once, however often it runs', async () => {
    const cwd = await folderWith();
    const folder = join(cwd, '.screenplay/storage/in');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const scripts = await readdir(SCRIPTS);
    for (const script of scripts) await copyFile(join(SCRIPTS, script), join(folder, script));
    await writeFile(join(folder, 'readme.txt'), 'no script');
    await writeFile(join(folder, 'broken.fdx'), 'no script');
    const { url } = await startService(['--port', '0'], { cwd });
    const token = (await readFile(join(cwd, '.screenplay/access-token'), 'utf8')).trim();
    const first = await ingest(url, token, 'in/', 'out/');
    expect(first.map(({ key }) => key).sort()).toEqual(['broken.fdx', ...scripts].map((name) => `in/${name}`).sort());
    const failed = first.filter(({ status }) => status === 'failed');
    expect(failed.map(({ key }) => key)).toEqual(['in/broken.fdx']);
    const again = await ingest(url, token, 'in/', 'out/');
    expect(again.map(({ jobId }) => jobId).sort()).toEqual(first.map(({ jobId }) => jobId).sort());
  });
});
