import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { CommandSpec, Invocation } from './command.js';
import { choiceOption, flagOption, inputsOf, languageOption, textOption, verbosityOf } from './option-values.js';
import { PAPER, PAPERS, SCENE_NUMBERS, SCENE_NUMBER_PLACES } from './print-options.js';
import { INPUT } from './shared-options.js';

export const pages: CommandSpec = {
  name: 'pages',
  summary: "count a script's pages and list its scenes",
  details: [
    'Lays screenplays of any format out on pages and prints how many there are and, for each scene, its number, the page it starts on, its length in pages and eighths, its heading and who speaks in it. Pages break where Final Draft breaks them, by the settings of the script.',
    'On a terminal, headings and speakers too long for a line are cut; elsewhere they are whole.',
  ],
  operands: '[input...]',
  operandsMean: 'files or folders to read, or - for standard input',
  operandsTake: 'file',
  options: [
    INPUT,
    {
      flags: '-o, --output <path>',
      description: 'write the result into a file; - or nothing: standard output',
      takes: 'file',
    },
    {
      flags: '-f, --format <format>',
      description: 'format of the inputs; screenplay formats lists them',
      takes: 'readable-format',
    },
    { flags: '--lang <tag>', description: "language of the screenplay's text (BCP 47)", takes: 'free' },
    PAPER,
    SCENE_NUMBERS,
    { flags: '--json', description: "print a JSON object per input, one a line, with the scenes' ids" },
  ],
  examples: [
    { line: 'screenplay pages draft.fdx', note: 'a table' },
    { line: 'screenplay pages draft.fountain --paper a4 --scene-numbers left', note: 'on A4, scenes counted from 1' },
    { line: `screenplay pages scripts/ --json | jq '{ input, pages }'`, note: 'a folder, for programs' },
  ],
  async run(invocation: Invocation, io: Io): Promise<ExitCode> {
    const { options } = invocation;
    const inputs = inputsOf(invocation);
    const [{ countPages }, { knownFormats }] = await Promise.all([
      import('../pages/count-pages.js'),
      import('../known-formats.js'),
    ]);
    const formats = await knownFormats();
    const format = textOption(options, 'format');
    const output = textOption(options, 'output');
    const settings = {
      inputs,
      formats,
      from: format === undefined ? undefined : formats.byWord(format, 'read'),
      lang: languageOption(options),
      output: output === '-' ? undefined : output,
      paper: choiceOption(options, 'paper', PAPERS),
      sceneNumbers: choiceOption(options, 'sceneNumbers', SCENE_NUMBER_PLACES),
      json: flagOption(options, 'json'),
      ...verbosityOf(options),
    };
    return countPages(settings, io);
  },
};
