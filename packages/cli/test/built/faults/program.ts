import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../bin/screenplay.js', import.meta.url));

const READY = { serve: /listening on (\S+)[\s\S]*Ctrl-C/, worker: /"message":"working"/ };

export type Role = keyof typeof READY;

/** A server or worker as an operator starts it: the built program in a process of its own. */
export class Program {
  readonly role: Role;
  readonly #child: ChildProcess;
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #output = '';

  private constructor(role: Role, child: ChildProcess) {
    this.role = role;
    this.#child = child;
    this.#ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
  }

  /** Resolves once it listens or works. */
  static async start(role: Role, flags: readonly string[], env: Record<string, string>, cwd: string): Promise<Program> {
    const child = spawn(process.execPath, [PROGRAM, role, ...flags], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that it can be paused with its converters, and nothing of it outlives the tests.
      detached: true,
    });
    const program = new Program(role, child);
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (READY[role].test(program.#output)) resolve();
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('error', reject);
      child.once('exit', (code) => {
        reject(new Error(`screenplay ${role} ended with ${String(code)}:\n${program.#output}`));
      });
    });
    return program;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Of a server. */
  get url(): string {
    return READY.serve.exec(this.#output)?.[1] ?? '';
  }

  /** All that it has written: what people read, and its log. */
  get output(): string {
    return this.#output;
  }

  /** Whether a worker of this id is one of this process. */
  has(worker: string | null): boolean {
    return worker?.includes(`-${this.pid}-`) ?? false;
  }

  /** Whether it has said so of a job. */
  logged(message: string, jobId: string): boolean {
    return this.#output.split('\n').some((line) => line.includes(message) && line.includes(jobId));
  }

  /** Stops it and its converters, as the freezing of a machine does. */
  pause(): void {
    process.kill(-this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(-this.pid, 'SIGCONT');
  }

  /** Ends it without a goodbye; its converters have to notice by themselves. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to stop, and tells with which code it did. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return (await this.#ended).code;
  }

  /** Ends all that may be left of it. */
  async remove(): Promise<void> {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nothing is left.
    }
    await this.#ended;
  }
}
