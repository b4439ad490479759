import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/screenplay.js', import.meta.url));

export interface RunningService {
  child: ChildProcess;
  url: string;
  /** All it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal, and tells how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ServiceOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Default: the built program. */
  command?: readonly string[];
}

/** Starts the service and waits until it listens; it is killed when the test ends. */
export async function startService(flags: readonly string[], options: ServiceOptions): Promise<RunningService> {
  const [program = '', ...args] = options.command ?? [process.execPath, PROGRAM, 'serve'];
  const child = spawn(program, [...args, ...flags], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing of it outlives the test.
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      const found = /listening on (\S+)[\s\S]*Ctrl-C/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}: ${stdout}${stderr}`)));
  });
  return {
    child,
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
