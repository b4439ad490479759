import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { ENCRYPT_OPTIONS } from './key-options.js';
import { INPUT, NATIVE_FORMAT, NATIVE_TARGET, OUTPUT, RUN_OPTIONS } from './shared-options.js';

export const encrypt: CommandSpec = {
  name: 'encrypt',
  summary: 'encrypt the words of native documents',
  details: [
    'Reads native documents (JSON or YAML) and writes them with the words of the script encrypted: texts, notes, descriptions. Ids, names, headings, settings and, unless --encrypt-titles is given, titles stay readable. The result is a valid document; when an encrypted text in it was changed, added or taken away, it is not decrypted.',
    'The key has 10 characters at least. It is in the file that --key-file names, without the line end at its end, or in the environment as SCREENPLAY_ENCRYPT_KEY.',
    'Several inputs, or a folder, are a batch, as in convert.',
  ],
  operands: '[input...]',
  operandsMean: 'native documents or folders to read, or - for standard input',
  operandsTake: 'file',
  options: [INPUT, OUTPUT, NATIVE_FORMAT, NATIVE_TARGET, ...ENCRYPT_OPTIONS, ...RUN_OPTIONS],
  examples: [
    { line: 'screenplay encrypt draft.json --key-file key.txt -o draft.encrypted.json', note: 'a document' },
    {
      line: 'SCREENPLAY_ENCRYPT_KEY="$(pass scripts)" screenplay encrypt documents/ -o encrypted/',
      note: 'a folder, with the key of a password manager',
    },
    {
      line: 'screenplay convert draft.fdx --encrypt --key-file key.txt -o draft.json',
      note: 'without the plain document in between',
    },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const [{ conversionSettings }, { convertFiles }] = await Promise.all([
      import('./conversion-settings.js'),
      import('../batch/convert-files.js'),
    ]);
    return convertFiles(await conversionSettings(invocation, 'encrypt'), io);
  },
};
