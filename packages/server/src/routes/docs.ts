import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from '../app/exchange.js';
import { assetFolder } from './docs-assets.js';
import type { Route } from './route.js';

/** What the page may do: run and load what lies beside it, and call this service. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screenplay conversion and validation service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<noscript><p>This page needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>.</p></noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Next to the page, for the policy lets no script stand in it. */
const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });
`;

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** GET /docs: the interface as a page to read and to try; and what the page is made of. */
export function docsRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/docs',
      access: 'open',
      tag: 'Service',
      summary: 'This interface as a page to read and to try',
      replies: { 200: { description: 'The page.', content: { 'text/html': { type: 'string' } } } },
      handle(exchange) {
        send(exchange, 'text/html; charset=utf-8', PAGE);
      },
    },
    asset('start.js', 'text/javascript; charset=utf-8', () => Promise.resolve(START)),
    ...Object.entries(ASSETS).map(([name, type]) => asset(name, type, () => readFile(join(assetFolder(), name)))),
  ];
}

function asset(name: string, type: string, read: () => Promise<string | Buffer>): Route {
  let content: Promise<string | Buffer> | undefined;
  return {
    method: 'GET',
    path: `/docs/${name}`,
    access: 'open',
    summary: 'A part of the page',
    quiet: true,
    replies: {},
    async handle(exchange) {
      send(exchange, type, await (content ??= read()));
    },
  };
}

function send(exchange: Exchange, type: string, content: string | Buffer): void {
  exchange.set('Content-Security-Policy', PAGE_POLICY);
  exchange.set('Content-Type', type);
  exchange.body = content;
}
