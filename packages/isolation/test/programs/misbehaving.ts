import { OPERATIONS, ScreenplayError } from '@screenplay/core';
import type { Outcome } from '@screenplay/core';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { getPriority } from 'node:os';
import { serve } from '../../src/program/serve.js';

/**
 * A child program whose conversions misbehave in every way that a hostile file, a bug or a library below could bring
 * about: each is an operation. `ms` and `mb` of the options say how much.
 */

interface Misdeed {
  ms?: number;
  mb?: number;
  code?: 'malformed_input';
}

const kept: unknown[] = [];

/** Works for so many milliseconds of processor time, however long that takes. */
function spin(ms: number): void {
  const { user, system } = process.cpuUsage();
  for (;;) {
    for (let n = 0; n < 100_000; n++) Math.sqrt(n);
    const now = process.cpuUsage();
    if (now.user + now.system - user - system >= ms * 1000) return;
  }
}

function answer(value: unknown, bytes: Uint8Array = new Uint8Array(0)): Outcome {
  return { bytes, warnings: [], facts: value as never };
}

function fillBuffers(mb: number): void {
  for (let filled = 0; filled < mb; filled += 8) kept.push(new Uint8Array(8 * 1_048_576).fill(1));
}

const misdeeds: Record<string, (source: Uint8Array, options: Misdeed) => Outcome | Promise<Outcome>> = {
  echo: (source, options) => answer(options, source.slice()),
  spin(source, { ms = 0 }) {
    spin(ms);
    return answer({}, source);
  },
  hang() {
    for (;;) spin(1000);
  },
  /** Waits for what never comes. */
  wait: () => new Promise(() => undefined),
  fillHeap() {
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })));
  },
  fillBuffers() {
    fillBuffers(Infinity);
    return answer({});
  },
  /** Never lets go of so much. */
  leak(_, { mb = 0 }) {
    fillBuffers(mb);
    return answer({});
  },
  hugeString: () => answer('x'.repeat(2 ** 29 - 25).concat('y'.repeat(2 ** 28))),
  deep: () => {
    const dig = (depth: number): number => dig(depth + 1) + 1;
    return answer(dig(0));
  },
  abort: () => process.abort(),
  exit: () => process.exit(3),
  segfault() {
    process.kill(process.pid, 'SIGSEGV');
    return misdeeds['wait']!(new Uint8Array(), {});
  },
  killed() {
    process.kill(process.pid, 'SIGKILL');
    return misdeeds['wait']!(new Uint8Array(), {});
  },
  /** Throws where nobody can catch it, with words of the script. */
  stray() {
    setTimeout(() => {
      throw new Error('SECRET LINE OF DIALOGUE');
    }, 5);
    return misdeeds['wait']!(new Uint8Array(), {});
  },
  defect() {
    throw new Error('SECRET LINE OF DIALOGUE');
  },
  refuse(_, { code = 'malformed_input' }) {
    throw new ScreenplayError(code, 'There is no such thing', { at: { line: 3, column: 7 }, details: { seen: 1 } });
  },
  /** Writes what is no answer. */
  junk() {
    writeSync(3, new Uint8Array(64).fill(255));
    return misdeeds['wait']!(new Uint8Array(), {});
  },
  /** What the process may and has. */
  surroundings: () =>
    answer({
      env: process.env,
      niceness: getPriority(),
      score: readFileSync('/proc/self/oom_score_adj', 'utf8').trim(),
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what must not work
      evaluated: attempt(() => new Function('return 1')()),
      written: attempt(() => writeFileSync('/tmp/screenplay-isolation-test', '')),
      spawned: attempt(() => spawnSync('true').error?.message ?? 'done'),
    }),
};

function attempt(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
  }
}

await serve({ ...OPERATIONS, ...misdeeds });
