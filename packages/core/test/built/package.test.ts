import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
};
const subpaths = Object.keys(manifest.exports).filter((path) => path !== './package.json');
const nameOf = (subpath: string): string => `@screenplay/core${subpath.slice(1)}`;

describe('the package as npm would publish it', () => {
  const project = mkdtempSync(join(tmpdir(), 'screenplay-project-'));
  const run = (file: string, program: string): string => {
    writeFileSync(join(project, file), program);
    return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim();
  };

  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', project], { cwd: PACKAGE });
    const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
    const home = join(project, 'node_modules/@screenplay/core');
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', join(project, filename), '--strip-components=1', '-C', home]);
    for (const name of Object.keys(manifest.dependencies)) {
      const link = join(project, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(MODULES, name), link);
    }
  });
  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it.each(subpaths)('%s gives the same exports to import and to require', (subpath) => {
    const name = JSON.stringify(nameOf(subpath));
    const imported = run('imports.mjs', `console.log(Object.keys(await import(${name})).sort().join());`);
    const required = run('requires.cjs', `console.log(Object.keys(require(${name})).sort().join());`);
    expect(imported).not.toBe('');
    expect(required).toBe(imported);
  });

  it('loads no codec and no parser with the root', () => {
    const loaded = run(
      'lazy.cjs',
      `require('@screenplay/core');
       console.log(Object.keys(require.cache).map((path) => path.replace(/.*node_modules./, '')).join('\\n'));`,
    ).split('\n');
    expect(loaded).toContain('@screenplay/core/dist/index.cjs');
    expect(loaded.filter((path) => !path.startsWith('@screenplay/core/'))).toEqual(
      ['lazy.cjs'].map(() => expect.stringMatching(/lazy\.cjs$/)),
    );
  });

  it('converts, as a module and as CommonJS', () => {
    const work = `
      const source = new TextEncoder().encode('INT. LIGHTHOUSE - NIGHT\\n\\nThe lamp turns.\\n');
      convert(source, { name: 'a.fountain', to: 'fdx' }).then(({ bytes }) => console.log(new TextDecoder().decode(bytes)));`;
    const imported = run('converts.mjs', `import { convert } from '@screenplay/core';${work}`);
    const required = run('converts.cjs', `const { convert } = require('@screenplay/core');${work}`);
    expect(imported).toContain('<Text>INT. LIGHTHOUSE - NIGHT</Text>');
    expect(required).toBe(imported);
  });
});
