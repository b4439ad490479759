import type { Align, Continuation, PageSetup, RunningLine } from '../../../conventions/manuscript/types.js';
import { attributesBut } from '../../../syntax/xml-element.js';
import { toInches, toPoints } from '../frame.js';
import type { Frame } from '../frame.js';
import { readRunningText } from '../running-text.js';
import { CONSUMED_SETTINGS } from '../standard.js';
import type { OsfAttributes } from '../tree.js';
import { readFlag, readNumber } from '../values.js';

/** Fade In breaks lines at 10 characters an inch. */
const ADVANCE = 7.2;
/** Revised lines are marked half an inch from the edge of the paper. */
const MARKS = 0.5;

export function readPage(settings: OsfAttributes, frame: Frame): PageSetup {
  const page: PageSetup = { left: toInches(frame.left), right: toInches(frame.right), advance: ADVANCE };
  const {
    width = frame.width,
    height,
    top,
    bottom,
  } = {
    width: readNumber(settings['page_width']),
    height: readNumber(settings['page_height']),
    top: readNumber(settings['margin_top']),
    bottom: readNumber(settings['margin_bottom']),
  };
  if (width > 0) page.width = toInches(width);
  if (height !== undefined && height > 0) page.height = toInches(height);
  if (top !== undefined) page.top = toPoints(top);
  if (bottom !== undefined) page.bottom = toPoints(bottom);
  const breaks = readFlag(settings['break_on_sentences']);
  if (breaks !== undefined) page.breakAtSentences = breaks;
  return page;
}

/** Where revision marks print, inches from the left edge of the paper. */
export function revisionMarkAt(page: PageSetup): number | undefined {
  return page.width === undefined ? undefined : page.width - MARKS;
}

export function readContinuation(settings: OsfAttributes): Continuation {
  const value: Continuation = {};
  const automatic = readFlag(settings['dialogue_continues']);
  if (automatic !== undefined) value.automatic = automatic;
  // Version 12 has one switch for both.
  const breaks = readFlag(settings['dialogue_pagebreaks']) ?? automatic;
  if (breaks !== undefined) value.dialogueBottomOn = value.dialogueTopOn = breaks;
  const more = settings['more_text'];
  if (more !== undefined) value.dialogueBottom = more;
  const again = settings['cont_text'];
  if (again !== undefined) value.dialogueTop = again;
  const scenes = readFlag(settings['scenes_continue']);
  if (scenes !== undefined) value.sceneBottomOn = value.sceneTopOn = scenes;
  const continued = settings['continued_text'];
  if (continued !== undefined) {
    value.sceneBottom = `(${continued})`;
    value.sceneTop = `${continued}:`;
  }
  const numbered = readFlag(settings['number_continued']);
  if (numbered !== undefined) value.sceneNumbered = numbered;
  return value;
}

const ALIGNMENTS: readonly Align[] = ['left', 'center', 'right'];

/** The header or the footer. */
export function readRunningLine(
  settings: OsfAttributes,
  part: 'header' | 'footer',
  page: PageSetup,
): RunningLine | undefined {
  // Version 12 has the page number alone at the top.
  const old = part === 'header' ? settings['pagenumber_format'] : undefined;
  const text = settings[`page_${part}`] ?? old;
  if (text === undefined) return undefined;
  const shown = text !== '' && (part === 'footer' || readFlag(settings['page_numbering']) !== false);
  const first = readFlag(
    settings[`${part}_first_page`] ?? (part === 'header' ? settings['pagenumber_first'] : undefined),
  );
  const line: RunningLine = { show: shown, cover: first ?? false, text: { text: readRunningText(text) } };
  const start = readNumber(settings['pagenumber_start']);
  if (start !== undefined) line.start = start;
  const align = ALIGNMENTS[(readNumber(settings[`${part}_alignment`]) ?? 3) - 1] ?? 'right';
  const { left = 0, right = 0, width } = page;
  line.layout = [
    { align, left, ...(width === undefined ? {} : { right: Math.round((width - right) * 10_000) / 10_000 }) },
  ];
  return line;
}

/** What versions before 40 say in the settings of the numbers of scenes, as attributes of their style. */
export function headingNumbers(settings: OsfAttributes): OsfAttributes {
  const numbers: Record<string, string> = {};
  for (const [old, name] of NUMBER_SETTINGS) {
    const value = settings[old];
    if (value !== undefined) numbers[name] = value;
  }
  return numbers;
}

const NUMBER_SETTINGS = [
  ['scene_numbering', 'numbering'],
  ['scenes_locked', 'number_locked'],
  ['auto_omit_scenes', 'autoomit'],
  ['scenenumber_skip_io', 'number_skip_io'],
  ['scenenumber_mode', 'number_mode'],
  ['omitted_text', 'omitted_text'],
  ['scenenumber_start', 'number_start'],
  ['scenenumber_format', 'number_format'],
  ['scenenumber_position', 'number_position'],
] as const;

/** The settings that only Fade In understands; undefined when there are none. */
export function otherSettings(settings: OsfAttributes): OsfAttributes | undefined {
  return attributesBut(settings, CONSUMED_SETTINGS);
}
