import { ScreenplayError } from '@screenplay/core';
import { pdf } from '@screenplay/core/pdf';

/** What is read of a PDF, as JSON text; the code of the error where nothing is. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify(await pdf.decode(bytes));
  } catch (error) {
    if (error instanceof ScreenplayError) return error.code;
    throw error;
  }
}
