import type { FormatDescriptor } from '../../ports/index.js';

export const jsonDescriptor: FormatDescriptor = {
  name: 'json',
  extensions: ['.json'],
  mimeTypes: ['application/json'],
  canDecode: true,
  canEncode: true,
  native: true,
  description: 'The native screenplay document (2026-01) as JSON',
  sniff(_head, text) {
    // An object with a first member, or an empty one: no other format begins so.
    return /^[\s\uFEFF]*\{\s*(?:"|\}\s*$)/.test(text) ? 0.95 : /^[\s\uFEFF]*\[\s*[[{"\]]/.test(text) ? 0.5 : 0;
  },
};
