import { describe, expect, it } from 'vitest';
import { JobSecrets } from '../../src/pipeline/jobs/index.js';
import { MemoryRuntime } from '../../src/testing/index.js';
import { rejection } from './deployment.js';

const runtime = new MemoryRuntime();
const secrets = (...list: string[]): JobSecrets => new JobSecrets(list, runtime);
const VARS = { lang: 'en', encrypt_key: 'a long enough secret', pdf_password: 'geheim', paper: 'a4' } as const;

describe('the secret options of a job', () => {
  it('rest sealed, the others as they are', async () => {
    const resting = await secrets('s1').rest(VARS, 'j_1');
    expect(resting.vars).toEqual({ lang: 'en', paper: 'a4' });
    expect(resting.sealed).toMatch(/^v1\.[A-Za-z0-9+/]+=*$/);
    for (const secret of ['a long enough secret', 'geheim']) {
      expect(JSON.stringify(resting)).not.toContain(secret);
      expect(atob(resting.sealed?.slice(3) ?? '')).not.toContain(secret);
    }
    expect(await secrets('s1').open(resting, 'j_1')).toEqual(VARS);
  });

  it('leave nothing where there are none', async () => {
    const resting = await secrets('s1').rest({ lang: 'en' }, 'j_1');
    expect(resting).toEqual({ vars: { lang: 'en' }, sealed: null });
    expect(await secrets('other').open(resting, 'j_2')).toEqual({ lang: 'en' });
  });

  it('are sealed another way each time', async () => {
    const one = await secrets('s1').rest(VARS, 'j_1');
    expect((await secrets('s1').rest(VARS, 'j_1')).sealed).not.toBe(one.sealed);
  });

  it('open with the secret that sealed them, for their job only, and unchanged only', async () => {
    const resting = await secrets('s1').rest(VARS, 'j_1');
    expect((await rejection(secrets('s2').open(resting, 'j_1'))).code).toBe('wrong_key');
    expect((await rejection(secrets('s1').open(resting, 'j_2'))).code).toBe('wrong_key');
    const sealed = resting.sealed ?? '';
    for (const changed of [
      '',
      'v1.',
      'v2' + sealed.slice(2),
      sealed.slice(0, -4),
      'v1.AAAA',
      sealed.replace(/.{8}$/, 'AAAAAAAA'),
    ]) {
      expect((await rejection(secrets('s1').open({ ...resting, sealed: changed }, 'j_1'))).code).toBe('wrong_key');
    }
  });

  it('open with any of several secrets, and are sealed with the first', async () => {
    const before = await secrets('old').rest(VARS, 'j_1');
    expect(await secrets('new', 'old').open(before, 'j_1')).toEqual(VARS);
    const after = await secrets('new', 'old').rest(VARS, 'j_1');
    expect(await secrets('new').open(after, 'j_1')).toEqual(VARS);
    expect((await rejection(secrets('old').open(after, 'j_1'))).code).toBe('wrong_key');
  });

  it('want a secret', () => {
    expect(() => secrets()).toThrow(/secret/);
    expect(() => secrets('a', '')).toThrow(/secret/);
  });
});

describe('a fingerprint of a request', () => {
  it('is the same for the same request under the same secret', async () => {
    const one = await secrets('s1').fingerprints({ a: 1, vars: { x: 'y', z: [1, { b: 2, a: 1 }] } });
    expect(await secrets('s1').fingerprints({ vars: { z: [1, { a: 1, b: 2 }], x: 'y' }, a: 1 })).toEqual(one);
    expect(await secrets('s1').fingerprints({ a: 1, vars: { x: 'y', z: [{ a: 1, b: 2 }, 1] } })).not.toEqual(one);
    expect(await secrets('s2').fingerprints({ a: 1, vars: { x: 'y', z: [1, { a: 1, b: 2 }] } })).not.toEqual(one);
    expect(one).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('is made under every secret, the present one first', async () => {
    const [one, two] = await secrets('new', 'old').fingerprints({ a: 1 });
    expect([one]).toEqual(await secrets('new').fingerprints({ a: 1 }));
    expect([two]).toEqual(await secrets('old').fingerprints({ a: 1 }));
  });
});
