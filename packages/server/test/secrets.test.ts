import { InProcessConverter, ScreenplayError } from '@screenplay/core';
import type { Converter } from '@screenplay/core';
import { encryptDocument } from '@screenplay/core/encryption';
import { ConverterPool } from '@screenplay/isolation';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { call, sendDocument, sendForm } from './client.js';
import { FOUNTAIN, inEveryFormat } from './scripts.js';
import { listen, serve, TOKEN, WITH_TOKEN } from './service.js';
import type { TestService } from './service.js';

const CANARY = 'c4n4ry';
/** An error may name the member of a document that is wrong, never what is in it. */
const MEMBER = 'member-of-mine';

/** Makes every kind of request with the canary everywhere that a client can put something. */
async function sing(service: TestService): Promise<string[]> {
  const { url } = service;
  const answers: string[] = [];
  const keep = ({ status, text, headers }: Awaited<ReturnType<typeof call>>): void => {
    if (status >= 400) answers.push(`${text} ${JSON.stringify(headers)}`);
  };
  const text = FOUNTAIN.replaceAll('Ferry', CANARY).replaceAll('ADA', CANARY.toUpperCase());
  const secrets = { 'x-pdf-password': CANARY, 'x-encrypt-key': `${CANARY}-${CANARY}` };
  const headers = {
    ...secrets,
    authorization: `Bearer ${CANARY}-${CANARY}-${CANARY}`,
    cookie: `a=${CANARY}`,
    'user-agent': CANARY,
    'idempotency-key': CANARY,
    'x-request-id': `no ${CANARY}`,
    referer: `https://${CANARY}.example/`,
  };
  for (const [format, bytes] of await inEveryFormat()) {
    const torn = Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.from(CANARY), bytes.subarray(0, 9)]);
    for (const content of [
      torn,
      Buffer.from(text),
      Buffer.from(`{"${MEMBER}": "${CANARY}"}`),
      Buffer.from(`${MEMBER}: [${CANARY}, `),
    ]) {
      for (const fileName of [`${CANARY}.${format}`, CANARY, `../${CANARY}/a.${CANARY}`]) {
        keep(await sendForm(`${url}/convert?${CANARY}=${CANARY}`, [{ name: 'file', fileName, content }], { headers }));
      }
      keep(
        await call(`${url}/convert?format=${format}`, {
          body: content,
          headers: { ...headers, 'content-type': 'text/plain' },
        }),
      );
      keep(
        await call(`${url}/convert?format=${format}`, {
          body: gzipSync(content).fill(1, 40),
          headers: { ...headers, 'content-type': 'text/plain', 'content-encoding': 'gzip' },
        }),
      );
      for (const path of [`/export?format=${format}`, '/validate'])
        keep(await sendDocument(url + path, content.toString(), headers));
      keep(
        await call(`${url}/export?format=${format}`, {
          body: content,
          headers: { ...headers, 'content-type': 'application/yaml' },
        }),
      );
    }
  }
  const { bytes } = await new InProcessConverter().run('convert', Buffer.from(text), { name: 'a.fountain' });
  const document = JSON.parse(Buffer.from(bytes).toString()) as Parameters<typeof encryptDocument>[0];
  const encrypted = await encryptDocument(document, { key: `${CANARY}-${CANARY}-2`, jobId: 'j' });
  keep(await sendDocument(`${url}/export?format=pdf`, encrypted, headers));
  keep(await sendDocument(`${url}/export?format=pdf`, { ...document, [MEMBER]: CANARY, lang: CANARY }, secrets));
  for (const path of [
    `/${CANARY}`,
    `/results/${CANARY}`,
    `/convert?format=${CANARY}`,
    `/export?format=pdf&lang=${CANARY}`,
    `/tail?lines=${CANARY}`,
  ]) {
    for (const method of ['GET', 'POST', CANARY.toUpperCase()]) {
      keep(await call(url + path, { method, headers }).catch(() => ({ status: 0 }) as never));
    }
  }
  keep(
    await call(`${url}/convert`, {
      body: CANARY,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${CANARY}` },
    }),
  );
  keep(await call(`${url}/convert`, { body: CANARY, headers: { ...headers, 'content-type': CANARY } }));
  return answers;
}

it('nothing that a client says gets into a log line, a metric or the head of an error', {
  timeout: 120_000,
}, async () => {
  const pool = new ConverterPool({ size: 1 });
  const service = await listen({ converter: pool, converterStats: () => pool.stats() });
  const answers = await sing(service);
  const metrics = await call(`${service.url}/metrics`, { headers: WITH_TOKEN });
  const tail = await call(`${service.url}/tail?lines=1000`, { headers: WITH_TOKEN });
  await service.server.close();
  await pool.close();
  expect(answers.length).toBeGreaterThan(100);
  for (const heard of [service.log(), metrics.text, tail.text]) {
    expect(heard.length).toBeGreaterThan(1000);
    expect(heard.toLowerCase()).not.toContain(CANARY);
    expect(heard).not.toContain(TOKEN);
  }
  for (const answer of answers) expect(answer.toLowerCase()).not.toContain(CANARY);
});

it.each([
  ['an error of the engine', () => new TypeError(`cannot read ${CANARY}`)],
  [
    'a crash',
    () => new ScreenplayError('internal', `crashed at ${CANARY}`, { cause: new SyntaxError(`Unexpected ${CANARY}`) }),
  ],
  [
    'details that nobody documented',
    () => new ScreenplayError('malformed_input', 'Bad', { details: { text: CANARY, vars: { key: CANARY } } }),
  ],
  ['something that is no error', () => CANARY as unknown as Error],
])('what a converter throws stays inside: %s', async (_, make) => {
  const converter = {
    run: async () => Promise.reject(make()),
    close: () => Promise.resolve(),
  } as unknown as Converter;
  const { url, log } = await serve({ converter });
  const answer = await sendDocument(`${url}/validate`, {});
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.json()).toEqual({ error: expect.any(String), code: expect.any(String) });
  expect(answer.text).not.toContain(CANARY);
  await expect.poll(log).toContain('"route":"/validate"');
  expect(log()).not.toContain(CANARY);
});
