import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportEntry } from '../src/batch/report.js';
import { FDX, filesBelow, folderWith, FOUNTAIN, NOT_A_SCRIPT, readJson, screenplay } from './stand-in.js';

describe('a batch', () => {
  it('converts many inputs into a folder', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'b.fountain': FOUNTAIN });
    const { code, stdout, stderr } = await screenplay(['convert', 'a.fdx', 'b.fountain', '-o', 'out'], { cwd });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '2 of 2 written to out\n' });
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json', 'b.json']);
  });

  it('goes on after a bad file, says which it was and exits with 3', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'bad.fdx': NOT_A_SCRIPT, 'b.fountain': FOUNTAIN });
    const argv = ['convert', 'a.fdx', 'bad.fdx', 'gone.fdx', 'b.fountain', '-o', 'out/', '--report', 'report.json'];
    const { code, stderr } = await screenplay(argv, { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error: bad\.fdx: .+\nerror: gone\.fdx: cannot be read: there is no such file or folder\n2 of 4 written to out\/, 2 failed\n$/,
    );
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json', 'b.json']);
    const report: ReportEntry[] = await readJson(cwd, 'report.json');
    expect(report.map((entry) => [entry.input, entry.output, entry.error === null])).toEqual([
      ['a.fdx', 'out/a.json', true],
      ['bad.fdx', null, false],
      ['gone.fdx', null, false],
      ['b.fountain', 'out/b.json', true],
    ]);
  });

  it('exits with 1 when all of it failed', async () => {
    const cwd = await folderWith({ 'bad.fdx': NOT_A_SCRIPT });
    const { code, stderr } = await screenplay(['convert', 'bad.fdx', 'gone.fdx', '-o', 'out/'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('0 of 2 written to out/, 2 failed');
  });

  it('says nothing but errors with --quiet', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'bad.fdx': NOT_A_SCRIPT });
    const { stderr } = await screenplay(['convert', 'a.fdx', 'bad.fdx', '-o', 'out/', '-q'], { cwd });
    expect(stderr).toMatch(/^error: bad\.fdx: .+\n$/);
  });

  it('reads folders with all folders in them and keeps those', async () => {
    const cwd = await folderWith({
      's/a.fdx': FDX,
      's/one/b.fountain': FOUNTAIN,
      's/one/two/C.FDX': FDX,
      's/notes.txt': 'no script',
      's/notes.text': 'no script',
      's/.hidden.fdx': NOT_A_SCRIPT,
      's/.git/d.fdx': NOT_A_SCRIPT,
      's/done.json': '{}',
    });
    const { code, stderr } = await screenplay(['convert', 's', '-o', 'out'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '3 of 3 written to out\n' });
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json', 'one/b.json', 'one/two/C.json']);
  });

  it('takes only files of the named format from a folder', async () => {
    const cwd = await folderWith({ 's/a.fdx': FDX, 's/b.fountain': FOUNTAIN, 's/c.txt': FOUNTAIN });
    await screenplay(['convert', 's', '-f', 'fountain', '-t', 'fdx', '-o', 'out'], { cwd });
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['b.fdx', 'c.fdx']);
  });

  it('leaves out the output folder when it lies in the input folder', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    for (let run = 0; run < 2; run++) {
      const { code, stderr } = await screenplay(['convert', '.', '-t', 'fountain', '-o', 'out'], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '1 of 1 written to out\n' });
    }
    expect(await filesBelow(cwd)).toEqual(['a.fdx', 'out/a.fountain']);
  });

  it('does not go round in circles', async () => {
    const cwd = await folderWith({ 's/a.fdx': FDX });
    await symlink('.', join(cwd, 's/again'));
    await screenplay(['convert', 's', '-o', 'out'], { cwd });
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json']);
  });

  it('reads a file that is named twice once', async () => {
    const cwd = await folderWith({ 's/a.fdx': FDX });
    const { stderr } = await screenplay(['convert', 's', 's/a.fdx', './s/../s/a.fdx', '-o', 'out'], { cwd });
    expect(stderr).toBe('1 of 1 written to out\n');
  });

  it('says that a folder has nothing to read', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    await mkdir(join(cwd, 'empty'));
    const { code, stderr } = await screenplay(['convert', 'empty', 'a.fdx', '-o', 'out'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('error: empty: no file in this folder ends in .fdx, ');
  });

  it('gives inputs of one name outputs of their own and says so', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'a.fountain': FOUNTAIN });
    const { code, stderr } = await screenplay(['convert', 'a.fdx', 'a.fountain', '-o', 'out'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe(
      'warning: 2 inputs would all be a.json; they are written as a.fdx.json, a.fountain.json\n2 of 2 written to out\n',
    );
    expect((await readJson(cwd, 'out/a.fdx.json')).document.scenes[0].heading.setting).toBe('QUAY');
    expect((await readJson(cwd, 'out/a.fountain.json')).document.scenes[0].heading.setting).toBe('KITCHEN');
  });

  it('writes nothing when two outputs cannot be told apart', async () => {
    const cwd = await folderWith({ 'A.fdx': FDX, 'a.fdx': FDX });
    const { code, stderr } = await screenplay(['convert', 'A.fdx', 'a.fdx', '-o', 'out'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('error: A.fdx and a.fdx would be written to one file\n');
    expect(await filesBelow(cwd)).toEqual(['A.fdx', 'a.fdx']);
  });

  it('writes beside the inputs, never over one of them', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'b.fountain': FOUNTAIN });
    expect((await screenplay(['convert', 'a.fdx', 'b.fountain', '-o', '.'], { cwd })).code).toBe(0);
    expect(await filesBelow(cwd)).toEqual(['a.fdx', 'a.json', 'b.fountain', 'b.json']);
    const over = await screenplay(['convert', 'a.fdx', 'b.fountain', '-t', 'fountain', '-o', '.'], { cwd });
    expect(over.code).toBe(2);
    expect(over.stderr).toContain('error: b.fountain is an input too\n');
    expect(await readFile(join(cwd, 'b.fountain'), 'utf8')).toBe(FOUNTAIN);
  });

  it('keeps the ids of a folder of earlier versions', async () => {
    const cwd = await folderWith({
      's/a.fountain': FOUNTAIN,
      's/x/b.fountain': FOUNTAIN,
      't/a.fountain': `${FOUNTAIN}\nMore.\n`,
      't/new.fountain': FOUNTAIN,
    });
    await screenplay(['convert', 's', '-o', 'old'], { cwd });
    const { code } = await screenplay(['convert', 't', '-o', 'out', '--previous', 'old'], { cwd });
    expect(code).toBe(0);
    const [old, kept] = [await readJson(cwd, 'old/a.json'), await readJson(cwd, 'out/a.json')];
    expect(kept.document.scenes[0].id).toBe(old.document.scenes[0].id);
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['a.json', 'new.json']);
  });

  it('shows its progress on a terminal only', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, 'bad.fdx': NOT_A_SCRIPT });
    const argv = ['convert', 'a.fdx', 'bad.fdx', '-o', 'out'];
    const seen = await screenplay(argv, { cwd, env: { NO_COLOR: '1' }, terminal: { stderr: true } });
    expect(seen.stderr).toContain('2/2, 1 failed');
    expect(seen.stderr).toContain('error: bad.fdx: ');
    expect((await screenplay(argv, { cwd })).stderr).not.toContain('2/2');
    expect((await screenplay([...argv, '-q'], { cwd, terminal: { stderr: true } })).stderr).not.toContain('2/2');
  });
});

