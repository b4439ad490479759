import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { JobsOptions } from '../src/index.js';
import { call } from './client.js';
import { serve } from './service.js';

const PAGE = fileURLToPath(new URL('../../../docs/http.md', import.meta.url));

interface Operation {
  summary: string;
  security?: object[];
  responses: Record<string, { description: string }>;
}

/** The text between two marks of the page, replaced. */
function withPart(page: string, mark: string, lines: readonly string[]): string {
  const [before, rest = ''] = page.split(`<!-- ${mark} -->\n`);
  const [, after] = rest.split(`<!-- /${mark} -->`);
  if (after === undefined) throw new Error(`docs/http.md has no part ${mark}`);
  return `${before}<!-- ${mark} -->\n\n${lines.join('\n')}\n\n<!-- /${mark} -->${after}`;
}

it('docs/http.md has the endpoints and the statuses of the service', async () => {
  // Nothing is asked of jobs: they are there to be described.
  const { url } = await serve({ jobs: { rules: {}, storage: {}, webhooks: { config: {} } } as JobsOptions });
  const { paths } = (await call(`${url}/openapi.json`)).json() as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} \`${path}\``, ...operation })),
  );
  const endpoints = [
    '| endpoint | token | |',
    '|---|---|---|',
    ...operations.map(({ name, summary, security }) => `| ${name} | ${security ? '' : 'yes'} | ${summary} |`),
  ];
  const codes = new Map<string, Set<string>>();
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (!description.includes(' Codes: ')) continue;
      const known = codes.get(status) ?? codes.set(status, new Set()).get(status)!;
      for (const [code] of description.split(' Codes: ')[1]!.matchAll(/`[a-z_]+`/g)) known.add(code);
    }
  }
  const statuses = [
    '| status | codes |',
    '|---|---|',
    ...[...codes].sort().map(([status, known]) => `| ${status} | ${[...known].join(', ')} |`),
  ];
  const page = readFileSync(PAGE, 'utf8');
  const expected = withPart(withPart(page, 'endpoints', endpoints), 'statuses', statuses);
  if (process.env['UPDATE'] === '1') writeFileSync(PAGE, expected);
  else expect(page, 'run this test with UPDATE=1').toBe(expected);
});
