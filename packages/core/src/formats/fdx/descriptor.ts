import type { FormatDescriptor } from '../../ports/index.js';
import { xmlRootName } from '../../syntax/xml.js';

/** Final Draft 8 to 13, and the other programs that write its format. */
export const fdxDescriptor: FormatDescriptor = {
  name: 'fdx',
  extensions: ['.fdx', '.fdxt'],
  mimeTypes: ['application/x-final-draft', 'application/vnd.finaldraft', 'application/xml', 'text/xml'],
  canDecode: true,
  canEncode: true,
  description: 'Final Draft (XML)',
  sniff(_head, text) {
    if (xmlRootName(text) === 'FinalDraft') return 1;
    return /^\s*<[^]{0,2000}<FinalDraft[\s>]/.test(text) ? 0.9 : 0;
  },
};
