import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { flagOption, verbosityOf } from './option-values.js';
import { SETTING_OPTIONS } from './setting-options.js';
import { withSettings } from './with-settings.js';

export const serve: CommandSpec = {
  name: 'serve',
  summary: 'run the HTTP service and its workers',
  details: [
    'Runs the HTTP service: conversion, export and validation of screenplays, and jobs. Without any setting it listens on this machine only, port 8080, and keeps what it needs in ./.screenplay: an embedded queue and files. It needs no other server; with REDIS_URL and S3_BUCKET any number of servers and workers share a queue and a store.',
    'Every setting is an environment variable, or the flag of the same name, which wins: PORT=9000 and --port 9000 are the same.',
    'The log goes to standard error, one JSON object a line. SIGTERM or Ctrl-C: it takes nothing more, finishes what runs within 30 seconds, hands unfinished jobs back and exits with 0; a second one ends it at once.',
  ],
  operands: '',
  operandsTake: 'free',
  options: [
    { flags: '--no-workers', description: 'answer HTTP only; `screenplay worker` works on the jobs' },
    ...SETTING_OPTIONS,
  ],
  examples: [
    { line: 'screenplay serve', note: 'for this machine' },
    { line: 'screenplay serve --port 9000 --convert-timeout 10s', note: 'flags' },
    { line: 'REDIS_URL=redis://queue S3_BUCKET=scripts screenplay serve --no-workers', note: 'workers elsewhere' },
  ],
  run(invocation: Invocation, io: Io): Promise<ExitCode> {
    return withSettings(invocation, io, async (settings, warnings) => {
      const { serve: runService } = await import('../service/serve.js');
      const { quiet } = verbosityOf(invocation.options);
      return runService(settings, io, { warnings, quiet, works: flagOption(invocation.options, 'workers') });
    });
  },
};
