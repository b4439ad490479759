import type { PrintSettings } from '../batch/print-settings.js';
import { UsageError } from '../failure.js';
import type { Invocation, OptionSpec } from './command.js';
import { optionFlags } from './option-flags.js';
import { choiceOption, flagOption, textOption } from './option-values.js';

export const PAPERS = ['letter', 'a4'] as const;
export const SCENE_NUMBER_PLACES = ['none', 'left', 'right', 'both'] as const;

export const PAPER: OptionSpec = {
  flags: '--paper <paper>',
  description: "letter or a4; the script's own unless named",
  takes: PAPERS,
};

export const SCENE_NUMBERS: OptionSpec = {
  flags: '--scene-numbers <where>',
  description: 'none, left, right or both; a script without numbers is then numbered from 1',
  takes: SCENE_NUMBER_PLACES,
};

const OPTIONS: readonly OptionSpec[] = [
  PAPER,
  SCENE_NUMBERS,
  { flags: '--no-title-page', description: 'leave the title page out' },
  { flags: '--pages <range>', description: 'only these pages: 12, 3-7, 12A-15, -5 or 100-', takes: 'free' },
  { flags: '--continueds', description: "print (MORE) and (CONT'D), whatever the script's settings say" },
  { flags: '--no-continueds', description: "leave (MORE) and (CONT'D) out" },
  { flags: '--watermark <text>', description: 'a text across every page, large and light', takes: 'free' },
  { flags: '--date <text>', description: 'what the date in headers and footers prints', takes: 'free' },
  { flags: '--tint-pages', description: 'tint revised pages in the colour of their revision' },
  {
    flags: '--font <file>',
    description: 'the font to set the script in (TrueType, OpenType, WOFF), Courier Prime unless named',
    takes: 'file',
  },
  { flags: '--font-bold <file>', description: 'its bold', takes: 'file' },
  { flags: '--font-italic <file>', description: 'its italic', takes: 'file' },
  { flags: '--font-bold-italic <file>', description: 'its bold italic', takes: 'file' },
  {
    flags: '--fallback-font <file>',
    description: 'a font for the characters that the others lack, best first',
    takes: 'file',
    repeatable: true,
  },
];

/** How `convert` and `export` print. */
export const PRINT_OPTIONS: readonly OptionSpec[] = OPTIONS.map((option) => ({ ...option, group: 'Printing (PDF)' }));

const RANGE = /^(?=.*[0-9a-z])\d{0,6}[a-z]{0,6}(?:\s*[-–]\s*\d{0,6}[a-z]{0,6})?$/i;

/**
 * What the command line says of printing.
 *
 * @throws UsageError
 */
export function printSettings(options: Invocation['options']): PrintSettings {
  const asked = PRINT_OPTIONS.find((option) => isGiven(option, options));
  const pages = textOption(options, 'pages');
  if (pages !== undefined && !RANGE.test(pages)) {
    throw new UsageError(
      `--pages takes a page or a range of pages, not '${pages}'`,
      'such as 12, 3-7, 12A-15, -5 or 100-',
    );
  }
  return {
    asked: asked && optionFlags(asked).long,
    paper: choiceOption(options, 'paper', PAPERS),
    sceneNumbers: choiceOption(options, 'sceneNumbers', SCENE_NUMBER_PLACES),
    titlePage: options['titlePage'] === false ? false : undefined,
    pages,
    continueds: typeof options['continueds'] === 'boolean' ? options['continueds'] : undefined,
    watermark: textOption(options, 'watermark'),
    date: textOption(options, 'date'),
    tintPages: flagOption(options, 'tintPages') ? true : undefined,
    ...fontFiles(options),
  };
}

function fontFiles(options: Invocation['options']): Pick<PrintSettings, 'font' | 'fallbackFonts'> {
  const regular = textOption(options, 'font');
  const styles = {
    bold: textOption(options, 'fontBold'),
    italic: textOption(options, 'fontItalic'),
    boldItalic: textOption(options, 'fontBoldItalic'),
  };
  const fallbackFonts = (options['fallbackFont'] as string[] | undefined) ?? [];
  if (fallbackFonts.includes('')) throw new UsageError('--fallback-font is empty');
  if (regular === undefined) {
    if (Object.values(styles).some((file) => file !== undefined)) {
      throw new UsageError('a bold or italic font is named, and no regular one', 'name that with --font');
    }
    return { font: undefined, fallbackFonts };
  }
  return { font: { regular, ...styles }, fallbackFonts };
}

/** Whether the command line has this option; commander sets the value of a `--no-` flag that is absent to true. */
function isGiven(option: OptionSpec, options: Invocation['options']): boolean {
  const name = optionFlags(option).long.slice(2);
  const negated = name.startsWith('no-');
  const key = (negated ? name.slice(3) : name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const value = options[key];
  return negated ? value === false : value !== undefined && value !== false;
}
