import { describe, expect, it } from 'vitest';
import { ScreenplayError, Warnings } from '../../../src/errors/index.js';
import { parseYaml } from '../../../src/formats/yaml/read/parse.js';
import { printYaml } from '../../../src/formats/yaml/write/print.js';
import { encodeText } from '../../../src/syntax/text.js';
import { fullDocument } from '../../../src/testing/full-document.js';

function parse(text: string): unknown {
  return parseYaml(encodeText(text), new Warnings());
}

describe('hostile input', () => {
  const plain = printYaml({
    scenes: Array.from({ length: 900 }, (_, i) => ({ ...fullDocument().document.scenes[0], i })),
  }).slice(0, 200_000);
  const time = (text: string): number => {
    const start = performance.now();
    try {
      parse(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ScreenplayError);
    }
    return performance.now() - start;
  };
  let measured: number | undefined;
  const plainTime = (): number =>
    (measured ??= Math.max(10, Math.min(...Array.from({ length: 6 }, () => time(plain)))));
  const fill = (unit: string, head = ''): string => head + unit.repeat(Math.floor(200_000 / unit.length));
  const keys = (form: (i: number) => string): string => {
    let text = '';
    for (let i = 0; text.length < 200_000; i++) text += form(i);
    return text;
  };

  it.each([
    ...[
      '[',
      '{',
      '- ',
      '? ',
      'a: ',
      '&a ',
      '*a ',
      '!!a ',
      '!',
      '"',
      "'",
      '[]',
      ']',
      '[,',
      '{?',
      '#\n',
      '\n',
      ' ',
      '\t\n',
      '-\n',
      'a:\n',
      ':\n',
    ].map((unit) => [unit, fill(unit)] as const),
    ...['?\n', '---\n', '...\n', '%a\n', '%YAML 1.2\n', '|\n', '>\n', '{"a":', '\\', ': ', '\r', '\u00a0', '@'].map(
      (unit) => [unit, fill(unit)] as const,
    ),
    ['a list in a member', fill('a,', 'a: [')],
    ['commas', fill(',', 'a: [')],
    ['escapes', fill('\\x', 'a: "')],
    ['keys', keys((i) => `k${i}: 1\n`)],
    ['keys in a flow', `{${keys((i) => `k${i}: 1, `)}}`],
    ['anchors', keys((i) => `k${i}: &a x\n`)],
    ['aliases', `a: &a x\nb: [${fill('*a, ')}]`],
    ['tags', keys((i) => `k${i}: !t${i} x\n`)],
    ['nested dashes', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}-\n`).join('')],
  ] as const)('%j takes bounded time', (_, text) => {
    // Others share the machine: what seems too slow gets two more chances.
    const allowed = 10 * plainTime();
    let best = time(text);
    for (let tries = 0; best > allowed && tries < 2; tries++) best = Math.min(best, time(text));
    expect(best).toBeLessThan(allowed);
  });
});
