import type { Codec } from '@screenplay/core';

/** The codec among the exports of a format's subpath. */
export function codecOf(room: object): Codec {
  const found = Object.values(room).find(isCodec);
  if (!found) throw new Error(`no codec among ${Object.keys(room).join(', ')}`);
  return found;
}

function isCodec(value: unknown): value is Codec {
  if (typeof value !== 'object' || value === null) return false;
  return (
    ('decode' in value && typeof value.decode === 'function') ||
    ('encode' in value && typeof value.encode === 'function')
  );
}
