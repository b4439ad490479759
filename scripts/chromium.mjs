import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';

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
  const refused = await installDebianPackages('Chromium for the browser tests', ['chromium']);
  if (refused)
    return { missing: `there is no Chromium on this machine: ${refused.missing}; CHROMIUM_PATH can name one` };
  return { path: '/usr/bin/chromium' };
}
