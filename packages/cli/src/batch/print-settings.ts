import type { PrintOptions } from '@screenplay/core';
import { resolve } from 'node:path';
import { FailureError, UsageError } from '../failure.js';
import { readInput } from '../files/read-input.js';
import type { Io } from '../terminal/io.js';

/** How a PDF is to be printed, as the command line says it: fonts are paths. */
export interface PrintSettings extends Omit<PrintOptions, 'font' | 'fallbackFonts' | 'pages'> {
  /** The first option of printing that was given: where nothing is printed, none may be. */
  asked: string | undefined;
  pages: string | undefined;
  font: FontPaths | undefined;
  fallbackFonts: readonly string[];
}

interface FontPaths {
  regular: string;
  bold: string | undefined;
  italic: string | undefined;
  boldItalic: string | undefined;
}

/**
 * The same with the fonts read.
 *
 * @throws UsageError when a font cannot be read
 */
export async function readPrintOptions(settings: PrintSettings, io: Io): Promise<PrintOptions> {
  const { asked, font, fallbackFonts, ...rest } = settings;
  const read = async (path: string | undefined): Promise<Uint8Array | undefined> =>
    path === undefined ? undefined : readFont(path, io);
  return {
    ...rest,
    font: font && {
      regular: await readFont(font.regular, io),
      bold: await read(font.bold),
      italic: await read(font.italic),
      boldItalic: await read(font.boldItalic),
    },
    fallbackFonts: await Promise.all(fallbackFonts.map((path) => readFont(path, io))),
  };
}

async function readFont(shown: string, io: Io): Promise<Uint8Array> {
  const path = resolve(io.cwd, shown);
  try {
    return await readInput({ shown, path, folder: '', size: 0, identity: undefined }, io);
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(`the font ${shown} ${error.failure.message}`);
    throw error;
  }
}
