import type { ExitCode } from '../exit-codes.js';
import { UsageError } from '../failure.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { flagOption, textOption, verbosityOf } from './option-values.js';

const DEFAULT_URL = 'http://127.0.0.1:8080';

export const push: CommandSpec = {
  name: 'push',
  summary: 'submit a job to a service',
  details: [
    'Submits a job: tasks, done one after the other on an object of the service’s input store. Prints the id of the job; with --wait its record, once it has ended.',
    'The service is at SCREENPLAY_URL or --url. The token is in ACCESS_TOKEN, in a file that --token-file names, or where a service that runs from this folder keeps its own. With encrypt or decrypt among the tasks, the key is in SCREENPLAY_ENCRYPT_KEY.',
    '`screenplay tasks` lists the tasks and their options.',
  ],
  operands: '[task...]',
  operandsMean: 'the tasks, in their order',
  operandsTake: 'free',
  options: [
    { flags: '-i, --input <key>', description: 'key of the input', takes: 'free' },
    { flags: '-o, --output <key>', description: 'key below which the outputs go', takes: 'free' },
    {
      flags: '--document-id <id>',
      description: 'your own name for the document (default: the input key)',
      takes: 'free',
    },
    { flags: '--var <name=value>', description: 'an option of the tasks', takes: 'free', repeatable: true },
    { flags: '--webhook <url>', description: 'a URL that is told of this job', takes: 'free' },
    { flags: '--tenant-id <label>', description: 'a label', takes: 'free' },
    { flags: '--idempotency-key <key>', description: 'a repeat with this key answers the first job', takes: 'free' },
    { flags: '--wait', description: 'wait until the job has ended, telling what is done' },
    {
      flags: '--url <url>',
      description: `where the service is (default: SCREENPLAY_URL, else ${DEFAULT_URL})`,
      takes: 'free',
    },
    { flags: '--token-file <file>', description: 'a file that holds the access token', takes: 'file' },
  ],
  examples: [
    {
      line: 'screenplay push -i in/draft.fdx -o out/draft convert-fdx-to-screenplay export-to-pdf zip-output --wait',
      note: 'a PDF and an archive of all outputs',
    },
    { line: 'screenplay push -i in/draft.fdx -o out convert-fdx-to-screenplay --var lang=fr', note: 'with an option' },
  ],
  async run({ operands, options }: Invocation, io: Io): Promise<ExitCode> {
    const request = requestOf(operands, options, io.env['SCREENPLAY_ENCRYPT_KEY']);
    const { pushJob } = await import('../push/push-job.js');
    return pushJob(
      {
        request,
        url: textOption(options, 'url') ?? (io.env['SCREENPLAY_URL'] || DEFAULT_URL),
        tokenFile: textOption(options, 'tokenFile'),
        idempotencyKey: textOption(options, 'idempotencyKey'),
        wait: flagOption(options, 'wait'),
        quiet: verbosityOf(options).quiet,
      },
      io,
    );
  },
};

/** The body of the request. Whether it makes sense is the service's to say. */
function requestOf(tasks: readonly string[], options: Invocation['options'], key: string | undefined): object {
  const input = textOption(options, 'input');
  const output = textOption(options, 'output');
  if (input === undefined) throw new UsageError('no input', 'name the key of an object: -i in/draft.fdx');
  if (output === undefined) throw new UsageError('no output', 'name a key for the outputs: -o out/draft');
  if (tasks.length === 0) throw new UsageError('no task', '`screenplay tasks` lists them');
  const vars = varsOf(options['var']);
  if (key !== undefined && key !== '' && tasks.some((task) => /^(?:en|de)crypt-/.test(task)))
    vars['encrypt_key'] ??= key;
  return {
    input_key: input,
    output_key: output,
    document_id: textOption(options, 'documentId') ?? [...input].slice(0, 255).join(''),
    tasks,
    ...(Object.keys(vars).length === 0 ? {} : { vars }),
    webhook: textOption(options, 'webhook'),
    tenant_id: textOption(options, 'tenantId'),
  };
}

/** `true` and `false` are switches, everything else is text. */
function varsOf(given: unknown): Record<string, string | boolean> {
  const vars: Record<string, string | boolean> = {};
  for (const text of Array.isArray(given) ? (given as string[]) : []) {
    const [name = '', ...rest] = text.split('=');
    if (name === '' || rest.length === 0) throw new UsageError(`--var takes name=value, not '${text}'`);
    const value = rest.join('=');
    vars[name] = value === 'true' || (value === 'false' ? false : value);
  }
  return vars;
}
