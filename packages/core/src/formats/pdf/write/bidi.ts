import type { Bidi } from 'bidi-js';

/** The order of letters in lines that hold text from right to left, by the Unicode bidirectional algorithm. */
export interface LineOrder {
  /** Embedding level of each UTF-16 unit; odd: from right to left. */
  levels(text: string, direction: 'ltr' | 'rtl'): Uint8Array;
  /** The character drawn for one that has a mirror image, in text from right to left. */
  mirrored(char: string): string;
}

export async function loadLineOrder(): Promise<LineOrder> {
  const bidi = factoryOf(await import('bidi-js'))();
  return {
    levels: (text, direction) => bidi.getEmbeddingLevels(text, direction).levels,
    mirrored: (char) => bidi.getMirroredCharacter(char) ?? char,
  };
}

/** The factory, wherever a bundler or Node's CommonJS interop put it. */
function factoryOf(module: unknown): () => Bidi {
  let found = module;
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default;
  if (typeof found !== 'function') throw new TypeError('bidi-js exports no factory');
  return found as () => Bidi;
}
