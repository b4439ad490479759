import type { Fault, FormatName, Validation } from '@screenplay/core';
import { basename } from 'node:path';
import { FailureError, failureOf } from '../failure.js';
import type { InputFile } from '../files/input-file.js';

export interface CheckOptions {
  /** The format, when it was named. */
  from: FormatName | undefined;
  /** Whether to check ids and references too, once the schema is kept. */
  references: boolean;
}

/**
 * What is wrong with a native document.
 *
 * @throws FailureError `wrong_format` for another format; ScreenplayError for what is no JSON or YAML at all
 */
export async function checkFile(bytes: Uint8Array, file: InputFile, options: CheckOptions): Promise<Validation> {
  const { checkReferences, decode, detect, formats } = await import('@screenplay/core');
  const name = file.path === undefined ? undefined : basename(file.path);
  const from = options.from ?? detect(bytes, { name });
  if (!formats().find((format) => format.name === from)?.native) {
    const message = `it is ${from}, not a native document; screenplay convert makes one of it`;
    throw new FailureError({ code: 'wrong_format', message });
  }
  try {
    const { document } = await decode(bytes, { from, name });
    return options.references ? checkReferences(document) : { valid: true };
  } catch (error) {
    const { code, details } = failureOf(error);
    if (code !== 'invalid_document' || !Array.isArray(details?.['errors'])) throw error;
    const errors = details['errors'] as Fault[];
    const total = details['errors_total'];
    return {
      valid: false,
      errors,
      ...(typeof total === 'number' && total > errors.length ? { errors_total: total } : {}),
    };
  }
}
