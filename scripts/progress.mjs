import { spawn } from 'node:child_process';

/** A command that ended with something other than 0. */
export class CommandFailed extends Error {
  /** @param {string} label @param {number} code @param {string} output */
  constructor(label, code, output) {
    super(`${label} failed (exit code ${code})${output.trim() ? `\n\n${output.trimEnd()}\n` : ''}`);
    this.name = 'CommandFailed';
    this.code = code;
    this.output = output;
  }
}

/**
 * Runs a program to its end without showing what it prints.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, label?: string }} [options]
 * @returns {Promise<string>} What it printed, both streams.
 * @throws {CommandFailed} With its output, when it fails.
 */
export function runQuietly(command, args, options = {}) {
  const { label = [command, ...args].join(' '), ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => reject(new CommandFailed(label, 127, error.message)));
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new CommandFailed(label, code ?? 1, output))));
  });
}

/**
 * Runs a program on this terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} Its exit code.
 */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Does a piece of work and tells on stderr what it is and how long it took.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const start = performance.now();
  process.stderr.write(`${label} ... `);
  try {
    const result = await work();
    process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

/** Runs a script's main function; a failure is its message on stderr and exit code 1. @param {() => Promise<number | void>} main */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) || 0;
  } catch (error) {
    process.stderr.write(
      `${error instanceof CommandFailed ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
