import { FileStorage } from '@screenplay/local';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWave, countsText } from './check-wave.js';
import { Deployment } from './deployment.js';
import { mixedOrders } from './orders.js';
import type { Order } from './orders.js';
import type { Program } from './program.js';
import { Reference } from './reference.js';
import type { Script } from './scripts.js';
import { newSecret } from './secrets.js';
import { JOBS, untilTrue } from './until.js';
import { Wave } from './wave.js';

const MINUTES = 60_000;

const run = promisify(execFile);

/** Pages full of strokes, which take some seconds longer than a conversion may, and not much memory. */
const hanging = (name: string): Script => ({
  format: 'pdf',
  name,
  bytes: pdfOf(1000, 'q Q 0 0 m 9 9 l S '.repeat(5000)),
});

/** Takes more memory than a conversion may. */
const bloating = (name: string): Script => {
  return { format: 'fountain', name, bytes: Buffer.from('INT. A\n\nB\nc\n\n'.repeat(250_000)) };
};

/** Unfolds to a thousand times its size. */
const unfolding = (name: string): Script => ({
  format: 'yaml',
  name,
  bytes: Buffer.from(`a: &a [${'x,'.repeat(9)}x]
${[...'bcdefghij'].map((letter, at) => `${letter}: &${letter} [${`*${'abcdefghi'[at] ?? ''},`.repeat(9)}]`).join('\n')}`),
});

function orderOf(script: Script): Order {
  return { script, tasks: [`convert-${script.format}-to-screenplay`, 'export-to-pdf'], vars: {} };
}

describe('jobs that harm whoever does them', { timeout: 10 * MINUTES }, () => {
  let deployment: Deployment;
  let service: Program;
  let reference: Reference;

  beforeAll(async () => {
    reference = new Reference();
    deployment = await Deployment.open({
      env: { MAX_WORKERS: '4', CONVERT_TIMEOUT: '4s', CONVERT_MEMORY_MB: '512' },
      storage: (folder) => FileStorage.open(join(folder, '.screenplay/storage')),
    });
    service = await deployment.start('serve');
  }, MINUTES);
  afterAll(async () => {
    await deployment.close();
    await reference.close();
  });

  /** Does the good jobs, after the bad ones if there are any. Answers how many milliseconds that took. */
  async function timed(name: string, poison?: Wave): Promise<number> {
    const wave = new Wave(name, deployment, await mixedOrders(JOBS, newSecret()));
    const start = performance.now();
    await poison?.push();
    await wave.push();
    await wave.untilTold();
    const took = performance.now() - start;
    process.stdout.write(`${countsText(`${name}, ${(took / 1000).toFixed(1)} s`, await checkWave(wave, reference))}\n`);
    return took;
  }

  it('fail with the right code, once, and cost the others no more than their own time', async () => {
    const turn = freshName();
    const before = await timed(`clean-${turn}`);
    const orders = [
      hanging('hang-1.pdf'),
      bloating('bloat-1.fountain'),
      unfolding('unfold.yaml'),
      hanging('hang-2.pdf'),
    ];
    const poison = new Wave(`poison-${turn}`, deployment, [...orders, bloating('bloat-2.fountain')].map(orderOf));
    const beside = await timed(`beside-poison-${turn}`, poison);
    await poison.untilTold();
    const after = await timed(`clean-again-${turn}`);

    const records = await poison.records();
    const outcomes = records.map(({ input_key, status, error, attempt }) => [input_key, status, error?.code, attempt]);
    expect(outcomes.sort()).toEqual([
      ['in/bloat-1.fountain', 'failed', 'limit_exceeded', 1],
      ['in/bloat-2.fountain', 'failed', 'limit_exceeded', 1],
      ['in/hang-1.pdf', 'failed', 'timeout', 1],
      ['in/hang-2.pdf', 'failed', 'timeout', 1],
      ['in/unfold.yaml', 'failed', 'limit_exceeded', 1],
    ]);
    const own = records.reduce((sum, { started_at, finished_at }) => sum + timeBetween(started_at, finished_at), 0);
    const seconds = [Math.max(before, after), own, beside].map((ms) => (ms / 1000).toFixed(1));
    process.stdout.write(
      `clean ${String(seconds[0])} s, poison alone ${String(seconds[1])} s, both ${String(seconds[2])} s\n`,
    );
    expect(beside).toBeLessThan((Math.max(before, after) + own) * 1.1);
  });

  it('fail when the converter crashes under them, and the next ones are done', async () => {
    const turn = freshName();
    const crash = new Wave(`crash-${turn}`, deployment, [orderOf(hanging('crash.pdf'))]);
    await crash.push();
    const [id] = crash.ids.values();
    await untilTrue('it is under way', async () => (await deployment.record(id!)).status === 'running');
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(service.pid)]);
    for (const pid of stdout.trim().split(/\s+/).map(Number)) process.kill(pid, 'SIGSEGV');
    await crash.untilTold();
    expect(await deployment.record(id!)).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'internal' } });
    await timed(`after-the-crash-${turn}`);
  });
});

/** For waves: a test may run more than once. */
function freshName(): string {
  return String(Math.round(performance.now()));
}

function timeBetween(start: string | null, end: string | null): number {
  return Date.parse(end ?? '') - Date.parse(start ?? '');
}

/** A document of so many pages that look all alike. */
function pdfOf(pages: number, content: string): Uint8Array {
  const packed = deflateSync(content).toString('latin1');
  const numbers = Array.from({ length: pages }, (_, at) => at + 4);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << >> >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
    ...numbers.map(() => page),
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Without a table of where the objects are: readers look for them.
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}
