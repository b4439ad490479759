import { describe, expect, it } from 'vitest';
import { fountain } from '../../../src/formats/fountain/index.js';
import { NO_CORPUS, corpusFiles } from '../../corpus/files.js';

/** Lines as a writer compares them: blanks at their ends and blank lines at the end of the file are not seen. */
function linesOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

describe.skipIf(NO_CORPUS !== undefined)(`real scripts${NO_CORPUS ? ` (skipped: ${NO_CORPUS})` : ''}`, () => {
  it.each(corpusFiles('.fountain'))('$name is written as it was read, line for line', async ({ bytes }) => {
    const { document, warnings } = await fountain.decode(bytes);
    expect(warnings).toEqual([]);
    const written = await fountain.encode(document);
    expect(written.warnings).toEqual([]);
    const before = linesOf(new TextDecoder().decode(bytes));
    const after = linesOf(new TextDecoder().decode(written.bytes));
    expect(after).toHaveLength(before.length);
    const changed = before.flatMap((line, at) => (line === after[at] ? [] : [[line, after[at] ?? '']]));
    // Fade In puts marks around the blank behind a word; they are written where Fountain wants them.
    for (const [line, now] of changed) {
      expect(line).toMatch(/ \*\S|\S\* /);
      expect(now?.replaceAll(/[* ]/g, '')).toBe(line?.replaceAll(/[* ]/g, ''));
    }
    expect(changed.length).toBeLessThan(5);
  });
});
