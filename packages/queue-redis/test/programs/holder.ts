/**
 * A worker that does not get on: `holder.js <url> <prefix> <lease, ms>` takes an id, marks its job as running, and says
 * `holding`. When it is told that its lease is lost it tries to write the job all the same, and to end the lease, and says
 * what came of it.
 */
import { openRedis } from '../../src/index.js';

const [url = '', prefix = '', leaseMs = ''] = process.argv.slice(2);

const ports = await openRedis({
  url,
  prefix,
  leaseMs: Number(leaseMs),
  resultsTtlMs: 3_600_000,
  log: (level, message) => process.stderr.write(`${level} ${message}\n`),
});
const lease = await ports.jobs.take(new AbortController().signal);
if (!lease) throw new Error('nothing was given');
const found = await ports.store.get(lease.id);
if (!found) throw new Error('there is no job');
const { job } = found;
job.record.status = 'running';
job.record.worker = 'holder';
const version = await ports.store.replace(lease.id, found.version, job, []);
if (version === undefined) throw new Error('the job could not be marked');
lease.lost.addEventListener('abort', () => void tryAllTheSame(version));
process.stdout.write('holding\n');

async function tryAllTheSame(version: number): Promise<void> {
  if (!lease) return;
  job.record.status = 'failed';
  const written = await ports.store.replace(lease.id, version, job, []);
  await lease.done();
  await lease.giveBack();
  process.stdout.write(`lost, written: ${String(written)}\n`);
  await ports.close();
}
