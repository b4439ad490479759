import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../src/formats/registry.js';
import { formats, ScreenplayError } from '../../src/index.js';
import { fullDocument } from '../../src/testing/full-document.js';

async function codeOf(work: Promise<unknown> | undefined): Promise<string> {
  const error: unknown = await work?.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScreenplayError);
  return (error as ScreenplayError).code;
}

describe.each(formats().map((format) => format.name))('the %s codec on its own', (name) => {
  const aborted = AbortSignal.abort();

  it('reads with the same care as the pipeline', async () => {
    const codec = await loadCodec(name);
    const source = new TextEncoder().encode('INT. HOUSE - DAY');
    expect(await codeOf(codec.decode?.(new Uint8Array()))).toBe('empty_input');
    expect(await codeOf(codec.decode?.('text' as unknown as Uint8Array))).toBe('bad_option');
    expect(await codeOf(codec.decode?.(source, { lang: 'no tag' }))).toBe('bad_option');
    expect(await codeOf(codec.decode?.(source, { signal: aborted }))).toBe('cancelled');
  });

  it('writes with the same care', async () => {
    const codec = await loadCodec(name);
    expect(await codeOf(codec.encode?.(fullDocument(), { lang: 'no tag' }))).toBe('bad_option');
    expect(await codeOf(codec.encode?.(fullDocument(), { signal: aborted }))).toBe('cancelled');
  });
});
