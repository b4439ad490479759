import { ScreenplayError } from '@screenplay/core';
import type { CallOptions, Converter } from '@screenplay/core';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call } from './client.js';
import { FOUNTAIN } from './scripts.js';
import { listen, serve } from './service.js';

/** A converter whose calls end when the test says so, or when they are aborted. */
function slowConverter(): { converter: Converter; calls: { options: CallOptions; finish(): void }[] } {
  const calls: { options: CallOptions; finish(): void }[] = [];
  const converter = {
    run: (_operation: string, source: Uint8Array, _options: object, options: CallOptions) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new ScreenplayError('cancelled', 'Cancelled')));
        const outcome = { bytes: source.slice(), warnings: [], facts: { from: 'json', to: 'json', valid: true } };
        calls.push({ options, finish: () => resolve(outcome) });
      }),
    close: () => Promise.resolve(),
  } as unknown as Converter;
  return { converter, calls };
}

/** Sends text as it is, and collects what comes back until the other end closes. */
function dial(port: number, ...texts: string[]): { socket: Socket; answer: Promise<string>; said(): string } {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  for (const text of texts) socket.write(text);
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (piece) => (said += piece.toString('latin1')));
    socket.on('error', () => resolve(said));
    socket.on('close', () => resolve(said));
  });
  return { socket, answer, said: () => said };
}

const HEAD = 'POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('a client that goes away', () => {
  it('has its conversion stopped', async () => {
    const { converter, calls } = slowConverter();
    const { port, requests } = await serve({ converter });
    const { socket } = dial(port, `${HEAD}Content-Length: 2\r\n\r\n{}`);
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.options.client).toBe('127.0.0.1');
    expect(calls[0]?.options.signal?.aborted).toBe(false);
    socket.destroy();
    await expect.poll(() => calls[0]?.options.signal?.aborted).toBe(true);
    await expect.poll(() => requests().length).toBe(1);
    expect(requests()[0]).toMatchObject({ route: '/validate', status: 499, code: 'cancelled' });
  });

  it('in the middle of its body leaves nothing behind', async () => {
    const { converter, calls } = slowConverter();
    const { port, requests, url } = await serve({ converter, limits: { held: 1000 } });
    for (let n = 1; n <= 3; n++) {
      const { socket } = dial(port, `${HEAD}Content-Length: 900\r\n\r\n${'x'.repeat(800)}`);
      await sleep(50);
      socket.destroy();
      await expect.poll(() => requests().length).toBe(n);
      expect(requests().at(-1)).toMatchObject({ status: 499, code: 'cancelled' });
    }
    const answer = call(`${url}/validate`, { body: 'x'.repeat(900) });
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.finish();
    expect((await answer).status).toBe(200);
  });
});

describe('slow clients', () => {
  it('that do not finish their head are let go', async () => {
    const { port } = await serve({ timeouts: { headers: 300 } });
    const start = performance.now();
    const [silent, slow] = await Promise.all([
      dial(port).answer,
      dial(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ').answer,
    ]);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(silent === '' || silent.includes(' 408 ')).toBe(true);
    expect(slow).toContain('HTTP/1.1 408 Request Timeout');
    expect(slow).toContain('"code":"request_timeout"');
  });

  it('that stop in their body are answered 408 and let go', async () => {
    const { port } = await serve({ timeouts: { idle: 200 } });
    const { socket, said } = dial(port, `${HEAD}Content-Length: 100\r\n\r\n{"a":`);
    await expect.poll(said, { timeout: 5000 }).toContain('HTTP/1.1 408');
    expect(said()).toContain('"code":"request_timeout"');
    socket.destroy();
  });

  it('that send drop by drop are let go after all', async () => {
    const { port } = await serve({ timeouts: { headers: 300, idle: 5000, request: 600 } });
    const { socket, answer } = dial(port, `${HEAD}Content-Length: 10000\r\n\r\n`);
    const drops = setInterval(() => socket.write('x'), 50);
    expect(await answer).toContain('408');
    clearInterval(drops);
  });

  it('that do not read their answer are let go', async () => {
    const bytes = new Uint8Array(40 * 1_048_576).fill(97);
    const converter = {
      run: async () => ({ bytes, warnings: [], facts: { from: 'json', to: 'json' } }),
      close: () => Promise.resolve(),
    } as unknown as Converter;
    const { port, requests } = await serve({ converter, timeouts: { idle: 300 } });
    const { socket } = dial(port);
    socket.pause();
    socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
    await expect.poll(() => requests().length, { timeout: 10_000 }).toBe(1);
    expect(requests()[0]?.['status']).toBe(499);
    socket.destroy();
  });
});

describe('what is no request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, '400'],
    ['a length and chunks', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '400'],
    ['a negative length', `${HEAD}Content-Length: -2\r\n\r\n{}`, '400'],
    ['a wrong chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, '400'],
    ['a header with a line break in it', 'GET / HTTP/1.1\r\nHost: x\r\nA\n B: x\r\n\r\n', '400'],
    ['a head without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('is answered: %s', async (_, text, status) => {
    const { port, url } = await serve();
    const answer = await dial(port, text).answer;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    if (body !== '') expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: expect.any(String) });
    expect((await call(url)).status).toBe(200);
  });

  it('by path or query is answered as any other', async () => {
    const { url } = await serve();
    for (const path of ['/?format=%', '/?a=%ff', '/formats?lang=%00', `/formats?${'a&'.repeat(5000)}`]) {
      expect((await call(url + path)).status).toBe(200);
    }
  });
});

