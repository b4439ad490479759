import type { ConversionSettings } from '../batch/conversion-settings.js';
import { UsageError } from '../failure.js';
import { knownFormats } from '../known-formats.js';
import type { Invocation } from './command.js';
import { CONVERT_ENCRYPTED, decryptSettings, encryptSettings, EXPORT_DECRYPTED, isTurnedOn } from './key-options.js';
import { flagOption, inputsOf, languageOption, textOption, verbosityOf, wholeOption } from './option-values.js';
import { printSettings } from './print-options.js';

const MOST_JOBS = 64;
const MOST_INDENT = 10;
const PRETTY_INDENT = 2;

/** The commands that read files and write one for each. */
type Converting = 'convert' | 'export' | 'encrypt' | 'decrypt';

/**
 * What the command line of such a command asks for. `-f` names the inputs' format, but in `export` the output's;
 * `convert` alone takes more than native documents, and `encrypt` and `decrypt` write nothing else.
 *
 * @throws UsageError
 */
export async function conversionSettings(invocation: Invocation, command: Converting): Promise<ConversionSettings> {
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
  const to = command === 'export' ? format : textOption(options, 'to');
  const from = command === 'export' ? undefined : format;
  const natives = formats.natives();
  const nativeOnly = command === 'encrypt' || command === 'decrypt';
  const indent = wholeOption(options, 'indent', 0, MOST_INDENT);

  return {
    inputs,
    formats,
    accepted: command === 'convert' ? undefined : natives,
    from: from === undefined ? undefined : formats.byWord(from, 'read', nativeOnly ? natives : undefined),
    to: to === undefined ? undefined : formats.byWord(to, 'write', nativeOnly ? natives : undefined),
    targetRequired: command === 'export',
    output: output === '-' ? undefined : output,
    lang: languageOption(options),
    previous: textOption(options, 'previous'),
    report,
    jobs: wholeOption(options, 'jobs', 1, MOST_JOBS),
    indent: indent ?? (flagOption(options, 'pretty') ? PRETTY_INDENT : undefined),
    force: flagOption(options, 'force'),
    print: printSettings(options),
    decrypt: decrypts(command, options) ? decryptSettings(options) : undefined,
    encrypt: encrypts(command, options) ? encryptSettings(options) : undefined,
    nativeOnly,
    ...verbosityOf(options),
  };
}

function decrypts(command: Converting, options: Invocation['options']): boolean {
  return command === 'decrypt' || (command === 'export' && isTurnedOn('decrypt', EXPORT_DECRYPTED, options));
}

function encrypts(command: Converting, options: Invocation['options']): boolean {
  return command === 'encrypt' || (command === 'convert' && isTurnedOn('encrypt', CONVERT_ENCRYPTED, options));
}
