import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { DECRYPT_OPTIONS } from './key-options.js';
import { INPUT, NATIVE_FORMAT, NATIVE_TARGET, OUTPUT, RUN_OPTIONS } from './shared-options.js';

export const decrypt: CommandSpec = {
  name: 'decrypt',
  summary: 'decrypt native documents',
  details: [
    'Reads encrypted native documents (JSON or YAML) and writes them as they were before. Under a wrong key, and when an encrypted text was changed since, nothing is written.',
    'The key is in the file that --key-file names, without the line end at its end, or in the environment as SCREENPLAY_ENCRYPT_KEY. Documents of other programs do not tell whether they were changed; --allow-unchecked reads them.',
    'Several inputs, or a folder, are a batch, as in convert.',
  ],
  operands: '[input...]',
  operandsMean: 'encrypted documents or folders to read, or - for standard input',
  operandsTake: 'file',
  options: [INPUT, OUTPUT, NATIVE_FORMAT, NATIVE_TARGET, ...DECRYPT_OPTIONS, ...RUN_OPTIONS],
  examples: [
    { line: 'screenplay decrypt draft.encrypted.json --key-file key.txt -o draft.json', note: 'a document' },
    { line: 'screenplay decrypt encrypted/ --key-file key.txt -o documents/', note: 'a folder' },
    {
      line: 'screenplay export draft.encrypted.json --decrypt --key-file key.txt -o draft.fdx',
      note: 'without the plain document in between',
    },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const [{ conversionSettings }, { convertFiles }] = await Promise.all([
      import('./conversion-settings.js'),
      import('../batch/convert-files.js'),
    ]);
    return convertFiles(await conversionSettings(invocation, 'decrypt'), io);
  },
};
