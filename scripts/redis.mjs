import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { runQuietly, step } from './progress.mjs';
import { dockerWorks, findProgram, freePort, ownFolder, startServer, undoAtExit, waitUntil } from './servers.mjs';

/** A private Redis: on a port of its own, its append-only log in a folder of its own. It can be killed and started again. */
export class PrivateRedis {
  /** @param {string} program @param {number} port @param {ReturnType<typeof ownFolder>} folder @param {readonly string[]} flags */
  constructor(program, port, folder, flags) {
    this.program = program;
    this.port = port;
    this.folder = folder;
    this.flags = flags;
    this.url = `redis://127.0.0.1:${port}`;
    /** @type {ReturnType<typeof startServer> | undefined} */
    this.server = undefined;
  }

  /**
   * @param {{ program?: string, flags?: readonly string[] }} [options] `flags` go to redis-server after its own.
   * @throws {Error} When there is no redis-server.
   */
  static async start({ program = findProgram('redis-server'), flags = [] } = {}) {
    if (!program) throw new Error('there is no redis-server on this machine');
    const redis = new PrivateRedis(program, await freePort(), ownFolder('screenplay-redis'), flags);
    await redis.restart();
    return redis;
  }

  /** Whether private servers can be started on this machine. */
  static available() {
    return findProgram('redis-server') !== undefined;
  }

  /** Starts it with the log that it left. */
  async restart() {
    if (this.server) throw new Error('this Redis runs already');
    const flags = [
      ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder.path],
      ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
      ['--maxmemory-policy', 'noeviction'],
    ].flat();
    const server = startServer(this.program, [...flags, ...this.flags]);
    this.server = server;
    await waitUntil('redis-server', () => answersPing(this.port), { failed: server.failed });
  }

  /** As when the machine's memory killer takes it: no goodbye. */
  async kill() {
    const { server } = this;
    this.server = undefined;
    await server?.end('SIGKILL');
  }

  /** It keeps its connections and answers nothing. */
  pause() {
    this.server?.signal('SIGSTOP');
  }

  resume() {
    this.server?.signal('SIGCONT');
  }

  /** Ends it and removes what it kept. */
  async stop() {
    await this.kill();
    this.folder.remove();
  }
}

/** @param {number} port @returns {Promise<boolean>} Whether a Redis answers that is done loading its log. */
function answersPing(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(/^(?:\+PONG|-NOAUTH)/.test(data.toString()));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/**
 * A Redis for the tests: the one that `TEST_REDIS_URL` names, else a private one: of this machine's redis-server, which is
 * installed where that is allowed, else in a container.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | { missing: string }>}
 */
export async function ensureRedis() {
  const { TEST_REDIS_URL } = process.env;
  if (TEST_REDIS_URL) return { url: TEST_REDIS_URL, stop: async () => {} };
  if (PrivateRedis.available()) return PrivateRedis.start();
  const refused = await installDebianPackages('Redis for the tests', ['redis-server']);
  if (!refused) return PrivateRedis.start();
  if (await dockerWorks()) return startContainer();
  return {
    missing: `the tests need a Redis and there is no redis-server on this machine: ${refused.missing}; else start Docker, or name a running Redis in TEST_REDIS_URL`,
  };
}

async function startContainer() {
  const port = await freePort();
  const folder = ownFolder('screenplay-redis');
  const file = join(folder.path, 'compose.json');
  const redis = {
    image: 'redis:7-alpine',
    command: ['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ports: [`127.0.0.1:${port}:6379`],
  };
  writeFileSync(file, JSON.stringify({ services: { redis } }));
  const compose = ['compose', '--project-name', `screenplay-tests-redis-${port}`, '--file', file];
  const down = undoAtExit(() => void spawnSync('docker', [...compose, 'down', '--volumes', '--timeout', '1']));
  await step('starting Redis for the tests in a container', async () => {
    await runQuietly('docker', [...compose, 'up', '--detach', '--quiet-pull']);
    await waitUntil('Redis in its container', () => answersPing(port));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      down();
      folder.remove();
    },
  };
}
