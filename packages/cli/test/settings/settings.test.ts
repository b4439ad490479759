import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingsText } from '../../src/reference/settings-text.js';
import { durationText, parseDuration } from '../../src/settings/duration.js';
import { parseValue } from '../../src/settings/parse-value.js';
import { readSettings, strangeVariables } from '../../src/settings/read-settings.js';
import { flagOfSetting } from '../../src/settings/setting.js';
import type { SettingSpec } from '../../src/settings/setting.js';
import { settingsInForce } from '../../src/settings/settings-in-force.js';
import { SettingsError } from '../../src/settings/settings.js';
import { SETTINGS } from '../../src/settings/table.js';

const specs: readonly SettingSpec[] = SETTINGS;

/** The faults of these variables. */
function faults(env: Record<string, string>, flags: Record<string, string | true> = {}): readonly string[] {
  try {
    readSettings({ env, flags });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults;
  }
}

function inForce(env: Record<string, string>, name: string): unknown {
  const { value, source } = settingsInForce(readSettings({ env })).find((one) => one.name === name)!;
  return [value, source];
}

const TOKEN = 'abcdefghijklmnop';

describe('the defaults', () => {
  it('are those of one machine', () => {
    const { values, namedWebhooks } = readSettings({ env: {} });
    expect(values).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      REQUIRE_TOKEN: 'protected',
      CORS_ORIGIN: ['*'],
      TRUST_PROXY: 0,
      DATA_DIR: './.screenplay',
      MAX_WORKERS: 4,
      JOB_TIMEOUT: 1_800_000,
      JOB_MAX_ATTEMPTS: 3,
      JOB_LEASE: 30_000,
      JOB_MAX_INPUT: 200 * 1_048_576,
      RESULTS_TTL: 604_800_000,
      CONVERT_TIMEOUT: 60_000,
      CONVERT_MEMORY_MB: 1024,
      WEBHOOK_TIMEOUT: 15_000,
      WEBHOOK_MAX_RETRY: 4,
      WEBHOOK_RETRY_MIN_WAIT: 1000,
      WEBHOOK_RETRY_MAX_WAIT: 30_000,
      WEBHOOK_ALLOW_PRIVATE: false,
      LOG_LEVEL: 'info',
    });
    for (const name of ['ACCESS_TOKEN', 'REDIS_URL', 'S3_BUCKET', 'S3_INPUT_BUCKET', 'WEBHOOK_SECRET'] as const)
      expect(values[name]).toBeUndefined();
    expect(namedWebhooks.size).toBe(0);
  });

  it('follow from other settings', () => {
    const redis = { REDIS_URL: 'redis://localhost', JOB_SECRET: TOKEN };
    expect(readSettings({ env: redis }).values.HOST).toBe('0.0.0.0');
    expect(readSettings({ env: { ...redis, HOST: '::1' } }).values.HOST).toBe('::1');
    const { values } = readSettings({ env: { S3_BUCKET: 'a', S3_OUTPUT_BUCKET: 'b' } });
    expect([values.S3_INPUT_BUCKET, values.S3_OUTPUT_BUCKET]).toEqual(['a', 'b']);
  });
});

