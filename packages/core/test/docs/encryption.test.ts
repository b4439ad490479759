import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { encodedLength, ENCODINGS } from '../../src/encryption/encodings.js';
import { MOST_CHARACTERS } from '../../src/encryption/places.js';
import { SETTINGS } from '../../src/encryption/settings.js';

const page = readFileSync(new URL('../../../../docs/encryption.md', import.meta.url), 'utf8');

function missingTool(): string | undefined {
  return ['bash', 'openssl', 'xxd', 'cut'].find((tool) => {
    try {
      execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

const missing = missingTool();

it.skipIf(missing !== undefined)(`decrypts a value as it says (skipped without ${missing ?? 'a tool'})`, () => {
  const [, program = '', output = ''] = /```sh\n(secret=[\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(execFileSync('bash', ['-c', program], { encoding: 'utf8' })).toBe(output);
  expect(output).not.toBe('');
});

it('names the lengths that fit', () => {
  const most = (encoding: (typeof ENCODINGS)[number], characters: number): number => {
    let bytes = 0;
    while (encodedLength(bytes + 1 + 16, encoding) <= characters) bytes++;
    return bytes;
  };
  for (const encoding of ENCODINGS) {
    const row = page
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${encoding}\``) && /\d{4}/.test(line));
    const numbers = (row ?? '')
      .split('|')
      .slice(2, 5)
      .map((cell) => Number.parseInt(cell, 10));
    const { text, meta, name } = MOST_CHARACTERS;
    expect([encoding, ...numbers]).toEqual([encoding, ...[text, meta, name].map((bound) => most(encoding, bound))]);
  }
});

it('names every setting', () => {
  for (const key of Object.values(SETTINGS)) expect(page).toContain(`| \`${key}\` |`);
});
