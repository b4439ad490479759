import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/screenplay.js', import.meta.url));

/** @typedef {{ status: number, body: Buffer }} Answer */

/**
 * Starts the built service, with folders of its own for data and temporary files.
 *
 * @param {Record<string, string>} settings
 * @param {readonly string[]} [flags]
 */
export async function startService(settings, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'screenplay-bench-'));
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...flags], {
    env: { PORT: '0', DATA_DIR: join(folder, 'data'), TMPDIR: temporary, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const found = /listening on (\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const token = readFileSync(join(folder, 'data/access-token'), 'utf8').trim();
  return {
    pid: child.pid ?? 0,
    url: /** @type {URL} */ (url),
    token,
    /** Where its embedded queue and its files are. */
    dataFolder: join(folder, 'data'),
    /** Whether it still runs. */
    alive: () => child.exitCode === null && child.signalCode === null,
    /** What lies in its folder for temporary files. */
    temporaryFiles: () => readdirSync(temporary, { recursive: true }),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      const code = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** A client with one connection, which it keeps. @param {URL} url */
export function makeClient(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /**
     * @param {string} path @param {Uint8Array | undefined} body @param {Record<string, string>} [headers]
     * @returns {Promise<Answer>}
     */
    call: (path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const call = request(
          new URL(path, url),
          {
            agent,
            method: body ? 'POST' : 'GET',
            headers: body
              ? { 'Content-Type': 'application/octet-stream', 'Content-Length': body.length, ...headers }
              : headers,
          },
          (answer) => {
            /** @type {Buffer[]} */
            const chunks = [];
            answer.on('data', (chunk) => chunks.push(chunk));
            answer.on('error', reject);
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
          },
        );
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
