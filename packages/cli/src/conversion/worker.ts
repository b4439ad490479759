import { parentPort } from 'node:worker_threads';
import type { ConversionJob } from './job.js';
import { performConversion } from './perform-conversion.js';
import { transferable } from './thread.js';

/** The program of a conversion thread: a job comes in, a result goes out. */
parentPort?.on('message', (job: ConversionJob) => {
  void performConversion(job).then((result) => {
    parentPort?.postMessage(result, result.ok ? transferable(result.bytes) : []);
  });
});
