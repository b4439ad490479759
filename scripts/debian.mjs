import { existsSync } from 'node:fs';
import { CommandFailed, runQuietly, step } from './progress.mjs';

/**
 * Installs Debian packages where this process may do so (as root, in a container or on a CI machine); it never asks for
 * a password.
 *
 * @param {string} what What they are for, for a person to read: `Redis for the tests`.
 * @param {readonly string[]} names
 * @returns {Promise<{ missing: string } | undefined>} Why it could not, and what a person can do.
 */
export async function installDebianPackages(what, names) {
  const command = `apt-get install ${names.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) return { missing: 'this machine has no apt-get to install it with' };
  if (process.getuid?.() !== 0) return { missing: `\`${command}\` brings it` };
  try {
    await step(`installing ${what} (${command})`, () => install(names));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return { missing: `\`${command}\` failed: ${error.output.trim().split('\n').at(-1)}` };
  }
  return undefined;
}

/** @param {readonly string[]} names */
async function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const install = () => runQuietly('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...names], { env });
  try {
    await install();
  } catch {
    await runQuietly('apt-get', [...wait, 'update'], { env });
    await install();
  }
}
