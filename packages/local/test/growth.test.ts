import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../scripts/build-program.mjs';
import { testFolder } from './bench.js';

it('ten thousand queued jobs take little memory', { timeout: 120_000 }, async () => {
  const program = await buildProgram('queued');
  const folder = testFolder();
  try {
    const told = execFileSync(process.execPath, [program.path, join(folder.path, 'data'), '10000', '0'], {
      encoding: 'utf8',
    });
    const { depth, grownMb } = JSON.parse(told) as { depth: number; grownMb: number };
    expect(depth).toBe(10_050);
    expect(grownMb).toBeLessThan(120);
  } finally {
    folder.remove();
    program.remove();
  }
});
