import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { SETTING_OPTIONS } from './setting-options.js';
import { withSettings } from './with-settings.js';

export const worker: CommandSpec = {
  name: 'worker',
  summary: 'work on queued jobs',
  details: [
    'Works on the jobs of a queue that others share: REDIS_URL names it, S3_BUCKET the store (or DATA_DIR a folder that all of them see). Any number of workers may run, on any number of machines; each runs MAX_WORKERS jobs at once.',
    'Every setting is an environment variable, or the flag of the same name, which wins. Those of listening have no meaning here.',
    'SIGTERM or Ctrl-C: it takes nothing more, finishes what runs within 30 seconds and hands the rest back, which costs those jobs no attempt.',
  ],
  operands: '',
  operandsTake: 'free',
  options: SETTING_OPTIONS,
  examples: [
    { line: 'REDIS_URL=redis://queue S3_BUCKET=scripts JOB_SECRET=... screenplay worker', note: 'one process' },
  ],
  run(invocation: Invocation, io: Io): Promise<ExitCode> {
    return withSettings(invocation, io, async (settings, warnings) => {
      const { work } = await import('../service/work.js');
      return work(settings, io, warnings);
    });
  },
};
