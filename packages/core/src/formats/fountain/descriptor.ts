import type { FormatDescriptor } from '../../ports/index.js';

const TITLE_PAGE = /^\s*(?:Title|Credit|Authors?|Source|Draft date|Contact|Copyright)\s*:/i;
const HEADING = /(?:^|\n[ \t]*\n)[ \t]*(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[. ]/i;
/** A line in capitals with a line of speech right below it. */
const SPEECH = /\n[ \t]*\n[ \t]*@?\p{Lu}[\p{Lu}\p{N} .'’&/()^-]{1,60}\n[ \t]*\S/u;

export const fountainDescriptor: FormatDescriptor = {
  name: 'fountain',
  extensions: ['.fountain', '.spmd', '.txt'],
  mimeTypes: ['text/x-fountain', 'text/fountain', 'application/x-fountain'],
  canDecode: true,
  canEncode: true,
  description: 'Fountain 1.1: screenplays as plain text',
  sniff(_head, text) {
    // What other formats begin with, and what no text has.
    if (/^[\s\uFEFF]*[<{[]/.test(text) || /^(?:%PDF|PK)/.test(text) || text.includes('\0\0')) return 0;
    const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    let likely = 0;
    if (TITLE_PAGE.test(plain)) likely += 0.5;
    if (HEADING.test(plain)) likely += 0.3;
    if (SPEECH.test(plain)) likely += 0.15;
    return Math.min(likely, 0.9);
  },
};
