import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convert, decode, encode, pages, validate } from '../../src/index.js';

const page = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

function block(language: string): string {
  return (
    new RegExp(`^\`\`\`${language}(?: \\S+)?\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ??
    expect.fail(`no ${language} block`)
  );
}

const source = new TextEncoder().encode(block('fountain'));

describe('README.md', () => {
  it('shows the scene that really comes out', async () => {
    const { document } = await decode(source, { name: 'door.fountain' });
    expect(document.document.scenes[0]).toEqual(JSON.parse(block('json')));
  });

  it('says what the program does', async () => {
    const { bytes, warnings } = await convert(source, { name: 'door.fountain', to: 'fdx' });
    expect(new TextDecoder().decode(bytes)).toContain('<FinalDraft');
    expect(warnings).toEqual([]);
    const { document } = await decode(source, { name: 'door.fountain' });
    const scene = document.document.scenes[0] ?? expect.fail('no scene');
    scene.heading.time = 'DAWN';
    expect(validate(document)).toEqual({ valid: true });
    const written = await encode(document, { to: 'fountain' });
    expect(new TextDecoder().decode(written.bytes)).toContain('INT. HALL - DAWN #12A#');
    const scenes = [expect.objectContaining({ number: '12A', page: '1', cast: ['MARA'] })];
    expect(await pages(document)).toMatchObject({ pages: 1, length: '2/8', scenes });
  });
});
