import type { ConversionSettings } from '../batch/conversion-settings.js';
import { UsageError } from '../failure.js';
import { knownFormats } from '../known-formats.js';
import type { Invocation } from './command.js';
import { printSettings } from './print-options.js';
import { flagOption, inputsOf, languageOption, textOption, verbosityOf, wholeOption } from './option-values.js';

const MOST_JOBS = 64;
const MOST_INDENT = 10;
const PRETTY_INDENT = 2;

/**
 * What the command line of `convert` or `export` asks for. The one difference: `-f` names the inputs' format in
 * `convert`, the output's in `export`, and `export` takes native documents only.
 *
 * @throws UsageError
 */
export async function conversionSettings(
  invocation: Invocation,
  command: 'convert' | 'export',
): Promise<ConversionSettings> {
  const { options } = invocation;
  const inputs = inputsOf(invocation);
  const formats = await knownFormats();
  const output = textOption(options, 'output');
  const report = textOption(options, 'report');
  if (report === '-' && (output === undefined || output === '-')) {
    throw new UsageError(
      'the output and the report cannot both go to standard output',
      'name a file with -o or --report',
    );
  }

  const format = textOption(options, 'format');
  const to = command === 'convert' ? textOption(options, 'to') : format;
  const from = command === 'convert' ? format : undefined;
  const indent = wholeOption(options, 'indent', 0, MOST_INDENT);

  return {
    inputs,
    formats,
    accepted: command === 'export' ? formats.natives() : undefined,
    from: from === undefined ? undefined : formats.byWord(from, 'read'),
    to: to === undefined ? undefined : formats.byWord(to, 'write'),
    targetRequired: command === 'export',
    output: output === '-' ? undefined : output,
    lang: languageOption(options),
    previous: textOption(options, 'previous'),
    report,
    jobs: wholeOption(options, 'jobs', 1, MOST_JOBS),
    indent: indent ?? (flagOption(options, 'pretty') ? PRETTY_INDENT : undefined),
    force: flagOption(options, 'force'),
    print: printSettings(options),
    ...verbosityOf(options),
  };
}
