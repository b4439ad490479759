import { ScreenplayError } from '@screenplay/core';
import type { CallOptions, OperationName, Outcome } from '@screenplay/core';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ConverterPool } from '../src/index.js';

/** The coded error that a call ends with. */
export async function rejection(work: Promise<unknown>): Promise<ScreenplayError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return error as ScreenplayError;
}

/** Has a child do one of the operations of `programs/misbehaving.ts`. */
export function misbehave(
  pool: ConverterPool,
  misdeed: string,
  options: object = {},
  call: CallOptions = {},
  source = new Uint8Array(10),
): Promise<Outcome> {
  return pool.run(misdeed as OperationName, source, options, call);
}

/** Waits until something is so, looking every few milliseconds. */
export async function until(condition: () => boolean, ms = 10_000): Promise<void> {
  for (const end = performance.now() + ms; !condition(); ) {
    if (performance.now() > end) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether a process is there and no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In parentheses stands the program's name, then the state.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
