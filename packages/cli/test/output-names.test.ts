import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputNames } from '../src/batch/output-names.js';
import type { InputFile } from '../src/files/input-file.js';

function input(path: string | undefined, folder = ''): InputFile {
  return {
    shown: path ?? 'standard input',
    path: path === undefined ? undefined : join('/work', path),
    folder,
    size: 0,
    identity: path,
  };
}

function named(...inputs: InputFile[]): string[] {
  const { names, colliding } = outputNames(inputs, '.json');
  expect(colliding).toEqual([]);
  return names;
}

describe('names of outputs', () => {
  it('are those of the inputs with the new extension', () => {
    expect(named(input('a.fdx'), input('b.draft.fountain'), input('plain'))).toEqual([
      'a.json',
      'b.draft.json',
      'plain.json',
    ]);
  });

  it('keep the folders inside a folder that was given', () => {
    expect(named(input('s/one/a.fdx', 'one'), input('s/two/a.fdx', 'two'))).toEqual([
      join('one', 'a.json'),
      join('two', 'a.json'),
    ]);
  });

  it('keep the old extension where two would meet', () => {
    expect(named(input('a.fdx'), input('a.fountain'), input('b.fdx'))).toEqual([
      'a.fdx.json',
      'a.fountain.json',
      'b.json',
    ]);
  });

  it('take the folders by which they differ where the extension is the same', () => {
    expect(named(input('x/a.fdx'), input('y/a.fdx'))).toEqual([join('x', 'a.json'), join('y', 'a.json')]);
    expect(named(input('a.fdx'), input('x/a.fdx'))).toEqual(['a.json', join('x', 'a.json')]);
  });

  it('use both where one is not enough', () => {
    expect(named(input('x/a.fdx'), input('y/a.fdx'), input('x/a.fountain'))).toEqual([
      join('x', 'a.fdx.json'),
      join('y', 'a.fdx.json'),
      'a.fountain.json',
    ]);
  });

  it('meet when they differ in case only, as they would on many disks', () => {
    expect(named(input('x/A.fdx'), input('y/a.fdx'))).toEqual([join('x', 'A.json'), join('y', 'a.json')]);
  });

  it('name standard input', () => {
    expect(named(input(undefined))).toEqual(['stdin.json']);
  });

  it('say which inputs still meet', () => {
    const inputs = [input('A.fdx'), input('a.fdx')];
    expect(outputNames(inputs, '.json').colliding).toEqual(inputs);
  });

  it('never meet a name that an input has by itself', () => {
    const inputs = [input('a.fdx'), input('a.fountain'), input('a.fdx.txt')];
    const { names, colliding } = outputNames(inputs, '.json');
    expect(new Set(names).size === 3 || colliding.length > 0).toBe(true);
  });

  it('tell what was renamed', () => {
    const inputs = [input('a.fdx'), input('b.fdx'), input('a.fountain')];
    expect(outputNames(inputs, '.json').renamed).toEqual([
      { wanted: 'a.json', inputs: [inputs[0], inputs[2]], names: ['a.fdx.json', 'a.fountain.json'] },
    ]);
  });
});
