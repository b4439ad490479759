import { readPdf } from './read-pdf.js';

/** The program of a worker of the test page: answers with what it read. */
const scope = globalThis as unknown as {
  onmessage: ((event: { data: Uint8Array }) => void) | null;
  postMessage(message: string): void;
};

scope.onmessage = ({ data }) => {
  void readPdf(data).then((found) => {
    scope.postMessage(found);
  });
};
