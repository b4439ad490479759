import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../src/files/write-whole.js';
import { filesBelow, folderWith } from './stand-in.js';

const isRoot = process.getuid?.() === 0;

describe('writing a file', () => {
  it('makes it, with its folders, and leaves nothing else', async () => {
    const folder = await folderWith();
    await writeWhole(join(folder, 'a/b/c.json'), 'text', 'c.json');
    expect(await filesBelow(folder)).toEqual([join('a', 'b', 'c.json')]);
    expect(await readFile(join(folder, 'a/b/c.json'), 'utf8')).toBe('text');
  });

  it('gives a new file the usual permissions', async () => {
    const folder = await folderWith();
    await writeWhole(join(folder, 'ours'), 'x', 'ours');
    await writeFile(join(folder, 'usual'), 'x');
    expect((await stat(join(folder, 'ours'))).mode).toBe((await stat(join(folder, 'usual'))).mode);
  });

  it('keeps the permissions of the file it replaces', async () => {
    const folder = await folderWith({ 'a.json': 'old' });
    await chmod(join(folder, 'a.json'), 0o640);
    await writeWhole(join(folder, 'a.json'), 'new', 'a.json');
    expect((await stat(join(folder, 'a.json'))).mode & 0o777).toBe(0o640);
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('new');
  });

  it('writes through a symbolic link', async () => {
    const folder = await folderWith({ 'real/a.json': 'old' });
    await symlink(join('real', 'a.json'), join(folder, 'link.json'));
    await writeWhole(join(folder, 'link.json'), 'new', 'link.json');
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real/a.json'), 'utf8')).toBe('new');
    expect(await readdir(join(folder, 'real'))).toEqual(['a.json']);
  });

  it('says what is in the way', async () => {
    const folder = await folderWith({ file: 'x' });
    await mkdir(join(folder, 'folder'));
    await expect(writeWhole(join(folder, 'folder'), 'x', 'out')).rejects.toMatchObject({
      failure: { code: 'conflict', message: 'out cannot be written: it is a folder' },
    });
    await expect(writeWhole(join(folder, 'file/a.json'), 'x', 'file/a.json')).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
    expect(await filesBelow(folder)).toEqual(['file']);
  });

  it.skipIf(isRoot)('leaves a read-only file alone (the superuser may write anything)', async () => {
    const folder = await folderWith({ 'a.json': 'old' });
    await chmod(join(folder, 'a.json'), 0o444);
    await expect(writeWhole(join(folder, 'a.json'), 'new', 'a.json')).rejects.toMatchObject({
      failure: { code: 'denied' },
    });
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('old');
  });

  it('writes into a device', async () => {
    await writeWhole('/dev/null', 'x', '/dev/null');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});
