import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/index.js';
import type { ScreenplayDocument } from '../../src/index.js';

interface Example {
  line: number;
  format: 'fountain' | 'fdx' | 'fadein';
  source: string;
  /** What part of the document the JSON is of. */
  part: string;
  expected: unknown;
}

const page = readFileSync(new URL('../../../../docs/mapping.md', import.meta.url), 'utf8');

/** Each JSON block with the source block before it. */
function examples(): Example[] {
  const found: Example[] = [];
  let source: { format: Example['format']; text: string } | undefined;
  for (const match of page.matchAll(/^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm)) {
    const [, language = '', part = '', text = ''] = match;
    if (language === 'fountain' || language === 'fdx') source = { format: language, text };
    else if (language === 'osf') source = { format: 'fadein', text };
    else if (language === 'json' && source) {
      const line = page.slice(0, match.index).split('\n').length;
      found.push({ line, format: source.format, source: source.text, part, expected: JSON.parse(text) });
    }
  }
  return found;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const WRAPPED: Readonly<Record<Example['format'], (source: string) => string>> = {
  fountain: (source) => source,
  fdx: (source) =>
    `${XML}<FinalDraft DocumentType="Script" Template="No" Version="4"><Content>${source}</Content></FinalDraft>`,
  fadein: (source) =>
    `${XML}<document type="Open Screenplay Format document" version="40"><paragraphs>${source}</paragraphs></document>`,
};

function bytesOf(example: Example): Uint8Array {
  return new TextEncoder().encode(WRAPPED[example.format](example.source));
}

function partOf(document: ScreenplayDocument, part: string): unknown {
  if (part === 'document') return document;
  const scene = document.document.scenes[0];
  return part === 'scene' ? scene : scene?.body;
}

describe('docs/mapping.md', () => {
  it.each(examples().map((example) => [example.line, example] as const))(
    'says what happens (line %i)',
    async (_, example) => {
      const { document } = await decode(bytesOf(example), { from: example.format });
      expect(partOf(document, example.part)).toMatchObject(example.expected as object);
    },
  );
});
