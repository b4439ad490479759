import type { OperationName } from '@screenplay/core';
import { ConverterPool } from '../../src/index.js';

/** A service in small: starts children, gives them what its arguments name, tells their pids and goes on. */
const [, , program = '', ...misdeeds] = process.argv;
const pool = new ConverterPool({ size: 2, program });
await pool.ready();
for (const misdeed of misdeeds) {
  const [operation, ms] = misdeed.split(':');
  void pool.run(operation as OperationName, new Uint8Array(1), { ms: Number(ms) } as never).then(
    () => process.stdout.write(`done ${misdeed}\n`),
    (error: unknown) => process.stdout.write(`failed ${misdeed} ${String(error)}\n`),
  );
}
process.on('SIGTERM', () => void pool.close(5000).then(() => process.stdout.write('closed\n')));
process.stdout.write(
  `pids ${pool
    .stats()
    .processes.map(({ pid }) => pid)
    .join(' ')}\n`,
);