describe('connections', () => {
  it('serve one request after another, also after errors', async () => {
    const { url } = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: number[] = [];
    const ports = new Set<number | undefined>();
    for (const [method, path, body] of [
      ['POST', '/convert?format=fountain', FOUNTAIN],
      ['POST', '/convert?format=docx', FOUNTAIN.repeat(2000)],
      ['POST', '/up', FOUNTAIN.repeat(2000)],
      ['GET', '/nowhere', undefined],
      ['POST', '/convert?format=fountain', FOUNTAIN],
    ] as const) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = request(
          url + path,
          { method, agent, headers: { 'content-type': 'text/plain' } },
          (incoming) => {
            statuses.push(incoming.statusCode ?? 0);
            ports.add(incoming.socket.localPort);
            incoming.resume().on('end', () => setImmediate(resolve));
          },
        );
        outgoing.on('error', reject).end(body);
      });
    }
    agent.destroy();
    expect(statuses).toEqual([200, 400, 401, 404, 200]);
    expect(ports.size).toBe(1);
  });

  it('are told to go on only when the body is wanted', async () => {
    const { port } = await serve();
    const asking = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${FOUNTAIN.length}\r\n\r\n`;
    const wanted = dial(
      port,
      `POST /convert?format=fountain HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${asking}`,
    );
    await expect.poll(wanted.said).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wanted.socket.write(FOUNTAIN);
    expect(await wanted.answer).toContain('HTTP/1.1 200 OK');
    const unwanted = dial(port, `POST /convert HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${asking}`);
    await expect.poll(unwanted.said).toContain('HTTP/1.1 400 Bad Request');
    expect(unwanted.said()).not.toContain('100 Continue');
    unwanted.socket.destroy();
    const other = dial(port, `POST /convert HTTP/1.1\r\nHost: x\r\n${asking.replace('100-continue', 'miracles')}`);
    await expect.poll(other.said).toContain('"code":"bad_option"');
    other.socket.destroy();
  });
});

describe('closing', () => {
  it('finishes what runs, takes nothing more, and closes connections that are kept', async () => {
    const { converter, calls } = slowConverter();
    const { server, url, port } = await listen({ converter });
    const kept = dial(port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(kept.said).toContain('200 OK');
    const running = call(`${url}/validate`, { body: '{}', headers: { connection: 'keep-alive' } });
    await expect.poll(() => calls.length).toBe(1);
    const closed = server.close(10_000);
    await expect(kept.answer).resolves.toContain('200 OK');
    await expect(call(url)).rejects.toThrow(/ECONNREFUSED/);
    calls[0]?.finish();
    const answer = await running;
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    await closed;
  });

  it('ends what takes longer than it may', async () => {
    const { converter, calls } = slowConverter();
    const { server, url } = await listen({ converter });
    const running = call(`${url}/validate`, { body: '{}' }).catch((error: unknown) => error);
    await expect.poll(() => calls.length).toBe(1);
    const start = performance.now();
    await server.close(200);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(await running).toBeInstanceOf(Error);
    await expect.poll(() => calls[0]?.options.signal?.aborted).toBe(true);
  });

  it('does not wait for clients that never say anything', async () => {
    const { server, port } = await listen();
    const silent = dial(port);
    await sleep(50);
    await server.close(100);
    expect(await silent.answer).toBe('');
  });
});

it('listening where somebody else does is an error', async () => {
  const { port } = await serve();
  const { createServer } = await import('node:net');
  const other = createServer();
  await expect(new Promise((_, reject) => other.once('error', reject).listen(port, '127.0.0.1'))).rejects.toThrow(
    /EADDRINUSE/,
  );
  const second = await listen();
  await expect(second.server.listen({ host: '127.0.0.1', port })).rejects.toThrow();
  await second.server.close();
});
