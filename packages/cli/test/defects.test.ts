import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeOf, exitCodeOfBatch } from '../src/exit-codes.js';
import { run } from '../src/run.js';

/** Runs with a standard input that breaks in a way that nobody foresaw. */
async function withBug(...argv: string[]): Promise<{ code: number; stderr: string }> {
  let stderr = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      stderr += String(chunk);
      done();
    },
  });
  const stdin = new Readable({
    read() {
      this.destroy(new TypeError('nobody foresaw this'));
    },
  });
  const code = await run(argv, { stdin, stdout: sink, stderr: sink, env: {}, cwd: '/' });
  return { code, stderr };
}

describe('a bug of ours', () => {
  it('exits with 70 and says so in two lines', async () => {
    expect(await withBug('convert', '-')).toEqual({
      code: 70,
      stderr:
        'error: standard input: a bug in screenplay, not in your file: TypeError: nobody foresaw this\n' +
        'run it again with --verbose for the details, and please report them\n',
    });
  });

  it('shows its stack with --verbose only', async () => {
    expect((await withBug('convert', '-', '--verbose')).stderr).toMatch(/\n +at /);
  });
});

describe('exit codes', () => {
  it('are those of the error, and for batches tell some from all', () => {
    expect(exitCodeOf('malformed_input')).toBe(EXIT.badInput);
    expect(exitCodeOf('bad_option')).toBe(EXIT.usage);
    expect(exitCodeOf('internal')).toBe(EXIT.defect);
    expect(exitCodeOfBatch(3, [])).toBe(EXIT.done);
    expect(exitCodeOfBatch(3, ['malformed_input'])).toBe(EXIT.partial);
    expect(exitCodeOfBatch(1, ['malformed_input'])).toBe(EXIT.badInput);
    expect(exitCodeOfBatch(2, ['malformed_input', 'internal'])).toBe(EXIT.defect);
  });
});
