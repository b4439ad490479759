import { strFromU8, unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convert } from '../../src/index.js';
import type { FormatName } from '../../src/index.js';

const page = readFileSync(new URL('../../../../docs/formats/index.md', import.meta.url), 'utf8');

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}(?: \\S+)?\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
}

/** Without the blanks that lines begin with: how deep a part lies in its file is left out of the page. */
function flush(text: string): string {
  return text.replace(/^ +/gm, '').trim();
}

async function written(to: FormatName): Promise<string> {
  const { bytes } = await convert(new TextEncoder().encode(block('fountain')), { from: 'fountain', to });
  return strFromU8(to === 'fadein' ? (unzipSync(bytes)['document.xml'] ?? new Uint8Array()) : bytes);
}

describe('docs/formats/index.md', () => {
  it.each([
    ['fountain', 'fountain'],
    ['fdx', 'fdx'],
    ['osf', 'fadein'],
    ['yaml', 'yaml'],
  ] as const)('shows %s as it is written', async (language, format) => {
    expect(flush(block(language))).not.toBe('');
    expect(flush(await written(format))).toContain(flush(block(language)));
  });
});
