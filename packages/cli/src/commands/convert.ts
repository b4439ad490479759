import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { CONVERT_ENCRYPTED } from './key-options.js';
import { CONVERSION_OPTIONS, INPUT, OUTPUT } from './shared-options.js';

export const convert: CommandSpec = {
  name: 'convert',
  summary: 'convert screenplays from any format to any other',
  details: [
    'Reads screenplays and writes each in another format: the native JSON document, unless --to or the extension of the output says otherwise. The format of an input is told by its extension, else by its content.',
    'Several inputs, or a folder, are a batch: the output is then a folder, one bad file does not stop the rest, and folders are read with all the folders in them. Two inputs that would get the same name keep their extensions, or their folders, in it.',
    'An output is written whole or not at all.',
  ],
  operands: '[input...]',
  operandsMean: 'files or folders to read, or - for standard input',
  operandsTake: 'file',
  options: [
    INPUT,
    OUTPUT,
    {
      flags: '-f, --format <format>',
      description: 'format of the inputs; screenplay formats lists them',
      takes: 'readable-format',
    },
    { flags: '-t, --to <format>', description: 'format of the output', takes: 'writable-format' },
    {
      flags: '--lang <tag>',
      description: "language of the screenplay's text (BCP 47), en unless named",
      takes: 'free',
    },
    {
      flags: '--previous <path>',
      description:
        'an earlier version of the document, whose ids are kept; for a batch, a folder with one for each input',
      takes: 'file',
    },
    ...CONVERSION_OPTIONS,
    ...CONVERT_ENCRYPTED,
  ],
  examples: [
    { line: 'screenplay convert draft.fdx -o draft.json', note: 'Final Draft to the native document' },
    { line: 'screenplay convert draft.fountain -o draft.fdx', note: 'the extension names the format' },
    { line: 'screenplay convert scripts/ -t fountain -o out/', note: 'a folder, with all folders in it' },
    {
      line: 'screenplay convert *.fdx -o out/ --jobs 4 --report lost.json',
      note: 'a batch, and what could not be carried',
    },
    {
      line: 'screenplay convert draft2.fdx --previous draft.json -o draft.json',
      note: 'the next draft, with the ids of the last',
    },
    {
      line: 'screenplay convert draft.fdx -o draft.pdf --scene-numbers both --watermark CONFIDENTIAL',
      note: 'printed pages',
    },
    { line: 'screenplay convert draft.fdx --encrypt --key-file key.txt -o draft.json', note: 'encrypted' },
    { line: 'screenplay convert - -f fountain -t fdx < draft.fountain > draft.fdx', note: 'in a pipe' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const [{ conversionSettings }, { convertFiles }] = await Promise.all([
      import('./conversion-settings.js'),
      import('../batch/convert-files.js'),
    ]);
    return convertFiles(await conversionSettings(invocation, 'convert'), io);
  },
};
