import type { FormatDescriptor } from '../../ports/index.js';

export const pdfDescriptor: FormatDescriptor = {
  name: 'pdf',
  extensions: ['.pdf'],
  mimeTypes: ['application/pdf', 'application/x-pdf'],
  canDecode: true,
  canEncode: true,
  printed: true,
  description: 'PDF: printed scripts, on pages that break where Final Draft breaks them',
  sniff(_head, text) {
    // Some programs put a line before it; the format allows a kilobyte.
    return text.slice(0, 1024).includes('%PDF-') ? 1 : 0;
  },
};
