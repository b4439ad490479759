import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataFolder } from '../../src/service/data-folder.js';
import { keptSecret } from '../../src/service/kept-secret.js';
import { folderWith } from '../stand-in.js';

const permissions = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('a kept secret', () => {
  it('is made once, for its owner alone', async () => {
    const folder = await folderWith();
    const first = await keptSecret(folder, 'access-token');
    expect(first.path).toBe(join(folder, 'access-token'));
    expect(first.secret).toMatch(/^[\w-]{43}$/);
    expect(await permissions(first.path)).toBe('600');
    expect(await keptSecret(folder, 'access-token')).toEqual(first);
    expect((await keptSecret(folder, 'webhook-secret')).secret).not.toBe(first.secret);
    expect(await readdir(folder)).toEqual(['access-token', 'webhook-secret']);
  });

  it('is the same for all that ask at the same time', async () => {
    const folder = await folderWith();
    const made = await Promise.all(Array.from({ length: 20 }, () => keptSecret(folder, 'access-token')));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
    expect(await readdir(folder)).toEqual(['access-token']);
    expect((await readFile(join(folder, 'access-token'), 'utf8')).trim()).toBe(made[0]!.secret);
  });

  it('may be written by hand, and is closed to others again', async () => {
    const folder = await folderWith({ 'access-token': 'a-token-of-my-own\n' });
    await chmod(join(folder, 'access-token'), 0o644);
    expect((await keptSecret(folder, 'access-token')).secret).toBe('a-token-of-my-own');
    expect(await permissions(join(folder, 'access-token'))).toBe('600');
  });

  it.each(['', 'short', 'two words, long enough'])('is not just anything: %j', async (content) => {
    const folder = await folderWith({ 'access-token': content });
    await expect(keptSecret(folder, 'access-token')).rejects.toThrow(/holds no secret .*delete it/);
    expect(await readFile(join(folder, 'access-token'), 'utf8')).toBe(content);
  });

  it('needs its folder', async () => {
    const folder = await folderWith();
    await expect(keptSecret(join(folder, 'none'), 'access-token')).rejects.toThrow(/access-token cannot be used: /);
    await mkdir(join(folder, 'access-token'));
    await expect(keptSecret(folder, 'access-token')).rejects.toThrow(/it is a folder/);
  });
});

describe('the data folder', () => {
  it('is made for its owner alone, and found again', async () => {
    const path = join(await folderWith(), 'a/b');
    await openDataFolder(path);
    expect(await permissions(path)).toBe('700');
    await chmod(path, 0o750);
    await openDataFolder(path);
    expect(await permissions(path)).toBe('750');
  });

  it('is no file', async () => {
    const folder = await folderWith();
    await writeFile(join(folder, 'file'), '');
    await expect(openDataFolder(join(folder, 'file'))).rejects.toThrow(/^DATA_DIR .* cannot be used: a file/);
    await expect(openDataFolder(join(folder, 'file/below'))).rejects.toThrow(/^DATA_DIR .* cannot be used: a part/);
  });
});
