import type { Failure } from '../failure.js';
import { failureOf } from '../failure.js';
import type { ConversionJob, ConversionResult } from './job.js';

/** Does one conversion with core, in whichever thread it is called. Never rejects. */
export async function performConversion(job: ConversionJob): Promise<ConversionResult> {
  try {
    const failure = await refusal(job);
    if (failure) return { ok: false, failure };
    if (job.decrypt ?? job.encrypt) {
      const { convertEncrypted } = await import('./convert-encrypted.js');
      return await convertEncrypted(job);
    }
    const { convert } = await import('@screenplay/core');
    const { bytes: source, name, from: named, to, lang, previous, indent, print } = job;
    const options = { ...print, name, from: named, to, lang, previous, indent };
    const { bytes, from, warnings } = await convert(source, options);
    return { ok: true, bytes, from, warnings };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

async function refusal({ bytes, name, from, accepted }: ConversionJob): Promise<Failure | undefined> {
  if (accepted === undefined || from !== undefined) return undefined;
  const { detect } = await import('@screenplay/core');
  const found = detect(bytes, { name });
  if (accepted.includes(found)) return undefined;
  const message = `it is ${found}, and only ${accepted.join(' and ')} can be read here; screenplay convert reads it`;
  return { code: 'wrong_format', message };
}
