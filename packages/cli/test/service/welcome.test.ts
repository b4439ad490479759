import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { listeningFailure } from '../../src/service/listening-failure.js';
import { serviceUrl, welcomeText } from '../../src/service/welcome.js';
import type { Welcome } from '../../src/service/welcome.js';

const WELCOME: Welcome = {
  version: '1.2.3',
  host: '127.0.0.1',
  port: 8080,
  dataFolder: "/data/it's mine",
  tokenForAll: false,
  token: { from: 'file', path: "/data/it's mine/access-token", secret: undefined },
};

/** The words of the line to paste, as a shell takes it apart. */
function curlWords(text: string): string[] {
  const line = text.split('\n').find((one) => one.trim().startsWith('curl '))!;
  const program = `cat() { printf 'TOKEN'; }; curl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', program], { encoding: 'utf8', env: { ACCESS_TOKEN: 'FROM-ENV' } }).split('\0');
}

describe('the welcome', () => {
  it('says where the service is and where its token', () => {
    const text = welcomeText(WELCOME);
    expect(text).toContain('screenplay 1.2.3 is listening on http://127.0.0.1:8080\n');
    expect(text).toContain("in /data/it's mine/access-token");
    expect(welcomeText({ ...WELCOME, token: { ...WELCOME.token, from: 'file', path: '/t', secret: 's3' } })).toContain(
      's3 (kept in /t)',
    );
    expect(welcomeText({ ...WELCOME, token: { from: 'nowhere' } })).toContain('401 until ACCESS_TOKEN is set');
    expect(welcomeText({ ...WELCOME, dataFolder: undefined })).not.toContain('data ');
  });

  it('has one line for any shell, with a script in it', () => {
    const words = curlWords(welcomeText(WELCOME));
    expect(words).toContain('http://127.0.0.1:8080/convert?format=fountain');
    expect(words).toContain('INT. KITCHEN - NIGHT\n\nA lamp burns. MARA comes in.\n\nMARA\nWho left this on?');
    expect(words).not.toContain('Authorization: Bearer TOKEN');
  });

  it('has the token in the line where conversions want it, without showing it', () => {
    const all = { ...WELCOME, tokenForAll: true };
    expect(curlWords(welcomeText(all))).toContain('Authorization: Bearer TOKEN');
    expect(curlWords(welcomeText({ ...all, token: { from: 'settings' } }))).toContain('Authorization: Bearer FROM-ENV');
  });

  it('names an address that can be reached', () => {
    expect(serviceUrl('0.0.0.0', 1)).toBe('http://127.0.0.1:1');
    expect(serviceUrl('::', 1)).toBe('http://127.0.0.1:1');
    expect(serviceUrl('::1', 1)).toBe('http://[::1]:1');
    expect(serviceUrl('example.org', 1)).toBe('http://example.org:1');
  });
});

describe('what keeps the service from listening', () => {
  it('is told in words', () => {
    const inUse = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
    expect(listeningFailure(inUse, '::1', 80).message).toBe(
      'cannot listen on port 80 of ::1: another program is listening there; set another PORT, or stop it',
    );
    expect(listeningFailure(new TypeError('x'), '::1', 80).failure.code).toBe('internal');
  });
});
