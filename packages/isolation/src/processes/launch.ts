import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { dirname, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Launch {
  /** The program that children run. */
  program: string;
  /** Memory that a child may take, in MB: the most that its heap of JavaScript objects may grow to. */
  memoryMb: number;
}

/** Memory for long-lived objects that is filled before it is searched for garbage. */
const MOST_INITIAL_MB = 128;

/** The program beside the built library; from the sources, the built one. */
export function defaultProgram(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../dist/child.js' : './child.js', import.meta.url),
  );
}

/**
 * Starts a child: Node with nothing of this process but the channel, the lifeline, the tray (a file that is open here,
 * where there is one) and what it says when it crashes.
 */
export function launch({ program, memoryMb }: Launch, tray: number | undefined): ChildProcess {
  const flags = [
    '--disallow-code-generation-from-strings',
    // It reads its modules, and neither writes files nor starts programs.
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    '--allow-fs-read=*',
    '--allow-worker',
    '--no-warnings',
    `--max-old-space-size=${memoryMb}`,
    // Conversions make much that soon is garbage: with more room for it they take a tenth to a fifth less time.
    `--max-semi-space-size=${memoryMb >= 256 ? 32 : 16}`,
    `--initial-old-space-size=${Math.min(MOST_INITIAL_MB, Math.floor(memoryMb / 8))}`,
  ];
  return spawn(process.execPath, [...flags, program], {
    // A folder that is there as long as Node is, and that no service wants to unmount.
    cwd: parse(dirname(process.execPath)).root,
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', tray ?? 'ignore'],
    windowsHide: true,
  });
}

/** Empty, but for what Windows programs do not start without. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
