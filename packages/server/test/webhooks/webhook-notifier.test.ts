import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPublicAddress } from '../../src/webhooks/public-address.js';
import { retryAfterMs } from '../../src/webhooks/retry-after.js';
import { WebhookNotifier } from '../../src/webhooks/webhook-notifier.js';
import type { WebhookNotifierOptions } from '../../src/webhooks/webhook-notifier.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function receiver(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
}

function notifier(options: Partial<WebhookNotifierOptions> = {}): WebhookNotifier {
  const made = new WebhookNotifier({ secret: 'a secret for tests', timeoutMs: 1000, ...options });
  closers.push(() => made.close());
  return made;
}

const BODY = '{"event":"job.completed","title":"Ürsula’s 🎬"}';
const notification = (url: string, trusted = true) => ({
  url,
  trusted,
  body: BODY,
  event: 'job.completed',
  deliveryId: 'd-1',
});

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

describe('a webhook request', () => {
  it('carries the exact body, its signature, its event and its id', async () => {
    let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; text: string } | undefined;
    const url = await receiver((request, response) => {
      const { method, url: path, headers } = request;
      void textOf(request).then((text) => {
        seen = { headers, text, ...(method && { method }), ...(path && { url: path }) };
        response.writeHead(204).end();
      });
    });
    await expect(notifier().send(notification(url))).resolves.toEqual({ statusCode: 204 });
    expect(seen).toMatchObject({ method: 'POST', url: '/hook?a=b', text: BODY });
    expect(seen?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      'x-service-event': 'job.completed',
      'x-service-delivery': 'd-1',
      'x-service-signature': `sha256=${createHmac('sha256', 'a secret for tests').update(BODY).digest('hex')}`,
    });
  });

  it('follows no redirect', async () => {
    let visits = 0;
    const url = await receiver((_, response) => {
      visits++;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(notifier().send(notification(url))).resolves.toEqual({ statusCode: 302 });
    expect(visits).toBe(1);
  });

  it('tells how long the receiver wants to be left alone', async () => {
    const url = await receiver((_, response) => response.writeHead(429, { 'retry-after': '7' }).end());
    await expect(notifier().send(notification(url))).resolves.toEqual({ statusCode: 429, retryAfterMs: 7000 });
  });

  it('reads no more of an endless answer than it must', async () => {
    let sent = 0;
    const url = await receiver((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        if (response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    await expect(notifier().send(notification(url))).resolves.toEqual({ statusCode: 200 });
    expect(sent).toBeLessThan(32 * 1_048_576);
  });

  it('gives up on a receiver that hangs, before and after its head', async () => {
    const silent = await receiver(() => undefined);
    await expect(notifier({ timeoutMs: 200 }).send(notification(silent))).rejects.toMatchObject({ code: 'timeout' });
    const slow = await receiver((_, response) => void response.writeHead(200).write('x'));
    await expect(notifier({ timeoutMs: 200 }).send(notification(slow))).resolves.toEqual({ statusCode: 200 });
  });

  it('leaves a slow receiver all its time, however many there are', async () => {
    const url = await receiver((_, response) => void setTimeout(() => response.writeHead(204).end(), 400));
    const made = notifier({ timeoutMs: 1000 });
    const sent = await Promise.allSettled(Array.from({ length: 32 }, () => made.send(notification(url))));
    expect(sent.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is not sent when its time was over before it could be', async () => {
    let visits = 0;
    const url = await receiver((_, response) => {
      visits++;
      response.writeHead(204).end();
    });
    const made = notifier({ timeoutMs: 1000 });
    const sending = made.send(notification(url));
    // As when this process is paused while it connects: the connection is there before any timer has run.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
    await expect(sending).rejects.toMatchObject({ code: 'timeout' });
    clock.mockRestore();
    await expect(made.send(notification(url))).resolves.toEqual({ statusCode: 204 });
    expect(visits).toBe(1);
  });

  it('says why a receiver could not be reached, without its path', async () => {
    const url = await receiver(() => undefined);
    const closed = new URL('/very-secret', url.replace(/:\d+\//, ':1/')).href;
    const failure = await notifier()
      .send(notification(closed))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('ECONNREFUSED') });
    expect(String(failure)).not.toContain('very-secret');
  });

  it('stops when it is told to', async () => {
    const url = await receiver(() => undefined);
    const stop = new AbortController();
    const sending = notifier().send(notification(url), stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a webhook that a job asks for', () => {
  const reached = async (options: Partial<WebhookNotifierOptions>, url: (real: string) => string) => {
    let visits = 0;
    const real = await receiver((_, response) => {
      visits++;
      response.writeHead(200).end();
    });
    const result = await notifier(options)
      .send(notification(url(real), false))
      .catch((error: unknown) => error);
    return { visits, result };
  };
  const port = (url: string): string => new URL(url).port;

  it.each([
    ['an address', (real: string) => real],
    ['a name', (real: string) => `http://localhost:${port(real)}/`],
    ['an address in other digits', (real: string) => `http://0x7f.1:${port(real)}/`],
    ['a number', (real: string) => `http://2130706433:${port(real)}/`],
    ['IPv6', (real: string) => `http://[::1]:${port(real)}/`],
    ['IPv4 in IPv6', (real: string) => `http://[::ffff:127.0.0.1]:${port(real)}/`],
    ['the unspecified address', (real: string) => `http://0.0.0.0:${port(real)}/`],
    ['TLS', (real: string) => `https://127.0.0.1:${port(real)}/`],
  ])('never reaches a private place by %s', async (_, url) => {
    const { visits, result } = await reached({}, url);
    expect(visits).toBe(0);
    expect(result).toMatchObject({ code: 'denied' });
  });

  it('reaches what the operator allows', async () => {
    const same = (real: string): string => real;
    expect(await reached({ allowPrivate: true }, same)).toMatchObject({ visits: 1, result: { statusCode: 200 } });
    expect(await reached({ allowHosts: ['127.0.0.1'] }, same)).toMatchObject({ visits: 1 });
    expect(await reached({ allowHosts: ['Localhost'] }, (real) => `http://localhost:${port(real)}/`)).toMatchObject({
      visits: 1,
    });
    expect(await reached({ allowHosts: ['127.0.0.1:1'] }, same)).toMatchObject({ visits: 0 });
  });
});

describe('public addresses', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.53',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('Retry-After', () => {
  it('holds seconds or a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Thu, 01 Jan 2020 00:01:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeUndefined();
    expect(retryAfterMs(undefined, now)).toBeUndefined();
  });
});
