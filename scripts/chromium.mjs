import { existsSync } from 'node:fs';
import { CommandFailed, runQuietly, step } from './progress.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} The Chromium of `CHROMIUM_PATH`, else the one that this machine has. */
function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH ? CHROMIUM_PATH : PLACES.find((path) => existsSync(path));
}

/**
 * The path of a Chromium, or why there is none. Where this process may install Debian packages (as root, in a
 * container or on a CI machine) it installs `chromium`; it never asks for a password.
 *
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export async function ensureChromium() {
  const path = findChromium();
  if (path) return { path };
  if (!existsSync('/usr/bin/apt-get'))
    return { missing: 'there is no Chromium on this machine; CHROMIUM_PATH can name one' };
  if (process.getuid?.() !== 0)
    return { missing: 'there is no Chromium on this machine; `apt-get install chromium` brings one' };
  try {
    await step('installing Chromium for the browser tests (apt-get install chromium)', installDebianPackage);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return { missing: `Chromium could not be installed: ${error.output.trim().split('\n').at(-1)}` };
  }
  return { path: '/usr/bin/chromium' };
}

async function installDebianPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
  try {
    await install();
  } catch {
    await runQuietly('apt-get', ['update'], { env });
    await install();
  }
}
