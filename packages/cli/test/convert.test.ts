import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FDX, filesBelow, folderWith, FOUNTAIN, NOT_A_SCRIPT, readJson, screenplay } from './stand-in.js';

describe('convert', () => {
  it('writes the native document to standard output', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const { code, stdout } = await screenplay(['convert', 'a.fdx'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).document.scenes[0].heading).toMatchObject({
      context: 'EXT',
      setting: 'QUAY',
      time: 'DAY',
    });
    expect(await filesBelow(cwd)).toEqual(['a.fdx']);
  });

  it('takes inputs with -i and as arguments, - for the streams', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const plain = await screenplay(['convert', 'a.fdx'], { cwd });
    expect((await screenplay(['convert', '-i', 'a.fdx', '-o', '-'], { cwd })).stdout).toBe(plain.stdout);
    expect((await screenplay(['convert', '-', '-f', 'fdx'], { cwd, stdin: FDX })).stdout).toBe(plain.stdout);
  });

  it('tells the format of standard input by its content', async () => {
    for (const stdin of [FDX, FOUNTAIN]) {
      const { code, stdout } = await screenplay(['convert', '-'], { stdin });
      expect(code).toBe(0);
      expect(JSON.parse(stdout).document.scenes).toHaveLength(1);
    }
  });

  it('tells the formats by the extensions, in any case', async () => {
    const cwd = await folderWith({ 'A.FOUNTAIN': FOUNTAIN });
    const { code } = await screenplay(['convert', 'A.FOUNTAIN', '-o', 'new/folder/b.FDX'], { cwd });
    expect(code).toBe(0);
    expect(await readFile(join(cwd, 'new/folder/b.FDX'), 'utf8')).toContain('<FinalDraft');
  });

  it('lets --to and -f beat the extensions, by name or by extension', async () => {
    const cwd = await folderWith({ 'a.txt': FOUNTAIN });
    expect((await screenplay(['convert', 'a.txt', '-f', '.SPMD', '-t', 'FDX', '-o', 'b.json'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'b.json'), 'utf8')).toContain('<FinalDraft');
  });

  it('writes the native document into a file without an extension', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    expect((await screenplay(['convert', 'a.fdx', '-o', 'plain'], { cwd })).code).toBe(0);
    expect((await readJson(cwd, 'plain')).document.scenes).toHaveLength(1);
  });

  it('puts one output into a folder that is there, or ends in a slash', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    await mkdir(join(cwd, 'there'));
    await screenplay(['convert', 'a.fdx', '-o', 'there'], { cwd });
    await screenplay(['convert', 'a.fdx', '-o', 'new/', '-t', 'fountain'], { cwd });
    await screenplay(['convert', '-', '-o', 'new/'], { cwd, stdin: FDX });
    expect(await filesBelow(cwd)).toEqual(['a.fdx', 'new/a.fountain', 'new/stdin.json', 'there/a.json']);
  });

  it('indents JSON on demand', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const text = async (...more: string[]): Promise<string> =>
      (await screenplay(['convert', 'a.fdx', ...more], { cwd })).stdout;
    expect((await text()).trimEnd()).not.toContain('\n');
    expect(await text('--pretty')).toContain('\n  "id"');
    expect(await text('--indent', '4')).toContain('\n    "id"');
    expect(await text('--pretty', '--indent', '0')).toBe(await text());
  });

  it('writes texts under the language that is named', async () => {
    const { stdout } = await screenplay(['convert', '-', '--lang', 'fr'], { stdin: FOUNTAIN });
    const document = JSON.parse(stdout);
    expect(document.lang).toBe('fr');
    expect(document.document.scenes[0].body[0].text).toHaveProperty('fr');
  });

  it('keeps ids of an earlier version', async () => {
    const cwd = await folderWith({
      'one.fountain': FOUNTAIN,
      'two.fountain': FOUNTAIN.replace('A lamp burns.', 'The lamp burns low.'),
    });
    await screenplay(['convert', 'one.fountain', '-o', 'one.json'], { cwd });
    await screenplay(['convert', 'two.fountain', '-o', 'two.json'], { cwd });
    const { code, stderr } = await screenplay(
      ['convert', 'two.fountain', '--previous', 'one.json', '-o', 'kept.json'],
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [one, two, kept] = [
      await readJson(cwd, 'one.json'),
      await readJson(cwd, 'two.json'),
      await readJson(cwd, 'kept.json'),
    ];
    expect(two.document.scenes[0].id).not.toBe(one.document.scenes[0].id);
    expect(kept.document.scenes[0].id).toBe(one.document.scenes[0].id);
    expect(kept.characters[0].id).toBe(one.characters[0].id);
  });

  it('may write the earlier version anew', async () => {
    const cwd = await folderWith({ 'a.fountain': FOUNTAIN });
    await screenplay(['convert', 'a.fountain', '-o', 'a.json'], { cwd });
    const before = await readFile(join(cwd, 'a.json'), 'utf8');
    expect((await screenplay(['convert', 'a.fountain', '--previous', 'a.json', '-o', 'a.json'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe(before);
  });

  it('says what is wrong with an earlier version', async () => {
    const cwd = await folderWith({ 'a.fountain': FOUNTAIN, 'old.json': '{"id": 3}' });
    const bad = await screenplay(['convert', 'a.fountain', '--previous', 'old.json'], { cwd });
    expect(bad).toMatchObject({ code: 1, stdout: '' });
    expect(bad.stderr).toContain('the earlier version old.json:');
    const none = await screenplay(['convert', 'a.fountain', '--previous', 'gone.json'], { cwd });
    expect(none.stderr).toBe(
      'error: a.fountain: the earlier version gone.json: cannot be read: there is no such file or folder\n',
    );
  });

  it('converts a native document like any other', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const { stdout } = await screenplay(['convert', 'a.fdx'], { cwd });
    const back = await screenplay(['convert', '-', '-t', 'fountain'], { stdin: stdout });
    expect(back.code).toBe(0);
    expect(back.stdout).toContain('EXT. QUAY - DAY');
  });
});

describe('what convert refuses', () => {
  it('tells in one or two lines what is wrong with an input, and exits with 1', async () => {
    const cwd = await folderWith({
      'a.fdx': NOT_A_SCRIPT,
      'empty.fountain': '',
      'torn.json': '{"id":',
      'x.json': '{}',
    });
    for (const name of ['a.fdx', 'empty.fountain', 'torn.json', 'x.json', 'missing.fdx']) {
      const { code, stdout, stderr } = await screenplay(['convert', name, '-t', 'fountain', '-o', 'out.fountain'], {
        cwd,
      });
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: '' });
      expect(stderr.startsWith(`error: ${name}: `)).toBe(true);
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
      expect(stderr).not.toMatch(/^ +at /m);
    }
    expect(await filesBelow(cwd)).not.toContain('out.fountain');
  });

  it('points to validate for a document with several faults', async () => {
    const cwd = await folderWith({ 'my draft.json': '{"version": "1.0.0"}' });
    const { stderr } = await screenplay(['convert', 'my draft.json', '-t', 'fdx'], { cwd });
    expect(stderr).toContain("\nscreenplay validate 'my draft.json' lists what is wrong with it\n");
  });

  it('never writes over an input unless told to', async () => {
    const cwd = await folderWith({ 'a.fountain': FOUNTAIN });
    await symlink('a.fountain', join(cwd, 'alias.fountain'));
    for (const output of ['a.fountain', './a.fountain', 'alias.fountain']) {
      const { code, stderr } = await screenplay(['convert', 'a.fountain', '-o', output], { cwd });
      expect(code).toBe(2);
      expect(stderr).toBe(
        `error: ${output} is an input too\nname another output, or say --force to let it be replaced\n`,
      );
    }
    expect(await readFile(join(cwd, 'a.fountain'), 'utf8')).toBe(FOUNTAIN);
    expect((await screenplay(['convert', 'a.fountain', '-o', 'a.fountain', '--force'], { cwd })).code).toBe(0);
  });

  it('leaves the old output when the conversion fails', async () => {
    const cwd = await folderWith({ 'a.fdx': NOT_A_SCRIPT, 'a.json': 'old' });
    expect((await screenplay(['convert', 'a.fdx', '-o', 'a.json'], { cwd })).code).toBe(1);
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('old');
    expect(await filesBelow(cwd)).toEqual(['a.fdx', 'a.json']);
  });

  it('says when the output cannot be written', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, file: '' });
    const { code, stderr } = await screenplay(['convert', 'a.fdx', '-o', 'file/b.json'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toBe('error: a.fdx: file/b.json cannot be written: a part of its path is not a folder\n');
  });
});

