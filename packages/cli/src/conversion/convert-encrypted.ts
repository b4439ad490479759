import type { ReadResult } from '@screenplay/core';
import { decode, detect, encode } from '@screenplay/core';
import { decryptDocument, encryptDocument } from '@screenplay/core/encryption';
import { failureOf } from '../failure.js';
import type { ConversionJob, ConversionResult } from './job.js';

/** A conversion of which the document is decrypted after it was read, or encrypted before it is written. */
export async function convertEncrypted(job: ConversionJob): Promise<ConversionResult> {
  const { to, lang, indent, print, decrypt, encrypt } = job;
  const { document: read, from, warnings: found } = await readDocument(job);
  const plain = decrypt ? await decryptDocument(read, decrypt) : read;
  const document = encrypt ? await encryptDocument(plain, encrypt) : plain;
  const { bytes, warnings } = await encode(document, { ...print, to, lang, indent });
  return { ok: true, bytes, from, warnings: [...found, ...warnings] };
}

async function readDocument({ bytes, name, from, lang, previous, decrypt }: ConversionJob): Promise<ReadResult> {
  try {
    return await decode(bytes, { name, from, lang, previous });
  } catch (error) {
    // Ciphertext of other programs may be longer than the schema allows: decrypting tells whether the document is valid.
    if (decrypt?.allowUnchecked !== true || failureOf(error).code !== 'invalid_document') throw error;
    try {
      const document = JSON.parse(new TextDecoder().decode(bytes)) as ReadResult['document'];
      return { document, from: from ?? detect(bytes, { name }), warnings: [] };
    } catch {
      throw error;
    }
  }
}
