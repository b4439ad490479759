import { InProcessConverter } from '@screenplay/core';
import type { Converter } from '@screenplay/core';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call } from './client.js';
import { serve } from './service.js';

const HERE = '127.0.0.1';

/** A service that tells who it takes clients for: to the waiting room of its converter, and in its log. */
async function bench(
  trustProxy?: number,
): Promise<{ url: string; seen(url: string, said?: string): Promise<string[]> }> {
  const real = new InProcessConverter();
  const clients: (string | undefined)[] = [];
  const run: Converter['run'] = (operation, source, options, of) => {
    clients.push(of?.client);
    return real.run(operation, source, options, of);
  };
  const service = await serve({
    converter: { run, close: () => real.close() },
    ...(trustProxy === undefined ? {} : { trustProxy }),
  });
  return {
    url: service.url,
    async seen(url, said) {
      const headers = {
        'content-type': 'application/json',
        ...(said === undefined ? {} : { 'x-forwarded-for': said }),
      };
      const before = service.requests().length;
      expect((await call(`${url}/validate`, { body: '{}', headers })).status).toBe(200);
      await expect.poll(() => service.requests().length).toBe(before + 1);
      return [String(clients.at(-1)), String(service.requests().at(-1)?.['client'])];
    },
  };
}

/** A proxy that says whom it was asked by, after what the request says already. */
async function proxyTo(target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const before = incoming.headers['x-forwarded-for'];
    const peer = String(incoming.socket.remoteAddress);
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': before === undefined ? peer : `${String(before)}, ${peer}`,
    };
    const onward = request(target + String(incoming.url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, HERE, resolve));
  onTestFinished(() => void proxy.close());
  return `http://${HERE}:${(proxy.address() as AddressInfo).port}`;
}

describe('who asks', () => {
  it.each([undefined, 0])('is told by the connection, whatever a header says (TRUST_PROXY %s)', async (trustProxy) => {
    const { url, seen } = await bench(trustProxy);
    for (const said of [undefined, '198.51.100.7', '198.51.100.7, 203.0.113.9']) {
      expect(await seen(url, said)).toEqual([HERE, HERE]);
    }
  });

  it('is told by a trusted proxy, and not by the client behind it', async () => {
    const { url, seen } = await bench(1);
    const proxy = await proxyTo(url);
    for (const forged of [undefined, '198.51.100.7', '198.51.100.7, 203.0.113.9', 'me', ',,', ' ']) {
      expect(await seen(proxy, forged), forged).toEqual([HERE, HERE]);
    }
    // As such a proxy passes on who is elsewhere.
    for (const [said, client] of [
      ['203.0.113.9', '203.0.113.9'],
      ['198.51.100.7, 203.0.113.9', '203.0.113.9'],
      ['198.51.100.7,2001:db8::1', '2001:db8::1'],
    ] as const) {
      expect(await seen(url, said), said).toEqual([client, client]);
    }
  });

  it('is told by the outermost of several', async () => {
    const { url, seen } = await bench(2);
    const outer = await proxyTo(await proxyTo(url));
    expect(await seen(outer, '198.51.100.7')).toEqual([HERE, HERE]);
    expect(await seen(url, '198.51.100.7, 203.0.113.9, 10.0.0.2')).toEqual(['203.0.113.9', '203.0.113.9']);
  });

  it('is not what is no address', async () => {
    const { url, seen } = await bench(1);
    for (const said of ['', 'unknown', 'a secret of somebody', '203.0.113.9:4711', '1.2.3']) {
      expect(await seen(url, said), said).toEqual([HERE, HERE]);
    }
  });
});