describe('a setting', () => {
  it('is what the flag says, then the environment, then the default', () => {
    const env = { PORT: '1', CONVERT_TIMEOUT: '5s', S3_FORCE_PATH_STYLE: '', MAX_WORKERS: '  ' };
    const { values, sources } = readSettings({ env, flags: { PORT: '2', WEBHOOK_ALLOW_PRIVATE: true } });
    expect(values).toMatchObject({ PORT: 2, CONVERT_TIMEOUT: 5000, WEBHOOK_ALLOW_PRIVATE: true, MAX_WORKERS: 4 });
    expect(sources.get('PORT')).toBe('flag');
    expect(sources.get('CONVERT_TIMEOUT')).toBe('environment');
    expect(sources.get('MAX_WORKERS')).toBe('default');
    expect(sources.has('S3_BUCKET')).toBe(false);
  });

  it('has a default that can be read, and a flag of its own', () => {
    for (const spec of specs)
      if (spec.default !== undefined) expect(parseValue(spec.kind, spec.default)).toHaveProperty('value');
    expect(new Set(specs.map(({ name }) => flagOfSetting(name))).size).toBe(specs.length);
  });

  it.each([
    ['PORT', ['0', '65535'], ['65536', '-1', '80a', '1e3', '0x50']],
    ['MAX_WORKERS', ['1', '64'], ['0', '1.5', 'four']],
    ['TRUST_PROXY', ['0', '1', '2'], ['-1', 'true', '17', '10.0.0.1']],
    ['CONVERT_TIMEOUT', ['500ms', '15s', '1m30s', '2h', '1.5s', '1h2m3s4ms'], ['15', '0s', 's', '1s1m', '-1s', '30d']],
    ['JOB_MAX_INPUT', ['200MB', '1', '1gb', '512KB'], ['0', '3GB', '200 MB', '1.5MB']],
    ['WEBHOOK_ALLOW_PRIVATE', ['true', 'FALSE', '0', 'yes'], ['maybe', '2']],
    ['LOG_LEVEL', ['debug', 'WARN'], ['loud', 'information']],
    ['HOST', ['localhost', '::', '0.0.0.0', 'a-b.example'], ['http://localhost', 'two words']],
    ['CORS_ORIGIN', ['*', 'https://a.example', 'https://a.example, http://b.example:81'], ['a.example', 'https://a/b']],
    ['ACCESS_TOKEN', [TOKEN, `${TOKEN},${TOKEN}x`], ['short', `${TOKEN},short`, `${TOKEN} with a space`, ',']],
    ['JOB_SECRET', ['any words of some length', `${TOKEN}, with spaces and $igns`], ['short', `${TOKEN},short`]],
    ['REDIS_URL', [], ['http://localhost', 'localhost:6379']],
    ['DEFAULT_WEBHOOK_URLS', ['https://a.example/x,http://b.example'], ['a.example', 'ftp://a.example', 'https://']],
    ['WEBHOOK_ALLOW_HOSTS', ['a.example,127.0.0.1,[::1]'], ['http://a.example', 'a/b']],
  ] as const)('%s takes some texts and refuses others', (name, good, bad) => {
    for (const text of good) expect(faults({ [name]: text })).toEqual([]);
    for (const text of bad) {
      expect(faults({ [name]: text })).toHaveLength(1);
      expect(faults({ [name]: text })[0]).toMatch(new RegExp(`^${name}: .`));
      expect(faults({}, { [name]: text })[0]).toMatch(new RegExp(`^${flagOfSetting(name)}: .`));
    }
  });

  it('is not empty as a flag', () => {
    expect(faults({}, { DATA_DIR: '' })).toEqual(['--data-dir: is empty']);
  });

  it('refuses prefixes that no key has', () => {
    for (const prefix of ['/a', 'a/../b', 'a\u0000b'])
      expect(faults({ S3_BUCKET: 'x', S3_INPUT_PREFIX: prefix })).toHaveLength(1);
    expect(faults({ S3_BUCKET: 'x', S3_INPUT_PREFIX: 'scripts/in/' })).toEqual([]);
  });
});

describe('durations', () => {
  it('are written as they are read', () => {
    for (const text of ['0s', '1ms', '500ms', '15s', '1m30s', '2h', '168h', '1h1ms'])
      expect(durationText(parseDuration(text)!)).toBe(text);
    expect(parseDuration('90s')).toBe(90_000);
    expect(parseDuration('')).toBeUndefined();
  });
});

describe('contradictions', () => {
  const redis = { REDIS_URL: 'redis://localhost', JOB_SECRET: TOKEN };

  it.each([
    [{ S3_ENDPOINT: 'https://s3.example', S3_REGION: 'x' }, /^S3_ENDPOINT, S3_REGION: set without S3_BUCKET/],
    [{ S3_INPUT_BUCKET: 'a' }, /^S3_INPUT_BUCKET: set without S3_BUCKET/],
    [{ S3_FORCE_PATH_STYLE: 'true' }, /^S3_FORCE_PATH_STYLE: set without/],
    [{ S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'k' }, /^S3_SECRET_ACCESS_KEY: not set/],
    [{ S3_BUCKET: 'a', S3_SECRET_ACCESS_KEY: 'k' }, /^S3_ACCESS_KEY_ID: not set/],
    [{ REDIS_URL: 'redis://localhost' }, /^JOB_SECRET: required/],
    [{ ...redis, DEFAULT_WEBHOOK_URLS: 'https://a.example' }, /^WEBHOOK_SECRET: required/],
    [{ DEFAULT_WEBHOOKS: 'foo-bar' }, /^DEFAULT_WEBHOOKS: WEBHOOK_URL_FOO_BAR .* not set/],
    [{ WEBHOOK_RETRY_MIN_WAIT: '1m' }, /^WEBHOOK_RETRY_MIN_WAIT: 1m is longer than WEBHOOK_RETRY_MAX_WAIT, 30s/],
    [{ CONVERT_TIMEOUT: '2h', JOB_TIMEOUT: '1h' }, /^CONVERT_TIMEOUT: 2h is longer than JOB_TIMEOUT, 1h/],
    [{ CORS_ORIGIN: '*, https://a.example' }, /^CORS_ORIGIN: \* already/],
  ])('%o', (env, line) => {
    expect(faults(env)).toEqual([expect.stringMatching(line)]);
  });

  it('are none where the other half is there', () => {
    expect(faults({ ...redis, DEFAULT_WEBHOOK_URLS: 'https://a.example', WEBHOOK_SECRET: 's' })).toEqual([]);
    expect(faults({ DEFAULT_WEBHOOK_URLS: 'https://a.example' })).toEqual([]);
    expect(faults({ DEFAULT_WEBHOOKS: 'foo-bar', WEBHOOK_URL_FOO_BAR: 'https://a.example' })).toEqual([]);
  });
});

