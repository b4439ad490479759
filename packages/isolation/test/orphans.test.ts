import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrograms } from '../scripts/build-programs.mjs';
import { isAlive, until } from './pool-actions.js';

let programs: Awaited<ReturnType<typeof buildPrograms>>;
const parents: ChildProcess[] = [];

beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => {
  for (const parent of parents) parent.kill('SIGKILL');
  programs.remove();
});

interface Service {
  parent: ChildProcess;
  pids: number[];
  output: () => string;
  ended: Promise<number | null>;
}

/** Starts `programs/parent.ts`, whose children do what is named, `name:ms`. */
async function startService(...misdeeds: string[]): Promise<Service> {
  const parent = spawn(process.execPath, [programs.parent, programs.misbehaving, ...misdeeds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parents.push(parent);
  let output = '';
  parent.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => parent.once('close', resolve));
  await until(() => output.includes('pids '));
  const pids = /pids (.*)/.exec(output)?.[1]?.split(' ').map(Number) ?? [];
  expect(pids.length).toBe(2);
  return { parent, pids, output: () => output, ended };
}

describe('children of a service', () => {
  it('end with it when it is killed, those that hang too', async () => {
    const { parent, pids } = await startService('hang', 'fillHeap');
    expect(pids.every(isAlive)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 150));
    parent.kill('SIGKILL');
    await until(() => !pids.some(isAlive), 3000);
  });

  it('end with it when they have nothing to do, and keep it from nothing', async () => {
    const { pids, ended } = await startService();
    expect(await ended).toBe(0);
    await until(() => !pids.some(isAlive), 3000);
  });

  it('finish what they do when a terminal or a supervisor signals all of the group', async () => {
    const { parent, pids, output, ended } = await startService('spin:700');
    for (const pid of pids) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    parent.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('done spin:700');
    expect(output()).toContain('closed');
    expect(pids.some(isAlive)).toBe(false);
  });
});
