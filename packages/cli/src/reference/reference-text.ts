import type { CommandSpec, OptionSpec } from '../commands/command.js';
import { GLOBAL_OPTIONS } from '../commands/shared-options.js';
import { COMMANDS } from '../commands/table.js';
import { EXIT_MEANINGS } from '../exit-codes.js';

/** Command lines that the reference shows with what they print. */
export const SESSIONS: readonly (readonly string[])[] = [
  ['formats'],
  ['convert', 'lamp.fountain', '-o', 'lamp.fdx', '--verbose'],
  ['convert', 'lamp.fountain', 'quay.fdx', 'recipe.fdx', '-o', 'out/'],
  ['validate', 'edited.json', '--strict'],
  ['pages', 'lamp.fountain', 'quay.fdx'],
  ['convret', 'lamp.fountain'],
];

/** What a command line of {@link SESSIONS} did. */
export interface Session {
  /** Both standard streams. */
  output: string;
  code: number;
}

/**
 * docs/cli.md: every command and option, from the same table that the program is made of, and `sessions`, one for each
 * of {@link SESSIONS}.
 */
export function referenceText(sessions: readonly Session[]): string {
  return (
    [
      INTRODUCTION,
      '## Commands',
      [
        '| Command | What it does |',
        '|---|---|',
        ...COMMANDS.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`),
      ].join('\n'),
      '`screenplay --version` prints the version; `screenplay --help` and `screenplay <command> --help` print the help. Every command also takes:',
      optionTable(GLOBAL_OPTIONS),
      ...COMMANDS.map(commandPart),
      '## What it prints',
      ...SESSIONS.map((argv, place) => sessionPart(argv, sessions[place])),
      FILES,
      EXIT_INTRODUCTION,
      [
        '| Code | Meaning |',
        '|---|---|',
        ...Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `| ${code} | ${meaning} |`),
      ].join('\n'),
      EXIT_NOTES,
      REPORT,
    ].join('\n\n') + '\n'
  );
}

function commandPart(command: CommandSpec): string {
  const operands = command.operands === '' ? '' : ` ${command.operands}`;
  const parts = [`## ${command.name}`, fence(`screenplay ${command.name} [options]${operands}`), ...command.details];
  if (command.operandsMean !== undefined) parts.push(`\`${command.operands}\`: ${command.operandsMean}.`);
  if (command.options.length > 0) parts.push(...optionTables(command.options));
  parts.push(fence(command.examples.map(({ line, note }) => `# ${note}\n${line}`).join('\n\n')));
  return parts.join('\n\n');
}

function sessionPart(argv: readonly string[], session: Session | undefined): string {
  const { output = '', code = 0 } = session ?? {};
  const ending = code === 0 ? '' : `# exit code ${code}\n`;
  return `\`\`\`console\n$ screenplay ${argv.join(' ')}\n${output}${ending}\`\`\``;
}

/** Options of no group first, then each group under its title. */
function optionTables(options: readonly OptionSpec[]): string[] {
  const groups = new Set(options.map(({ group }) => group));
  return [...groups].flatMap((group) => [
    ...(group === undefined ? [] : [`${group}:`]),
    optionTable(options.filter((option) => option.group === group)),
  ]);
}

function optionTable(options: readonly OptionSpec[]): string {
  const rows = options.map(
    (option) => `| \`${option.flags}\` | ${cell(option.description)}${option.repeatable ? '; may be repeated' : ''} |`,
  );
  return ['| Option | Meaning |', '|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function fence(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

const INTRODUCTION = `# The command line

\`screenplay\` converts, exports, validates and encrypts screenplays. This page is generated from the program itself.`;

const FILES = `## Files

- **Inputs** are files, folders or \`-\` (standard input), as plain arguments or with \`-i\`. The format is the one named with \`-f\`, else told by the extension, else by the content. Patterns such as \`*.fdx\` are the shell's business. One file named twice is read once.
- **A folder as input** is read with all folders in it, in the order of names; what starts with a dot is left out. Taken are files with the extension of a format that can be read, except of the one that is being written (\`encrypt\` and \`decrypt\` take that too), and except \`.txt\` and \`.xml\`, which are more often something else. With \`-f\`, all files of that format are taken, and no others. An output folder inside is left out.
- **The output** is a file, or standard output for \`-\` and when \`-o\` is left out. For several inputs, or a folder, it is a folder, which is made if it is not there; so is whatever ends in \`/\`. The folders inside an input folder are kept. Each output is named after its input: \`act-one.fdx\` becomes \`act-one.json\`, standard input \`stdin.json\`.
- **Two inputs that would get the same name** are never written over each other. They keep their extensions (\`a.fdx\` and \`a.fountain\` become \`a.fdx.json\` and \`a.fountain.json\`), or the folders by which they differ (\`x/a.json\`, \`y/a.json\`); a warning says so.
- **An output is written whole or not at all**: into a new file beside it, flushed to the disk, then renamed. Interrupting the program leaves the old file as it was and nothing else behind. A file that is there is replaced and keeps its permissions; an input is replaced only with \`--force\`.
- **A format that is not text** is not written to a terminal.
- **Standard error** has errors, warnings, the summary of a batch and, on a terminal, its progress bar; \`--quiet\` leaves only errors. Colours appear on terminals only; \`NO_COLOR\` turns them off, \`FORCE_COLOR\` on.
- **A reader that goes away** (\`screenplay convert draft.fdx | head -1\`) is no error.`;

const EXIT_INTRODUCTION = '## Exit codes';

const EXIT_NOTES = `A batch in which every input failed exits as a single input would. \`validate\` exits with 0 when there are findings, unless \`--strict\` is given. Interrupted by a signal, the program ends with that signal.`;

const REPORT = `## The report

\`--report FILE\` writes a JSON array with one object for each input, in their order:

| Field | Meaning |
|---|---|
| \`input\` | the path as given; \`-\` for standard input |
| \`output\` | the path written; \`-\` for standard output; null when nothing was written |
| \`from\`, \`to\` | the formats; \`from\` is null when it did not come to be known |
| \`error\` | null, or \`{ code, message, at }\` |
| \`warnings\` | array of \`{ code, message, at }\`: what could not be carried, was guessed or repaired; \`at\` has the \`line\`, \`paragraph\`, \`page\` or JSON \`pointer\` |

\`\`\`sh
# how many things each script lost
screenplay convert *.fdx -o out/ --report - | jq '.[] | { input, lost: (.warnings | length) }'
\`\`\``;
