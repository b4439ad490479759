import type { FormatDescriptor } from '../../ports/index.js';

/** Members that every native document has at its root. */
const ROOT = /^(?:id|version|title|lang|charset|dir|authors|document)[ \t]*:(?=\s|$)/gm;

export const yamlDescriptor: FormatDescriptor = {
  name: 'yaml',
  extensions: ['.yaml', '.yml'],
  mimeTypes: ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'],
  canDecode: true,
  canEncode: true,
  native: true,
  description: 'The native screenplay document (2026-01) as YAML 1.2',
  sniff(_head, text) {
    // Keys of a Fountain title page are words too, but not these, and not in lower case.
    const members = new Set(text.match(ROOT) ?? []).size;
    if (members >= 4) return 0.95;
    if (/^\uFEFF?(?:%YAML |---[ \t]*\r?\n)/.test(text)) return members > 0 ? 0.9 : 0.5;
    if (members >= 2) return 0.6;
    // YAML holds JSON.
    return /^[\s\uFEFF]*\{/.test(text) ? 0.5 : 0;
  },
};
