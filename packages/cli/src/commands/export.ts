import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { EXPORT_DECRYPTED } from './key-options.js';
import { CONVERSION_OPTIONS, INPUT, OUTPUT } from './shared-options.js';

export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'write native documents as screenplays',
  details: [
    'Reads native documents (JSON or YAML) and writes each in a screenplay format, named by --format or by the extension of the output. Whatever else is given as input is refused: convert reads it.',
    'Several inputs, or a folder, are a batch, as in convert.',
  ],
  operands: '[input...]',
  operandsMean: 'native documents or folders to read, or - for standard input',
  operandsTake: 'file',
  options: [
    INPUT,
    OUTPUT,
    { flags: '-f, --format <format>', description: 'format of the output', takes: 'writable-format' },
    {
      flags: '--lang <tag>',
      description: "language to write (BCP 47), the document's own unless named",
      takes: 'free',
    },
    ...CONVERSION_OPTIONS,
    ...EXPORT_DECRYPTED,
  ],
  examples: [
    { line: 'screenplay export draft.json -o draft.fdx', note: 'for Final Draft' },
    { line: 'screenplay export draft.json -f fountain', note: 'to the terminal' },
    { line: 'screenplay export draft.json -o sides.pdf --pages 12-15', note: 'some pages to print' },
    { line: 'screenplay export documents/ -f fdx -o out/', note: 'a folder of documents' },
    { line: 'screenplay export draft.json --decrypt --key-file key.txt -o draft.fdx', note: 'an encrypted document' },
    {
      line: 'screenplay export draft.json -f fountain --lang fr -o brouillon.fountain',
      note: "the document's French text",
    },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const [{ conversionSettings }, { convertFiles }] = await Promise.all([
      import('./conversion-settings.js'),
      import('../batch/convert-files.js'),
    ]);
    return convertFiles(await conversionSettings(invocation, 'export'), io);
  },
};
