import type { ConversionJob, ConversionResult, Converter } from './job.js';

/** Converts in this very thread: the shortest way for a single file. */
export class InProcessConverter implements Converter {
  async convert(job: ConversionJob): Promise<ConversionResult> {
    const { performConversion } = await import('./perform-conversion.js');
    return performConversion(job);
  }

  async close(): Promise<void> {
    // Nothing is held.
  }
}
