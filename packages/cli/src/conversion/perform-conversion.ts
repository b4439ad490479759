import { failureOf } from '../failure.js';
import type { ConversionJob, ConversionResult } from './job.js';

/** Does one conversion with core, in whichever thread it is called. Never rejects. */
export async function performConversion(job: ConversionJob): Promise<ConversionResult> {
  try {
    const { convert, detect } = await import('@screenplay/core');
    const { bytes: source, name, accepted, to, lang, previous, indent } = job;
    const from = job.from ?? detect(source, { name });
    if (!accepted.includes(from)) {
      const message = `it is ${from}, and only ${accepted.join(' and ')} can be read here; screenplay convert reads it`;
      return { ok: false, failure: { code: 'wrong_format', message } };
    }
    const { bytes, warnings } = await convert(source, { from, name, to, lang, previous, indent });
    return { ok: true, bytes, from, warnings };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}
