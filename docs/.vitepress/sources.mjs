import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DOCS = join(dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = join(DOCS, '..');
const FORMAT_ROOM = /^packages\/core\/src\/formats\/(\w+)\/README\.md$/;
const LINK = /(\]\()([^)\s]+)(\))/g;
const FENCE = /^(`{3,})[\s\S]*?^\1`*$/gm;

/** Whether a link is to a file beside the page, and not to another site, to a place in the page or from the site's root. */
export function isToFile(href) {
  return !/^([a-z][a-z+.-]*:|#|\/)/i.test(href);
}

/**
 * Where a relative link leads on the site. Pages of the documentation link to files of the repository, so that they
 * can be read there too; such a file is a page of the site of its own: `/formats/<name>` what a format carries,
 * `/source/<path>` everything else.
 *
 * @param {string} href as it stands in the page
 * @param {string} page path of the page's file in the repository
 * @returns {string} From the root of the site.
 * @throws When there is no such file.
 */
export function siteLink(href, page) {
  const place = /#.*$/.exec(href)?.[0] ?? '';
  const target = targetOf(href, page);
  if (target.startsWith('docs/')) return `/${target.slice('docs/'.length)}${place}`;
  const format = FORMAT_ROOM.exec(target)?.[1];
  return format === undefined ? `/source/${target.replace(/\.md$/, '')}.md${place}` : `/formats/${format}.md${place}`;
}

/** The path in the repository that a relative link of a page leads to. */
function targetOf(href, page) {
  const path = decodeURI(href.replace(/#.*$/, ''));
  const target = posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '');
  // Pages of the documentation are looked for by VitePress.
  if (target.startsWith('docs/') || existsSync(join(ROOT, target))) return target;
  throw new Error(`${page} links to ${href}, and there is no ${target}`);
}

/** The files outside of the documentation that its pages link to, and those that these link to. */
export function linkedSources() {
  const found = new Set();
  const waiting = ['README.md', ...pagesUnder(DOCS).map((path) => relative(ROOT, path))];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (extname(page) !== '.md') continue;
    const text = readFileSync(join(ROOT, page), 'utf8').replace(FENCE, '');
    for (const [, , href] of text.matchAll(LINK)) {
      if (!isToFile(href)) continue;
      const target = targetOf(href, page);
      if (target.startsWith('docs/') || found.has(target)) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  return [...found].sort();
}

/** A file of the repository as the text of a page. */
export function sourcePage(path) {
  if (!extname(path) && isFolder(path)) return folderPage(path);
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (extname(path) === '.md') return withSiteLinks(text, path);
  return `# ${posix.basename(path)}\n\n\`${path}\`\n\n\`\`\`\`${languageOf(path)}\n${text.trimEnd()}\n\`\`\`\`\n`;
}

/** A page of Markdown with its links as they are on the site. */
export function withSiteLinks(text, page) {
  return text.replace(LINK, (whole, before, href, after) =>
    isToFile(href) ? before + siteLink(href, page) + after : whole,
  );
}

/** The names of the formats that have a page. */
export function formatRooms() {
  const rooms = join(ROOT, 'packages/core/src/formats');
  return readdirSync(rooms).filter((name) => existsSync(join(rooms, name, 'README.md')));
}

function isFolder(path) {
  return readdirSync(dirname(join(ROOT, path)), { withFileTypes: true }).some(
    (entry) => entry.name === posix.basename(path) && entry.isDirectory(),
  );
}

function folderPage(path) {
  const files = readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
  return `# ${path}/\n\n${files.map((file) => `- \`${file}\``).join('\n')}\n`;
}

function languageOf(path) {
  const known = {
    '.ts': 'ts',
    '.mjs': 'js',
    '.sh': 'sh',
    '.yaml': 'yaml',
    '.html': 'html',
    '.fountain': 'text',
    '.fdx': 'xml',
  };
  return known[extname(path)] ?? (posix.basename(path) === 'Dockerfile' ? 'dockerfile' : 'text');
}

function pagesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || entry.name === 'api' ? [] : pagesUnder(path);
    return entry.name.endsWith('.md') && !entry.name.startsWith('[') ? [path] : [];
  });
}