describe('export', () => {
  it('writes native documents as screenplays', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    await screenplay(['convert', 'a.fdx', '-o', 'a.json'], { cwd });
    await screenplay(['convert', 'a.fdx', '-o', 'b.yaml'], { cwd });
    expect((await screenplay(['export', '-i', 'a.json', '-f', 'fountain'], { cwd })).stdout).toContain(
      'EXT. QUAY - DAY',
    );
    expect((await screenplay(['export', 'b.yaml', '-o', 'b.fdx'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'b.fdx'), 'utf8')).toContain('EXT. QUAY - DAY');
  });

  it('takes only documents from a folder', async () => {
    const cwd = await folderWith({ 's/a.fdx': FDX, 's/b.fdx': FDX });
    await screenplay(['convert', 's/b.fdx', '-o', 's/b.json'], { cwd });
    const { code, stderr } = await screenplay(['export', 's', '-f', 'fdx', '-o', 'out'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 of 1 written to out\n' });
    expect(await filesBelow(join(cwd, 'out'))).toEqual(['b.fdx']);
  });

  it('refuses what is no document and says what reads it', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const { code, stderr } = await screenplay(['export', 'a.fdx', '-f', 'fountain'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: a.fdx: it is fdx, and only json and yaml can be read here; screenplay convert reads it\n',
    );
  });
});