describe('findings', () => {
  /** Application state is what Final Draft keeps for itself. */
  const WITH_STATE = FDX.replace(
    '</FinalDraft>',
    '<WindowState Height="600" Left="0" Mode="Normal" Top="0" Width="800"/></FinalDraft>',
  );

  it('are counted on standard error, and listed with --verbose', async () => {
    const cwd = await folderWith({ 'a.fdx': WITH_STATE });
    const { code, stderr } = await screenplay(['convert', 'a.fdx', '-o', 'a.json'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe('warning: a.fdx: 1 thing could not be carried; --report FILE lists them\n');
    const verbose = await screenplay(['convert', 'a.fdx', '-o', 'a.json', '--verbose'], { cwd });
    expect(verbose.stderr).toMatch(
      /^a\.fdx -> a\.json \(fdx to json, \d+ ms\)\nwarning: a\.fdx: .+\nwarning: a\.fdx: 1 thing/,
    );
    expect((await screenplay(['-q', 'convert', 'a.fdx', '-o', 'a.json'], { cwd })).stderr).toBe('');
  });

  it('are written into a report', async () => {
    const cwd = await folderWith({ 'a.fdx': WITH_STATE });
    const { stderr } = await screenplay(['convert', 'a.fdx', '-o', 'a.json', '--report', 'r/report.json'], { cwd });
    expect(stderr).toBe('warning: a.fdx: 1 thing could not be carried; listed in r/report.json\n');
    expect(await readJson(cwd, 'r/report.json')).toEqual([
      {
        input: 'a.fdx',
        output: 'a.json',
        from: 'fdx',
        to: 'json',
        error: null,
        warnings: [expect.objectContaining({ code: 'application_state' })],
      },
    ]);
  });

  it('are reported for standard streams and for failures too', async () => {
    const cwd = await folderWith();
    await screenplay(['convert', '-', '--report', 'ok.json'], { cwd, stdin: FOUNTAIN });
    expect(await readJson(cwd, 'ok.json')).toEqual([
      { input: '-', output: '-', from: 'fountain', to: 'json', error: null, warnings: [] },
    ]);
    const failed = await screenplay(['convert', 'gone.fdx', '-o', 'x.json', '--report', '-'], { cwd });
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toEqual([
      {
        input: 'gone.fdx',
        output: null,
        from: null,
        to: 'json',
        error: { code: 'not_found', message: 'cannot be read: there is no such file or folder' },
        warnings: [],
      },
    ]);
  });

  it('cost the exit code when they cannot be written', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX, file: '' });
    const { code, stderr } = await screenplay(['convert', 'a.fdx', '-o', 'a.json', '--report', 'file/r.json'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('error: file/r.json cannot be written');
    expect(await filesBelow(cwd)).toContain('a.json');
  });
});

describe('a terminal', () => {
  it('sees colours, unless NO_COLOR is set or it is dumb', async () => {
    const errors = async (env: Record<string, string>, stderr = true): Promise<string> =>
      (await screenplay(['convert'], { env, terminal: { stderr } })).stderr;
    expect(await errors({})).toContain('\u001b[31m');
    expect(await errors({ NO_COLOR: '1' })).not.toContain('\u001b');
    expect(await errors({ NO_COLOR: '1', FORCE_COLOR: '1' })).not.toContain('\u001b');
    expect(await errors({ TERM: 'dumb' })).not.toContain('\u001b');
    expect(await errors({}, false)).not.toContain('\u001b');
    expect(await errors({ FORCE_COLOR: '1' }, false)).toContain('\u001b[31m');
  });
});
