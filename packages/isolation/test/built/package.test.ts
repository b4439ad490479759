import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const WORK = `
  const pool = new ConverterPool({ size: 1 });
  const source = new TextEncoder().encode('INT. LIGHTHOUSE - NIGHT\\n\\nThe lamp turns.\\n');
  pool.run('convert', source, { name: 'a.fountain', to: 'fdx' }).then(async ({ bytes, facts }) => {
    console.log(JSON.stringify(facts), /<Text>([^<]*)/.exec(new TextDecoder().decode(bytes))[1]);
    const { pid } = pool.stats().processes[0];
    await pool.close(1000);
    try { process.kill(pid, 0); } catch (error) { console.log(error.code); }
  });`;
const OUTPUT = '{"from":"fountain","to":"fdx"} INT. LIGHTHOUSE - NIGHT\nESRCH';

describe('the package as npm would publish it', () => {
  const project = mkdtempSync(join(tmpdir(), 'screenplay-project-'));
  const run = (file: string, program: string): string => {
    writeFileSync(join(project, file), program);
    return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim();
  };

  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', project], { cwd: PACKAGE });
    const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
    const scope = join(project, 'node_modules/@screenplay');
    mkdirSync(join(scope, 'isolation'), { recursive: true });
    execFileSync('tar', ['-xzf', join(project, filename), '--strip-components=1', '-C', join(scope, 'isolation')]);
    symlinkSync(join(PACKAGE, '../core'), join(scope, 'core'));
  });
  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it('finds the program of its children, as a module and as CommonJS', () => {
    expect(run('converts.mjs', `import { ConverterPool } from '@screenplay/isolation';${WORK}`)).toBe(OUTPUT);
    expect(run('converts.cjs', `const { ConverterPool } = require('@screenplay/isolation');${WORK}`)).toBe(OUTPUT);
  });

  it('ends with nothing left to do, though it was never closed', () => {
    const program = `import { ConverterPool } from '@screenplay/isolation';
      const pool = new ConverterPool({ size: 2 });
      await pool.ready();
      await pool.run('convert', new TextEncoder().encode('INT. A\\n'), { from: 'fountain' });
      console.log('done');`;
    expect(run('ends.mjs', program)).toBe('done');
  });
});
