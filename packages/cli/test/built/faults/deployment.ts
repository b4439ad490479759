import type { JobRecord, Storage } from '@screenplay/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from './program.js';
import type { Role } from './program.js';
import { settingsFor } from './host.js';
import type { Host } from './host.js';
import { Receiver } from './receiver.js';
import { until } from './until.js';

const TOKEN = 'the-token-of-these-tests';

export interface DeploymentOptions {
  /** Beside what every deployment of these tests has. */
  env: Record<string, string>;
  /** Where its inputs and outputs are. */
  storage(folder: string): Promise<Storage>;
}

/** Processes of the service, what they share, and a receiver that they tell. */
export class Deployment implements Host {
  readonly receiver: Receiver;
  readonly storage: Storage;
  /** Of the processes: where the one of a single machine keeps everything. */
  readonly folder: string;
  readonly #env: Record<string, string>;
  readonly #programs: Program[] = [];

  private constructor(folder: string, receiver: Receiver, storage: Storage, env: Record<string, string>) {
    this.folder = folder;
    this.receiver = receiver;
    this.storage = storage;
    this.#env = env;
  }

  static async open({ env, storage }: DeploymentOptions): Promise<Deployment> {
    const folder = await mkdtemp(join(tmpdir(), 'screenplay-faults-'));
    const receiver = await Receiver.start();
    return new Deployment(folder, receiver, await storage(folder), {
      ...settingsFor(receiver),
      ACCESS_TOKEN: TOKEN,
      LOG_LEVEL: 'debug',
      PORT: '0',
      ...env,
    });
  }

  async start(role: Role, flags: readonly string[] = []): Promise<Program> {
    const program = await Program.start(role, flags, this.#env, this.folder);
    this.#programs.push(program);
    return program;
  }

  /** Those that run. */
  running(role: Role): Program[] {
    return this.#programs.filter((program) => program.role === role && program.running);
  }

  /** All that any of its processes has ever written. */
  get output(): string {
    return this.#programs.map(({ output }) => output).join('');
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.remove()));
    await this.receiver.close();
    await this.storage.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Asks whichever server answers, again and again as long as none does. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    let last: unknown;
    return until(
      `${init.method ?? 'GET'} ${path} is answered`,
      async () => {
        for (const server of this.running('serve')) {
          try {
            const answer = await this.askOf(server, path, init);
            if (answer.status < 500) return answer;
            last = await answer.text();
          } catch (error) {
            last = error;
          }
        }
        await sleep(50);
        return undefined;
      },
      () => String(last),
    );
  }

  /** Asks one server, once. */
  askOf(server: Program, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string> | undefined) };
    return fetch(`${server.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  }

  /** Pushes a job until a server says that it has it. Answers its id. */
  async push(request: object, idempotencyKey: string): Promise<string> {
    const answer = await this.ask('/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(request),
    });
    const body = (await answer.json()) as { job_id?: string };
    if (answer.status !== 202 || body.job_id === undefined) {
      throw new Error(`a push was answered with ${answer.status}: ${JSON.stringify(body)}`);
    }
    return body.job_id;
  }

  async record(jobId: string): Promise<JobRecord> {
    return (await (await this.ask(`/results/${jobId}`)).json()) as JobRecord;
  }

  /** The records of all jobs there are, or of those in one state, page by page. */
  async results(status?: JobRecord['status']): Promise<JobRecord[]> {
    const all: JobRecord[] = [];
    const first = `/results?limit=500${status === undefined ? '' : `&status=${status}`}`;
    for (let path: string | undefined = first; path !== undefined; ) {
      const answer: Response = await this.ask(path);
      all.push(...((await answer.json()) as JobRecord[]));
      path = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return all;
  }
}
