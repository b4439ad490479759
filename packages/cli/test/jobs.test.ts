import { taskCatalogue } from '@screenplay/core/jobs';
import { describe, expect, it } from 'vitest';
import { folderWith, screenplay } from './stand-in.js';

describe('tasks', () => {
  it('lists every task with its output and its options', async () => {
    const { code, stdout } = await screenplay(['tasks']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^TASK +OUTPUT +VARS$/);
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(taskCatalogue().map(({ name }) => name));
    expect(stdout).toContain('encrypt_key (required)');
  });

  it('is the same as JSON as the service answers it', async () => {
    const { stdout } = await screenplay(['tasks', '--json']);
    expect(JSON.parse(stdout)).toEqual(taskCatalogue());
  });
});

describe('push', () => {
  it.each([
    [['convert-fdx-to-screenplay', '-o', 'out'], 'no input'],
    [['convert-fdx-to-screenplay', '-i', 'in/a.fdx'], 'no output'],
    [['-i', 'in/a.fdx', '-o', 'out'], 'no task'],
    [['-i', 'a', '-o', 'b', 'zip-output', '--var', 'lang'], "--var takes name=value, not 'lang'"],
  ])('%j is wrong usage: %s', async (argv, message) => {
    const { code, stderr } = await screenplay(['push', ...argv]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('worker', () => {
  it('wants a queue that others reach', async () => {
    const { code, stderr } = await screenplay(['worker'], { cwd: await folderWith() });
    expect(code).toBe(2);
    expect(stderr).toContain('REDIS_URL');
  });

  it('tells every fault of its settings at once', async () => {
    const { code, stderr } = await screenplay(['worker', '--max-workers', 'many', '--job-timeout', 'soon']);
    expect(code).toBe(2);
    expect(stderr.match(/^error: /gm)).toHaveLength(2);
  });
});