describe('faults', () => {
  it('are told all at once', () => {
    const found = faults({ PORT: 'x', CONVERT_TIMEOUT: '15', REDIS_URL: 'redis://h', WEBHOOK_URL_A: 'nothing' });
    expect(found.map((line) => line.split(':')[0])).toEqual(['PORT', 'CONVERT_TIMEOUT', 'WEBHOOK_URL_A', 'JOB_SECRET']);
    expect(found[1]).toBe(
      'CONVERT_TIMEOUT: takes a duration such as 500ms, 15s, 1m30s or 2h, not "15"; 15s is seconds',
    );
  });

  it('are one line each and repeat no secret', () => {
    const canary = 'canary,\ncanary';
    for (const spec of specs) {
      for (const fault of faults({ [spec.name]: canary })) {
        expect(fault).not.toContain('\n');
        if (['tokens', 'secrets', 'secret', 'webhook-urls', 'url'].includes(spec.kind.type))
          expect(fault).not.toContain('canary');
      }
    }
    expect(faults({ WEBHOOK_URL_A: 'canary' }).join()).not.toContain('canary');
  });
});

describe('named webhooks', () => {
  it('come from the environment and from flags', () => {
    const { namedWebhooks, sources } = readSettings({
      env: { WEBHOOK_URL_FOO_BAR: 'https://a.example/1', WEBHOOK_URL_B: 'https://b.example', WEBHOOK_URL_: 'x' },
      webhookFlags: ['foo-bar=https://c.example/?a=b'],
    });
    expect([...namedWebhooks]).toEqual([
      ['WEBHOOK_URL_FOO_BAR', 'https://c.example/?a=b'],
      ['WEBHOOK_URL_B', 'https://b.example'],
    ]);
    expect(sources.get('WEBHOOK_URL_FOO_BAR')).toBe('flag');
    expect(() => readSettings({ env: {}, webhookFlags: ['https://c.example'] })).toThrow(/--webhook-url: takes/);
  });
});

describe('slips of the pen', () => {
  it('are told, and what is not ours is left alone', () => {
    expect(strangeVariables({ WEBHOOK_TIMEOUTS: '1s', S3_BUCKET: 'a', PATH: '/', WEBHOOK_URL_A: 'x' })).toEqual([
      'WEBHOOK_TIMEOUTS: there is no such setting; did you mean WEBHOOK_TIMEOUT?',
    ]);
  });
});

describe('what is shown', () => {
  it('says where each comes from', () => {
    expect(inForce({ CONVERT_TIMEOUT: '90s' }, 'CONVERT_TIMEOUT')).toEqual(['1m30s', 'environment']);
    expect(inForce({}, 'JOB_MAX_INPUT')).toEqual(['200MB', 'default']);
    expect(inForce({}, 'S3_BUCKET')).toEqual([null, 'default']);
    expect(inForce({}, 'HOST')).toEqual(['127.0.0.1', 'default']);
    expect(inForce({ WEBHOOK_URL_A: 'https://a.example/x' }, 'WEBHOOK_URL_A')).toEqual([
      expect.stringMatching(/^https:\/\/a\.example\/#[0-9a-f]{8}$/),
      'environment',
    ]);
  });

  it('lists every setting', () => {
    expect(settingsInForce(readSettings({ env: {} })).map(({ name }) => name)).toEqual(specs.map(({ name }) => name));
  });

  it('has no secret in it', () => {
    const env = {
      ACCESS_TOKEN: 'canary0123456789',
      JOB_SECRET: 'canary0123456789',
      WEBHOOK_SECRET: 'canary',
      REDIS_URL: 'redis://canary:canary@host:6379/2',
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'https://canary:canary@s3.example',
      S3_ACCESS_KEY_ID: 'canary',
      S3_SECRET_ACCESS_KEY: 'canary',
      DEFAULT_WEBHOOKS: 'a',
      WEBHOOK_URL_A: 'https://canary:canary@a.example/canary?canary',
      DEFAULT_WEBHOOK_URLS: 'https://a.example/canary',
    };
    const shown = settingsInForce(readSettings({ env }));
    expect(JSON.stringify(shown)).not.toContain('canary');
    expect(shown.find(({ name }) => name === 'REDIS_URL')?.value).toBe('redis://host:6379/2');
    expect(shown.find(({ name }) => name === 'JOB_SECRET')?.value).toBe('set');
  });
});

describe('docs/settings.md', () => {
  it('is what the table says (UPDATE=1 writes it)', async () => {
    const path = fileURLToPath(new URL('../../../../docs/settings.md', import.meta.url));
    if (process.env['UPDATE'] === '1') await writeFile(path, settingsText());
    expect(existsSync(path)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe(settingsText());
    for (const { name } of specs) expect(settingsText()).toContain(`| \`${name}\` |`);
  });
});
