import { ScreenplayError } from '@screenplay/core';
import { describe, expect, it } from 'vitest';
import { createLog } from '../src/index.js';
import type { LogRecord, ServerLog } from '../src/index.js';

function logged(fields: Record<string, unknown>): LogRecord {
  const { log, tail } = createLog({ destination: { write: () => undefined } });
  log('info', 'here', fields);
  return tail(1)[0]!;
}

describe('createLog', () => {
  it('writes one line of JSON for each record that weighs enough', () => {
    const lines: string[] = [];
    const { log } = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, `at ${level}`, { n: 1 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', time: expect.any(String), pid: process.pid, n: 1, message: 'at warn' },
      { level: 'error', time: expect.any(String), pid: process.pid, n: 1, message: 'at error' },
    ]);
    for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/);
  });

  it('keeps the last records, up to a number', () => {
    const { log, tail }: ServerLog = createLog({ destination: { write: () => undefined }, kept: 5 });
    expect(tail(10)).toEqual([]);
    for (let n = 0; n < 12; n++) log('info', 'record', { n });
    expect(tail(10).map(({ n }) => n)).toEqual([7, 8, 9, 10, 11]);
    expect(tail(2).map(({ n }) => n)).toEqual([10, 11]);
  });

  it('is silent when told to be', () => {
    const { log, tail } = createLog({ level: 'silent', destination: { write: () => expect.unreachable() } });
    log('error', 'nobody hears');
    expect(tail(1)).toEqual([]);
  });

  it('strikes out what its name says is secret, however deep', () => {
    const secret = 's3cr3t';
    const record = logged({
      token: secret,
      ACCESS_TOKEN: secret,
      encrypt_key: secret,
      encryptKey: secret,
      'x-pdf-password': secret,
      Authorization: secret,
      vars: { lang: secret },
      deep: { er: [{ webhookSecret: secret, jobKey: [secret] }] },
      fileName: secret,
      text: { en: secret },
      code: 'kept',
      monkey: 'kept',
      keyGiven: true,
    });
    expect(JSON.stringify(record)).not.toContain(secret);
    expect(record).toMatchObject({ code: 'kept', monkey: 'kept', keyGiven: true, token: '[redacted]' });
  });

  it('keeps the messages of errors that nobody worded for people', () => {
    const cause = new SyntaxError('Unexpected token I in INT. KITCHEN');
    const record = logged({
      error: new TypeError('secret words', { cause }),
      coded: new ScreenplayError('busy', 'Too many wait', { cause }),
      defect: new ScreenplayError('internal', 'A bug', { cause: new Error('TypeError\n    at read (child.js:1:2)') }),
    });
    expect(JSON.stringify(record)).not.toMatch(/secret words|KITCHEN/);
    expect(record).toMatchObject({
      error: { name: 'TypeError', trace: expect.any(Array), cause: { name: 'SyntaxError' } },
      coded: { name: 'ScreenplayError', code: 'busy', message: 'Too many wait' },
      defect: { code: 'internal', cause: { trace: expect.arrayContaining(['at read (child.js:1:2)']) } },
    });
  });

  it('bounds what it is given', () => {
    const ring: Record<string, unknown> = { big: 'x'.repeat(1e6), bytes: new Uint8Array(1e6), call: () => 1 };
    ring['self'] = ring;
    const line = JSON.stringify(
      logged({ ring, list: Array.from({ length: 1e5 }, (_, n) => n), none: undefined, nothing: null }),
    );
    expect(line.length).toBeLessThan(10_000);
  });
});
