import { beforeAll, describe, expect, it } from 'vitest';
import { FDX, folderWith, FOUNTAIN, readJson, screenplay } from './stand-in.js';

let valid: string;
let invalid: string;
let unresolved: string;

beforeAll(async () => {
  valid = (await screenplay(['convert', '-'], { stdin: FOUNTAIN })).stdout;
  const document = JSON.parse(valid);
  invalid = JSON.stringify({ ...document, colour: 'red', lang: 'x' });
  document.document.scenes[0].cast = ['0b0b5b6c-0000-4000-8000-000000000000'];
  unresolved = JSON.stringify(document);
});

describe('validate', () => {
  it('says that a document is valid', async () => {
    const cwd = await folderWith({ 'a.json': valid });
    expect(await screenplay(['validate', 'a.json'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'a.json: valid\n',
      stderr: '',
    });
    expect(await screenplay(['validate', '-i', 'a.json', '--strict'], { cwd })).toMatchObject({ code: 0 });
    expect((await screenplay(['validate', '-'], { stdin: valid })).stdout).toBe('standard input: valid\n');
  });

  it('reads YAML too', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    await screenplay(['convert', 'a.fdx', '-o', 'a.yaml'], { cwd });
    expect((await screenplay(['validate', 'a.yaml'], { cwd })).stdout).toBe('a.yaml: valid\n');
  });

  it('prints what is wrong and exits with 0, with --strict 1', async () => {
    const cwd = await folderWith({ 'a.json': invalid });
    const { code, stdout, stderr } = await screenplay(['validate', 'a.json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^a\.json: not valid, 2 faults\n {2}\/lang +.+\n {2}\/colour +unknown property `colour`\n$/);
    expect((await screenplay(['validate', 'a.json', '--strict'], { cwd })).code).toBe(1);
    expect((await screenplay(['validate', 'a.json', '--strict', '-q'], { cwd })).stdout).toBe('');
  });

  it('checks references on demand', async () => {
    const cwd = await folderWith({ 'a.json': unresolved });
    expect((await screenplay(['validate', 'a.json', '--strict'], { cwd })).code).toBe(0);
    const { code, stdout } = await screenplay(['validate', 'a.json', '--strict', '--references'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('/document/scenes/0/cast');
  });

  it('prints JSON, an object per input and line', async () => {
    const cwd = await folderWith({ 'a.json': valid, 'b.json': invalid });
    expect((await screenplay(['validate', 'a.json', '--json'], { cwd })).stdout).toBe(
      '{"input":"a.json","valid":true}\n',
    );
    const lines = (await screenplay(['validate', 'a.json', 'b.json', '--json'], { cwd })).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { input: 'a.json', valid: true },
      {
        input: 'b.json',
        valid: false,
        errors: [
          { path: '/lang', message: expect.any(String) },
          { path: '/colour', message: 'unknown property `colour`' },
        ],
      },
    ]);
  });

  it('counts the faults that it does not list', async () => {
    const document = JSON.parse(valid);
    document.genre = Array.from({ length: 150 }, () => 7);
    const { stdout } = await screenplay(['validate', '-', '--json'], { stdin: JSON.stringify(document) });
    const result = JSON.parse(stdout);
    expect(result.errors).toHaveLength(100);
    expect(result.errors_total).toBeGreaterThanOrEqual(150);
    const text = (await screenplay(['validate', '-'], { stdin: JSON.stringify(document) })).stdout;
    expect(text).toContain(`not valid, ${result.errors_total} faults\n`);
    expect(text).toContain(`  and ${result.errors_total - 100} more\n`);
  });

  it('fails for what is no document at all', async () => {
    const cwd = await folderWith({ 'torn.json': '{"id": ', 'a.fdx': FDX, 'empty.json': '' });
    for (const name of ['torn.json', 'a.fdx', 'empty.json', 'gone.json']) {
      const { code, stdout, stderr } = await screenplay(['validate', name], { cwd });
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^error: ${name}: .+\n$`));
    }
  });

  it('goes on after a bad file', async () => {
    const cwd = await folderWith({ 'd/a.json': valid, 'd/b.json': '[', 'd/c.json': invalid, 'd/x/d.yaml': '{}' });
    const { code, stdout, stderr } = await screenplay(['validate', 'd'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: d\/b\.json: .+\n$/);
    expect(stdout.split('\n').filter((line) => /^\S/.test(line))).toEqual([
      'd/a.json: valid',
      'd/c.json: not valid, 2 faults',
      expect.stringMatching(/^d\/x\/d\.yaml: not valid, \d+ faults$/),
    ]);
    expect((await screenplay(['validate', 'd/a.json', 'd/c.json', '--strict'], { cwd })).code).toBe(3);
    expect((await screenplay(['validate', 'd/c.json', 'd/x', '--strict'], { cwd })).code).toBe(1);
  });

  it('writes its findings into a file', async () => {
    const cwd = await folderWith({ 'a.json': valid });
    const { code, stdout } = await screenplay(['validate', 'a.json', '--json', '-o', 'found.json'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await readJson(cwd, 'found.json')).toEqual({ input: 'a.json', valid: true });
  });
});
