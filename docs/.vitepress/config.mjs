import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { DOCS, formatRooms, isToFile, siteLink } from './sources.mjs';

const page = (text, link) => ({ text, link });
const group = (text, ...items) => ({ text, items });

/** The reference, where `npm run docs` or `npm run check:docs` has made it. */
function reference() {
  const index = join(DOCS, 'api/index.md');
  if (!existsSync(index)) return [];
  const links = readFileSync(index, 'utf8').matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)$/gm);
  const pages = [...links].map(([, name, path]) => page(name, `/api/${path}`));
  return [{ ...group('API reference', ...pages), collapsed: true }];
}

const SIDEBAR = [
  group(
    'Start',
    page('What it is', '/'),
    page('In your own program', '/start/library'),
    page('As a service', '/start/service'),
    page('In shell scripts', '/start/command-line'),
    page('Examples', '/source/examples/README'),
  ),
  group(
    'Screenplays',
    page('The document by example', '/mapping'),
    page('Formats', '/formats/'),
    ...formatRooms().map((format) => page(`\u2003${format}`, `/formats/${format}`)),
    page('Printed pages: PDF', '/pdf'),
    page('Reading PDFs', '/reading-pdf'),
    page('Where pages break', '/layout'),
    page('Encryption', '/encryption'),
  ),
  group('Command line', page('Reference', '/cli')),
  group(
    'Service',
    page('HTTP', '/http'),
    page('Jobs', '/jobs'),
    page('Webhooks', '/webhooks'),
    page('Settings', '/settings'),
    page('Operating', '/operating'),
    page('Security model', '/security'),
  ),
  group(
    'Inside',
    page('Architecture', '/architecture'),
    page('Isolation', '/isolation'),
    page('Adding a format', '/adding-a-format'),
    page('Adding a storage', '/adding-a-storage'),
    page('Benchmarks', '/benchmarks'),
  ),
];

const HIGHLIGHTED = { fountain: 'txt', fdx: 'xml', osf: 'xml' };

export default defineConfig({
  title: 'screenplay',
  description: 'Converts screenplays between Final Draft, Fade In, Fountain and PDF by way of one native JSON document',
  base: process.env.DOCS_BASE ?? '/',
  themeConfig: {
    nav: [
      page('Start', '/start/library'),
      page('Formats', '/formats/'),
      page('Command line', '/cli'),
      page('Service', '/http'),
      page('API', '/api/'),
    ],
    sidebar: [...SIDEBAR, ...reference()],
    outline: [2, 3],
    search: { provider: 'local' },
  },
  markdown: {
    config(markdown) {
      // Links to files outside of the documentation lead to their pages on the site.
      markdown.core.ruler.push('screenplay', ({ tokens, env }) => {
        for (const block of tokens) {
          // The examples say by their language what they are; for the highlighter it is text or XML.
          if (block.type === 'fence') block.info = block.info.replace(/^\w+/, (name) => HIGHLIGHTED[name] ?? name);
          for (const token of block.children ?? []) {
            const href = token.type === 'link_open' ? token.attrGet('href') : null;
            if (href === null || !isToFile(href)) continue;
            // The front page is the README of the repository.
            const file = env.relativePath === 'index.md' ? 'README.md' : `docs/${env.relativePath}`;
            token.attrSet('href', siteLink(href, file));
          }
        }
      });
    },
  },
});
