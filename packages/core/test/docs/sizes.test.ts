import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url);
const { default: limits } = (await import(new URL('.size-limit.mjs', ROOT).href)) as {
  default: { name: string; limit: string }[];
};
const PAGE = readFileSync(new URL('docs/start/library.md', ROOT), 'utf8');

describe('the sizes that docs/start/library.md promises', () => {
  const limitOf = (name: string): string | undefined => limits.find((limit) => limit.name.startsWith(name))?.limit;
  const rows = [...PAGE.matchAll(/^\| `@screenplay\/core\/(\w+)` \| (\d+ kB) \| (\d+ kB) \| (\d+ kB) \|$/gm)];

  it('are there', () => {
    expect(rows.map(([, name]) => name)).toEqual(['fountain', 'fdx', 'fadein']);
  });

  it.each(rows.map(([, name = '', read, written, whole]) => [name, read, written, whole] as const))(
    'are those that are kept: %s',
    (name, read, written, whole) => {
      expect(limitOf(`core/${name}, a plain script read`)).toBe(read);
      expect(limitOf(`core/${name}, a plain script written`)).toBe(written);
      expect(limitOf(`core/${name}, with all`)).toBe(whole);
    },
  );

  it('are those that are kept: the root', () => {
    expect(PAGE).toContain(`\`@screenplay/core\` is ${limitOf('core/index')}, `);
  });
});
