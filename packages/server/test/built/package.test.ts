import { InProcessConverter } from '@screenplay/core';
import * as imported from '@screenplay/server';
import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';

const required = createRequire(import.meta.url)('@screenplay/server') as typeof imported;

describe.each([
  ['imported', imported],
  ['required', required],
])('the built package, %s', (_, { createLog, createServer }) => {
  it('converts a form and serves its documentation', async () => {
    const lines: string[] = [];
    const server = createServer({
      converter: new InProcessConverter(),
      log: createLog({ destination: { write: (line) => lines.push(line) } }),
      version: '0.0.0',
      tokens: [],
      requireToken: 'protected',
      corsOrigin: ['*'],
      setup: () => [],
    });
    const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const form = new FormData();
    form.append('file', new Blob(['INT. HOUSE - DAY\n\nRain.\n']), 'a.fountain');
    const converted = await fetch(`${url}/convert`, { method: 'POST', body: form });
    expect(converted.status).toBe(200);
    const exported = await fetch(`${url}/export?format=fountain`, {
      method: 'POST',
      body: await converted.text(),
      headers: { 'content-type': 'application/json' },
    });
    expect(await exported.text()).toContain('INT. HOUSE - DAY');
    expect((await fetch(`${url}/docs/swagger-ui-bundle.js`)).status).toBe(200);
    expect(lines.join('')).toContain('"route":"/convert"');
  });
});
