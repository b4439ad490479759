import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { writeReference } from './docs-api.mjs';
import { runMain, runQuietly } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

const SITE = join(ROOT, 'docs/.vitepress/dist');
/** A link or picture of a page in Markdown. */
const LINK = /\]\(([^)\s]+)\)/g;
/** Examples, and code in a line: what looks like a link in there is none. */
const CODE = /^(`{3,})[^]*?^\1`*$|`[^`\n]+`/gm;

/**
 * Builds the documentation as it is published, and follows every link in it: those between the pages of the site, with
 * their places, and those of the Markdown files, which are read in the repository too.
 */
async function checkDocs() {
  const entries = await writeReference();
  const vitepress = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
  // It ends with an error at the first dead link.
  await runQuietly(process.execPath, [vitepress, 'build', 'docs'], { cwd: ROOT, label: 'vitepress build' });
  const site = pagesOfSite();
  const reference = readFileSync(join(ROOT, 'docs/api/index.md'), 'utf8');
  const faults = [...deadLinksOfSite(site), ...deadLinksOfFiles()];
  for (const name of entries) {
    if (!reference.includes(`[${name}](`)) faults.push(`the reference has no page for ${name}`);
  }
  for (const fault of faults) console.error(fault);
  console.log(`${site.size} pages, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

/** @returns {Map<string, { html: string, places: Set<string> }>} By their path on the site. */
function pagesOfSite() {
  const pages = new Map();
  for (const name of readdirSync(SITE, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html') || name === '404.html') continue;
    const html = readFileSync(join(SITE, name), 'utf8');
    const places = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescaped(id)));
    pages.set(`/${name.replaceAll('\\', '/')}`, { html, places });
  }
  return pages;
}

/** @param {ReturnType<typeof pagesOfSite>} site */
function deadLinksOfSite(site) {
  const faults = new Set();
  for (const [path, { html }] of site) {
    for (const [, name, link = ''] of html.matchAll(/<(a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(unescaped(link), `http://site${path}`);
      if (origin !== 'http://site') continue;
      const target = pathname.endsWith('/') ? `${pathname}index.html` : decodeURI(pathname);
      const page = site.get(target);
      const place = decodeURIComponent(hash.slice(1));
      if (!page && !existsSync(join(SITE, target)))
        faults.add(`${path}: no ${name === 'a' ? 'page' : 'picture'} ${link}`);
      else if (page && place !== '' && !page.places.has(place)) faults.add(`${path}: no place ${link}`);
    }
  }
  return faults;
}

/** @returns {string[]} */
function deadLinksOfFiles() {
  return markdownFiles().flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(CODE, '');
    return [...text.matchAll(LINK)].flatMap(([, link = '']) => {
      if (/^([a-z][a-z+.-]*:|#)/i.test(link)) return [];
      const target = resolve(dirname(file), decodeURI(link.replace(/#.*/, '')));
      return existsSync(target) ? [] : [`${relative(ROOT, file)}: no file ${link}`];
    });
  });
}

/** What people read in the repository itself. */
function markdownFiles() {
  const folders = ['docs', 'examples', 'packages/core/src', ...packages().map(({ folder }) => `packages/${folder}`)];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: !/^packages\/[^/]+$/.test(folder), encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/(^|\/)(node_modules|api|\.vitepress)\//.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  return [join(ROOT, 'README.md'), join(ROOT, 'CONTRIBUTING.md'), ...files];
}

const ENTITIES = new Map(Object.entries({ quot: '"', lt: '<', gt: '>', '#39': "'" }));

/** @param {string} attribute */
function unescaped(attribute) {
  return attribute.replace(/&(quot|lt|gt|#39|amp);/g, (_, name) => ENTITIES.get(name) ?? '&');
}

await runMain(checkDocs);
