import { InProcessConverter } from '@screenplay/core';
import { onTestFinished } from 'vitest';
import { createLog, createServer } from '../src/index.js';
import type { LogRecord, ScreenplayServer, ServerOptions } from '../src/index.js';

/** A token that opens the protected endpoints. */
export const TOKEN = 'token-of-these-tests';
export const WITH_TOKEN = { authorization: `Bearer ${TOKEN}` };

export interface TestService {
  url: string;
  port: number;
  server: ScreenplayServer;
  /** Everything that was logged, as it was written. */
  log(): string;
  /** The records of answered requests. */
  requests(): LogRecord[];
}

/** A service on a free port of this machine, until {@link TestService.server} is closed. */
export async function listen(overrides: Partial<ServerOptions> = {}): Promise<TestService> {
  const lines: string[] = [];
  const server = createServer({
    converter: new InProcessConverter(),
    log: createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }),
    version: '0.0.0-test',
    tokens: [TOKEN],
    requireToken: 'protected',
    corsOrigin: ['*'],
    setup: () => [],
    ...overrides,
  });
  const { url, port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    port,
    server,
    log: () => lines.join(''),
    requests: () => lines.map((line) => JSON.parse(line) as LogRecord).filter(({ message }) => message === 'request'),
  };
}

/** The same until the end of the test. */
export async function serve(overrides: Partial<ServerOptions> = {}): Promise<TestService> {
  const service = await listen(overrides);
  onTestFinished(() => service.server.close());
  return service;
}
