/** The modules of pdfjs-dist that are loaded here; what they hold is in pdfjs-types.ts. */
declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  const pdfjs: unknown;
  export = pdfjs;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  const worker: unknown;
  export = worker;
}
