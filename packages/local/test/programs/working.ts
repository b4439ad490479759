import { openSync, writeSync } from 'node:fs';
import { openLocal } from '../../src/index.js';
import { realRuntime } from '../bench.js';
import { reconcile, send, submit, work } from '../busy.js';
import type { Told } from '../busy.js';

/** Submits jobs, works on them and tells of them until it is killed; what was acknowledged goes to a file, line by line. */
const [folder = '', acknowledged = '', round = ''] = process.argv.slice(2);
const file = openSync(acknowledged, 'a');
const tell = (told: Told): void => void writeSync(file, `${JSON.stringify(told)}\n`);
const local = await openLocal({ folder, resultsTtlMs: 3_600_000, runtime: realRuntime });
const { signal } = new AbortController();

let next = 0;
const submitter = async (): Promise<void> => {
  for (;;) await submit(local, `j_${round}${String(next++).padStart(8, '0')}`, tell);
};

writeSync(1, 'ready\n');
await reconcile(local);
await Promise.all([
  submitter(),
  submitter(),
  ...[1, 2, 3, 4].map(() => work(local, signal, tell)),
  ...[1, 2].map(() => send(local, signal, tell)),
]);
