import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed, runQuietly } from './progress.mjs';

/** What the scripts that start servers for the tests share: ports, folders, programs, waiting, and leaving nothing behind. */

/** A port of 127.0.0.1 that is free now. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port');
  return address.port;
}

/** The path of a program, looked for in `PATH` and where servers lie. @param {string} name @returns {string | undefined} */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether containers can be started here: there is Docker, its daemon answers, and it has compose. */
export async function dockerWorks() {
  try {
    await runQuietly('docker', ['info']);
    await runQuietly('docker', ['compose', 'version']);
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}

/**
 * Waits until something answers.
 *
 * @param {string} what For the message.
 * @param {() => Promise<boolean>} answers May throw as long as there is no answer.
 * @param {{ seconds?: number, failed?: () => string | undefined }} [options] `failed`: why there is no use in waiting longer.
 */
export async function waitUntil(what, answers, { seconds = 60, failed } = {}) {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    if (await answers().catch(() => false)) return;
    const reason = failed?.();
    if (reason !== undefined) throw new Error(`${what} did not start: ${reason}`);
    if (performance.now() > end) throw new Error(`${what} did not answer within ${seconds} s`);
    await sleep(25);
  }
}

/** Things to undo, the latest first, however this process ends, short of a SIGKILL. @type {Set<() => void>} */
const leftovers = new Set();

/**
 * Registers what has to be undone at once when this process ends. It must not wait for anything.
 *
 * @param {() => void} undo
 * @returns {() => void} Undoes it now.
 */
export function undoAtExit(undo) {
  watchTheEnd();
  leftovers.add(undo);
  return () => {
    if (leftovers.delete(undo)) undo();
  };
}

let watching = false;

function watchTheEnd() {
  if (watching) return;
  watching = true;
  process.on('exit', undoAll);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      undoAll();
      process.kill(process.pid, signal);
    });
  }
}

function undoAll() {
  for (const undo of [...leftovers].reverse()) {
    leftovers.delete(undo);
    try {
      undo();
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
    }
  }
}

/**
 * A new folder with a short path (Unix sockets may lie in it) that is removed when this process ends, or by `remove`.
 *
 * @param {string} name
 */
export function ownFolder(name) {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  return { path, remove: undoAtExit(() => rmSync(path, { recursive: true, force: true })) };
}

/**
 * A server as a child of this process, killed with it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function startServer(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  /** @param {string} text */
  const keep = (text) => {
    output = (output + text).slice(-4000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      keep(error.message);
      resolve(undefined);
    });
  });
  let over = false;
  const forget = undoAtExit(() => void child.kill('SIGKILL'));
  void ended.then(() => {
    over = true;
    forget();
  });
  return {
    /** Undefined when the program could not be started. */
    pid: child.pid,
    /** Why it ended, or undefined while it runs. */
    failed: () => (over ? output.trim().split('\n').slice(-5).join('\n') || 'it ended at once' : undefined),
    /** Sends a signal and, unless that only pauses or resumes it, waits for the end. @param {NodeJS.Signals} [signal] */
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
    /** @param {NodeJS.Signals} signal */
    signal(signal) {
      child.kill(signal);
    },
  };
}
