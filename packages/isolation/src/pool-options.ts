import { ScreenplayError } from '@screenplay/core';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultProgram } from './processes/launch.js';

export interface ConverterPoolOptions {
  /** Short conversions that run at once, and long ones beside them at lower priority. Default: one for each core. */
  size?: number | undefined;
  /** Milliseconds that a conversion may take, and the cap of what a call may ask for. Default 60,000. */
  timeoutMs?: number | undefined;
  /**
   * Memory in MB that a process may take with all that is in it, and the cap of what a call may ask for; an idle one
   * takes about 60. Default 1024.
   */
  memoryMb?: number | undefined;
  /** Conversions that may wait for a process; more are `busy`. Default 128. */
  waiting?: number | undefined;
  /** MB of sources that may wait. Default 256. */
  waitingMb?: number | undefined;
  /** Milliseconds after which a waiting conversion is `busy` too. Default 30,000. */
  maxWaitMs?: number | undefined;
  /**
   * Milliseconds that a short conversion takes at most. One that takes longer makes way when others wait: it goes on
   * beside them at lower priority, or begins anew later. Default 400.
   */
  shortMs?: number | undefined;
  /** Conversions after which a process is replaced by a fresh one. Default 1000. */
  recycleAfter?: number | undefined;
  /** The program of the processes, when the library is bundled into a file apart from its own `child.js`. */
  program?: string | URL | undefined;
}

export type PoolSettings = {
  readonly [Name in keyof ConverterPoolOptions]-?: NonNullable<ConverterPoolOptions[Name]>;
} & {
  readonly program: string;
};

/** Node itself takes half of it. */
const MIN_MEMORY = 128;

/** @throws ScreenplayError `bad_option` */
export function settingsOf(options: ConverterPoolOptions): PoolSettings {
  const { program } = options;
  return {
    size: whole('size', options.size ?? availableParallelism(), 1, 1024),
    timeoutMs: whole('timeoutMs', options.timeoutMs ?? 60_000, 1, 2 ** 31 - 1),
    memoryMb: whole('memoryMb', options.memoryMb ?? 1024, MIN_MEMORY, 2 ** 20),
    waiting: whole('waiting', options.waiting ?? 128, 0, 1e6),
    waitingMb: whole('waitingMb', options.waitingMb ?? 256, 0, 2 ** 20),
    maxWaitMs: whole('maxWaitMs', options.maxWaitMs ?? 30_000, 1, 2 ** 31 - 1),
    shortMs: whole('shortMs', options.shortMs ?? 400, 1, 2 ** 31 - 1),
    recycleAfter: whole('recycleAfter', options.recycleAfter ?? 1000, 1, 1e9),
    program: program instanceof URL ? fileURLToPath(program) : (program ?? defaultProgram()),
  };
}

/** @throws ScreenplayError `bad_option` */
export function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ScreenplayError('bad_option', `\`${name}\` must be a whole number from ${min} to ${max}`);
}
