import type { Storage } from '@screenplay/core';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileStorage } from '../src/index.js';
import { testFolder } from './bench.js';
import type { TestFolder } from './bench.js';

let folder: TestFolder;
let root: string;
beforeEach(() => {
  folder = testFolder();
  root = join(folder.path, 'storage');
});
afterEach(() => folder.remove());

async function textAt(storage: Storage, key: string): Promise<string> {
  const chunks = [];
  for await (const chunk of (await storage.open(key)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function keysOf(storage: Storage, prefix?: string): Promise<string[]> {
  return (await storage.list({ limit: 1000, prefix })).objects.map(({ key }) => key);
}

const write = (storage: Storage, key: string, text = key): Promise<void> => storage.write(key, Buffer.from(text));

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

describe('objects as files', () => {
  it('lie where a person looks for them', async () => {
    const storage = await FileStorage.open(root, { naming: 'exact' });
    const plain = ['drafts/Feature Film (draft 2).fdx', 'drafts/Ünïcode – “quoted”.fountain', 'a.b/.hidden'];
    for (const key of [...plain, 'why?/50%.txt', 'ends with a dot.']) await write(storage, key);
    expect(filesIn(root)).toEqual([...plain, 'why%3f/50%25.txt', 'ends with a dot%2e'].sort());
    expect(readFileSync(join(root, 'drafts/Feature Film (draft 2).fdx'), 'utf8')).toBe(plain[0]);
  });

  it('are for their owner only', async () => {
    const storage = await FileStorage.open(root);
    await write(storage, 'a/b/c');
    expect(statSync(join(root, 'a/b/c')).mode & 0o777).toBe(0o600);
    for (const path of ['', 'a', 'a/b', '%new']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  });

  it('may be put there by a person, under any name', async () => {
    const storage = await FileStorage.open(root, { naming: 'exact' });
    const names = [
      'Script.fdx',
      'What?.fdx',
      '50% off.txt',
      'a%3fb.txt',
      '100%25.txt',
      'deep/er/ why * .pdf',
      `${'n'.repeat(250)}.fdx`,
    ];
    for (const name of names) {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), `text of ${name}`);
    }
    // The names of these two are what other keys are written as.
    const keys = names.map((name) => ({ 'a%3fb.txt': 'a?b.txt', '100%25.txt': '100%.txt' })[name] ?? name);
    expect(await keysOf(storage)).toEqual([...keys].sort());
    for (const [at, key] of keys.entries()) expect(await textAt(storage, key)).toBe(`text of ${names[at]}`);
    for (const key of keys) await write(storage, key, 'replaced');
    for (const key of keys) expect(await textAt(storage, key)).toBe('replaced');
    expect(await keysOf(storage)).toEqual([...keys].sort());
  });

  it('are found in a folder that was copied from another kind of file system', async () => {
    const keys = ['Drafts/Émile & Zoë.fdx', 'Drafts/B/c', 'plain/file', 'É'.repeat(90), 'X?'];
    for (const [from, to] of [
      ['folding', 'exact'],
      ['exact', 'folding'],
    ] as const) {
      const copied = join(folder.path, from);
      const before = await FileStorage.open(copied, { naming: from });
      for (const key of keys) await write(before, key);
      const after = await FileStorage.open(copied, { naming: to });
      expect((await keysOf(after)).sort()).toEqual([...keys].sort());
      for (const key of keys) expect(await textAt(after, key)).toBe(key);
      await write(after, 'Drafts/B/d');
      await write(after, 'Drafts/B/c', 'changed');
      expect((await keysOf(after, 'Drafts/B/')).sort()).toEqual(['Drafts/B/c', 'Drafts/B/d']);
      expect(await textAt(after, 'Drafts/B/c')).toBe('changed');
    }
  });

  it('have names that no file system takes for one another, where it would', async () => {
    const storage = await FileStorage.open(root, { naming: 'folding' });
    const keys = [
      'a',
      'A',
      'é',
      'e\u0301',
      'É',
      'straße',
      'STRASSE',
      'ﬁ',
      'fi',
      'a/B',
      'A/b',
      'con',
      'CON.txt',
      'i',
      'İ',
    ];
    for (const key of keys) await write(storage, key);
    for (const key of keys) expect(await textAt(storage, key)).toBe(key);
    const folded = filesIn(root).map((name) =>
      name
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[. ]+(?=\/|$)/g, ''),
    );
    expect(new Set(folded).size).toBe(keys.length);
    expect(filesIn(root).join('')).toMatch(/^[a-z0-9%./]*$/);
  });

  it('never lie outside', async () => {
    writeFileSync(join(folder.path, 'secret'), 'secret');
    const storage = await FileStorage.open(root);
    for (const key of ['../secret', 'a/../../secret', join(folder.path, 'secret'), '..', './x', 'x\0y']) {
      await expect(storage.open(key)).rejects.toMatchObject({ code: 'bad_option' });
      await expect(write(storage, key)).rejects.toMatchObject({ code: 'bad_option' });
    }
    await write(storage, '..\\secret', 'inside');
    await write(storage, '%2e%2e/secret', 'inside too');
    expect(readFileSync(join(folder.path, 'secret'), 'utf8')).toBe('secret');
    expect(readdirSync(folder.path).sort()).toEqual(['secret', 'storage']);
  });

  it('that are links are read; links to folders lead nowhere in a listing', async () => {
    const storage = await FileStorage.open(root);
    await write(storage, 'real/file');
    symlinkSync(join(root, 'real/file'), join(root, 'link'));
    linkSync(join(root, 'real/file'), join(root, 'second'));
    symlinkSync('..', join(root, 'real/circle'));
    symlinkSync('nowhere', join(root, 'broken'));
    expect(await textAt(storage, 'link')).toBe('real/file');
    expect(await keysOf(storage)).toEqual(['link', 'real/file', 'second']);
    await expect(storage.open('broken')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are replaced under another reader, and never half there', async () => {
    const storage = await FileStorage.open(root);
    await write(storage, 'a', 'x'.repeat(700_000));
    const reading = await storage.open('a');
    await write(storage, 'a', 'short');
    let length = 0;
    for await (const chunk of reading.body) length += chunk.length;
    expect(length).toBe(700_000);
    expect(readdirSync(join(root, '%new'))).toEqual([]);
  });

  it('make room for folders while they are read and written', { timeout: 60_000 }, async () => {
    const storage = await FileStorage.open(root);
    for (let round = 0; round < 30; round++) {
      const base = `r${round}`;
      await write(storage, base, 'first');
      const seen: string[] = [];
      let writing = true;
      const reader = async (): Promise<void> => {
        while (writing) seen.push(await textAt(storage, base));
      };
      const writers = async (): Promise<void> => {
        await Promise.all([
          ...['x', 'y', 'x/y/z'].map((name) => write(storage, `${base}/${name}`)),
          write(storage, base, 'second'),
        ]);
        writing = false;
      };
      await Promise.all([writers(), reader(), reader()]);
      expect(seen.every((text) => text === 'first' || text === 'second')).toBe(true);
      expect(await textAt(storage, base)).toBe('second');
      expect(await keysOf(storage, base)).toEqual([base, ...['x', 'x/y/z', 'y'].map((name) => `${base}/${name}`)]);
    }
  });

  it('are listed from folders with very many', { timeout: 60_000 }, async () => {
    const storage = await FileStorage.open(root);
    const names = Array.from({ length: 9000 }, (_, at) => `file ${(at * 7919) % 9000}`);
    mkdirSync(join(root, 'many'));
    for (const name of names) writeFileSync(join(root, 'many', name), '');
    const sorted = names.map((name) => `many/${name}`).sort();
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await storage.list({ prefix: 'many/', limit: 1000, cursor });
      listed.push(...page.objects.map(({ key }) => key));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(listed).toEqual(sorted);
  });
});

describe('a storage folder', () => {
  it('loses what unfinished writes left when it is opened, and nothing that is being written', async () => {
    await FileStorage.open(root);
    const host = hostname().replaceAll(/[^\w-]/g, '_');
    const leave = (name: string, age = 0): void => {
      writeFileSync(join(root, '%new', name), 'half');
      const time = Date.now() / 1000 - age;
      utimesSync(join(root, '%new', name), time, time);
    };
    leave(`${host}.999999999.abc.1`);
    leave(`${host}.${process.pid}.another-life.1`);
    leave(`${host}.1.abc.1`);
    leave('other-host.1.abc.1');
    leave('other-host.1.abc.2', 7200);
    leave('rubbish', 7200);
    const storage = await FileStorage.open(root);
    expect(readdirSync(join(root, '%new')).sort()).toEqual([`${host}.1.abc.1`, 'other-host.1.abc.1'].sort());
    expect(await keysOf(storage)).toEqual([]);
  });

  it('leaves nothing of a write that fails', async () => {
    const storage = await FileStorage.open(root);
    await write(storage, 'a', 'kept');
    const controller = new AbortController();
    const writing = storage.write('a', new Uint8Array(30_000_000), { signal: controller.signal });
    setTimeout(() => controller.abort(), 2);
    await writing.catch((error: unknown) => expect(error).toMatchObject({ code: 'cancelled' }));
    expect(readdirSync(join(root, '%new'))).toEqual([]);
    expect(filesIn(root)).toEqual(['a']);
  });

  it('that is gone, or no folder, is told', async () => {
    const storage = await FileStorage.open(root);
    renameSync(root, `${root}-moved`);
    await expect(storage.check()).rejects.toMatchObject({ code: 'not_found', details: { missing: 'bucket' } });
    await expect(storage.open('a')).rejects.toMatchObject({ code: 'not_found' });
    for (const work of [() => storage.list(), () => write(storage, 'a')])
      await expect(work()).rejects.toMatchObject({ code: 'not_found', details: { missing: 'bucket' } });
    rmSync(`${root}-moved`, { recursive: true });
    writeFileSync(root, 'a file');
    await expect(FileStorage.open(root)).rejects.toMatchObject({ family: 'port' });
  });
});
