import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';

/** Programs that open our PDFs and print others for us to read, by where Debian puts them, and the packages they come in. */
const PROGRAMS = Object.entries({
  '/usr/bin/pdftotext': 'poppler-utils',
  '/usr/bin/gropdf': 'groff',
  '/usr/bin/lowriter': 'libreoffice-writer',
});

/**
 * Installs what is missing of them where this process may install Debian packages (as root, in a container or on a CI
 * machine). Elsewhere the tests that want them are skipped, and say so.
 */
export async function installPaperPrograms() {
  const names = PROGRAMS.flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  if (names.length > 0) await installDebianPackages('programs that print and open PDFs', names);
}
