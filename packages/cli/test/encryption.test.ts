import { createCipheriv, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScreenplayDocument } from '@screenplay/core';
import { FDX, filesBelow, folderWith, FOUNTAIN, readJson, screenplay } from './stand-in.js';

const KEY = 'correct horse battery staple';
const WORDS = ['A lamp burns', 'quietly', 'Who left this on'];

let plain: string;
beforeAll(async () => {
  plain = (await screenplay(['convert', '-'], { stdin: FOUNTAIN })).stdout;
});

describe('encrypt and decrypt', () => {
  it('take the key from a file, without the line end at its end', async () => {
    const cwd = await folderWith({ 'draft.json': plain, 'key.txt': `${KEY}\n`, 'key.dos': `${KEY}\r\n`, bare: KEY });
    expect(
      await screenplay(['encrypt', 'draft.json', '--key-file', 'key.txt', '-o', 'secret.json'], { cwd }),
    ).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const secret = await readFile(join(cwd, 'secret.json'), 'utf8');
    for (const words of WORDS) expect(secret).not.toContain(words);
    expect(secret).toContain('KITCHEN');
    for (const file of ['key.txt', 'key.dos', 'bare']) {
      const { code, stdout } = await screenplay(['decrypt', 'secret.json', '--key-file', file], { cwd });
      expect({ code, stdout }).toEqual({ code: 0, stdout: plain });
    }
  });

  it('take it from the environment, and from the command line with a warning', async () => {
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    const secret = await screenplay(['encrypt', '-'], { stdin: plain, env });
    expect(secret).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await screenplay(['decrypt', '-', '--key', KEY], { stdin: secret.stdout });
    expect({ code, stdout }).toEqual({ code: 0, stdout: plain });
    expect(stderr).toMatch(/^warning: lists of processes show --key .*--key-file or SCREENPLAY_ENCRYPT_KEY\n$/);
    expect(stderr).not.toContain(KEY);
    const beaten = await screenplay(['decrypt', '-', '--key', KEY, '-q'], {
      stdin: secret.stdout,
      env: { SCREENPLAY_ENCRYPT_KEY: 'another key altogether' },
    });
    expect(beaten).toMatchObject({ code: 0, stdout: plain, stderr: '' });
  });

  it('read and write YAML, and indent', async () => {
    const cwd = await folderWith({ 'draft.json': plain, key: KEY });
    await screenplay(['encrypt', 'draft.json', '--key-file', 'key', '-t', 'yaml', '-o', 'secret.yaml'], { cwd });
    expect(await readFile(join(cwd, 'secret.yaml'), 'utf8')).toContain('cipher: aes-256-ctr');
    const { stdout } = await screenplay(['decrypt', 'secret.yaml', '--key-file', 'key', '--pretty'], { cwd });
    expect(stdout).toContain('\n  "id"');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(plain));
  });

  it('read a folder of documents, the format that is written among them', async () => {
    const cwd = await folderWith({ 'in/a.json': plain, 'in/more/b.json': plain, 'in/c.fdx': FDX, key: KEY });
    expect((await screenplay(['encrypt', 'in', '-o', 'out', '--key-file', 'key'], { cwd })).code).toBe(0);
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json', 'more/b.json']);
    expect((await screenplay(['decrypt', 'out', '-o', 'back', '--key-file', 'key'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'back/more/b.json'), 'utf8')).toBe(plain);
  });

  it('have options for the encoding, the suite and titles', async () => {
    const cwd = await folderWith({ 'draft.json': plain, key: KEY });
    const options = ['--encoding', 'ascii85', '--suite', 'aes-256-gcm', '--encrypt-titles'];
    await screenplay(['encrypt', 'draft.json', '--key-file', 'key', '-o', 'secret.json', ...options], { cwd });
    const secret = await readJson(cwd, 'secret.json');
    expect(secret.encrypt).toMatchObject({ cipher: 'aes-256-gcm', hash: 'scrypt', encoding: 'ascii85' });
    expect(JSON.stringify(secret)).not.toContain('The Lamp');
    expect((await screenplay(['decrypt', 'secret.json', '--key-file', 'key'], { cwd })).stdout).toBe(plain);
  });

  it('write nothing under a wrong key, or when the document was changed', async () => {
    const cwd = await folderWith({ 'draft.json': plain, key: KEY, other: `${KEY}s` });
    await screenplay(['encrypt', 'draft.json', '--key-file', 'key', '-o', 'secret.json'], { cwd });
    const wrong = await screenplay(['decrypt', 'secret.json', '--key-file', 'other', '-o', 'out.json'], { cwd });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^error: secret\.json: The key is wrong, or the document was changed/);
    const secret = await readFile(join(cwd, 'secret.json'), 'utf8');
    const swapped = secret.replace(/"en":"([0-9a-f]{40,})"/, (_, value: string) => `"en":"${value.slice(0, -2)}00"`);
    const changed = await screenplay(['decrypt', '-', '--key-file', 'key'], { cwd, stdin: swapped });
    expect(changed).toMatchObject({ code: 1, stdout: '' });
    expect(await filesBelow(cwd)).not.toContain('out.json');
  });

  it('refuse a short key, a missing one, and two', async () => {
    const cwd = await folderWith({ 'draft.json': plain, short: '123456789\n', empty: '', binary: Buffer.from([0xff]) });
    const complaint = async (...more: string[]): Promise<string> => {
      const { code, stdout, stderr } = await screenplay(['encrypt', 'draft.json', ...more], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      return stderr;
    };
    expect(await complaint('--key-file', 'short')).toMatch(/The key is too short/);
    expect(await complaint('--key-file', 'empty')).toMatch(/The key is too short/);
    expect(await complaint()).toBe(
      'error: no key\nname a file that holds it with --key-file, or set SCREENPLAY_ENCRYPT_KEY\n',
    );
    expect(await complaint('--key-file', 'short', '--key', KEY)).toMatch(/--key-file and --key are both given/);
    expect(await complaint('--key-file', 'nowhere')).toMatch(/the key file nowhere cannot be read: there is no such/);
    expect(await complaint('--key-file', 'binary')).toMatch(/the key file binary is not text in UTF-8/);
    expect(await complaint('--key', KEY, '--encoding', 'base63')).toMatch(/--encoding takes hex, base16/);
    expect(await complaint('--key', KEY, '-o', 'draft.fdx')).toMatch(/fdx holds no encrypted text/);
    expect(await complaint('--key', KEY, '-t', 'fountain')).toMatch(/fountain cannot be written here/);
  });

  it('refuse what they are not for', async () => {
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    const script = await screenplay(['encrypt', '-'], { stdin: FDX, env });
    expect(script).toMatchObject({ code: 1, stdout: '' });
    expect(script.stderr).toMatch(/it is fdx, and only json and yaml can be read here; screenplay convert reads it/);
    expect(await screenplay(['decrypt', '-'], { stdin: plain, env })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: standard input: The document is not encrypted\n',
    });
    const secret = (await screenplay(['encrypt', '-'], { stdin: plain, env })).stdout;
    const twice = await screenplay(['encrypt', '-'], { stdin: secret, env });
    expect(twice).toMatchObject({ code: 1, stdout: '' });
    const other = await screenplay(['decrypt', '-', '-o', 'draft.fdx'], { stdin: secret, env });
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toMatch(/write json or yaml; screenplay export --decrypt writes the others/);
  });

  it('leave out an analysis only when told to', async () => {
    const document: ScreenplayDocument = JSON.parse(plain);
    const scene = document.document.scenes[0]!;
    const stdin = JSON.stringify({
      ...document,
      analysis: {
        passages: [
          { id: document.id, scene: scene.id, elements: [scene.body[0]!.id], text: { en: 'A lamp' }, tokens: 2 },
        ],
      },
    });
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    expect((await screenplay(['encrypt', '-'], { stdin, env })).stderr).toMatch(
      /analysis .*\/analysis\/passages\/0\/text/,
    );
    const { code, stdout } = await screenplay(['encrypt', '-', '--drop-analysis'], { stdin, env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty('analysis');
  });
});

describe('documents of other programs', () => {
  /** A title and a text as other programs encrypt them, the title beyond the schema's bound. */
  function foreign(): string {
    const document: ScreenplayDocument = JSON.parse(plain);
    const key = createHash('sha256').update(KEY).digest();
    const seal = (text: string): string => {
      const iv = Buffer.alloc(16, 7);
      const cipher = createCipheriv('aes-256-ctr', key, iv);
      return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('hex');
    };
    document.title = { en: seal('The Lamp '.repeat(14)) };
    document.document.cover.title = document.title;
    delete document.document.cover.meta;
    document.document.cover.extra = {};
    for (const element of document.document.scenes[0]!.body) {
      if ('text' in element) element.text = { en: seal(element.text['en']!) };
    }
    return JSON.stringify({ ...document, encrypt: { cipher: 'aes-256-ctr', hash: 'sha256', encoding: 'hex' } });
  }

  it('are read when that is allowed, though they break the bounds of the schema', async () => {
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    const allowed = await screenplay(['decrypt', '-', '--allow-unchecked'], { stdin: foreign(), env });
    expect(allowed).toMatchObject({ code: 0, stderr: '' });
    expect(allowed.stdout).toContain('Who left this on');
    expect(JSON.parse(allowed.stdout).title.en).toBe('The Lamp '.repeat(14));
    expect((await screenplay(['decrypt', '-'], { stdin: foreign(), env })).code).toBe(1);
    const exported = await screenplay(['export', '-', '-f', 'fountain', '--decrypt', '--allow-unchecked'], {
      stdin: foreign(),
      env,
    });
    expect(exported.stdout).toContain('Who left this on');
  });

  it('are refused with the option that reads them', async () => {
    const document = JSON.parse(foreign());
    document.title = document.document.cover.title = { en: 'The Lamp' };
    const { code, stderr } = await screenplay(['decrypt', '-', '--key', KEY, '-q'], {
      stdin: JSON.stringify(document),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/has no check.*\nto read it all the same, say --allow-unchecked\n$/);
  });
});

describe('convert --encrypt', () => {
  it('writes an encrypted document, which export --decrypt reads', async () => {
    const cwd = await folderWith({ 'draft.fountain': FOUNTAIN, key: KEY });
    const convert = ['convert', 'draft.fountain', '--encrypt', '--key-file', 'key', '-o', 'draft.json'];
    expect((await screenplay(convert, { cwd })).code).toBe(0);
    const secret = await readFile(join(cwd, 'draft.json'), 'utf8');
    for (const words of WORDS) expect(secret).not.toContain(words);
    const exported = await screenplay(['export', 'draft.json', '-f', 'fountain', '--decrypt', '--key-file', 'key'], {
      cwd,
    });
    const direct = await screenplay(['export', '-', '-f', 'fountain'], { stdin: plain });
    expect(exported).toMatchObject({ code: 0, stdout: direct.stdout });
  });

  it('is refused for what holds no encrypted text', async () => {
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    const { code, stderr } = await screenplay(['convert', '-', '-t', 'fdx', '--encrypt'], { stdin: FOUNTAIN, env });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: fdx holds no encrypted text\nwrite json or yaml\n' });
  });

  it('has to be said: its options alone are refused', async () => {
    const convert = await screenplay(['convert', '-', '--key-file', 'key'], { stdin: FOUNTAIN });
    expect(convert).toMatchObject({ code: 2, stdout: '' });
    expect(convert.stderr).toBe('error: --key-file is given, and --encrypt is not\nsay --encrypt, or leave it out\n');
    const exported = await screenplay(['export', '-', '-f', 'fdx', '--allow-unchecked'], { stdin: plain });
    expect(exported.stderr).toMatch(/--allow-unchecked is given, and --decrypt is not/);
  });

  it('leaves a key in the environment alone otherwise', async () => {
    const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
    expect((await screenplay(['convert', '-'], { stdin: FOUNTAIN, env })).stdout).toBe(plain);
  });
});

it('an encrypted document is not exported without --decrypt, and says so', async () => {
  const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
  const secret = (await screenplay(['encrypt', '-'], { stdin: plain, env })).stdout;
  const { code, stdout, stderr } = await screenplay(['export', '-', '-f', 'fdx'], { stdin: secret, env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/is encrypted: decrypt it first/);
});

it('keys and words are in no message', async () => {
  const env = { SCREENPLAY_ENCRYPT_KEY: KEY };
  const secret = (await screenplay(['encrypt', '-', '--verbose'], { stdin: plain, env })).stdout;
  const outputs = await Promise.all([
    screenplay(['decrypt', '-', '--verbose'], { stdin: secret, env: { SCREENPLAY_ENCRYPT_KEY: `${KEY}?` } }),
    screenplay(['encrypt', '-', '--verbose'], { stdin: secret, env }),
    screenplay(['decrypt', '-', '--verbose'], { stdin: plain, env }),
  ]);
  for (const { stderr } of outputs) for (const words of [KEY, ...WORDS]) expect(stderr).not.toContain(words);
});
