import type { Block, Manuscript } from '../../../../src/conventions/manuscript/types.js';
import { Warnings } from '../../../../src/errors/index.js';
import type { Warning } from '../../../../src/errors/index.js';
import { readPdf } from '../../../../src/formats/pdf/read/read-pdf.js';
import type { DrawStyle, SampleElement, TypeStyle } from '../../../../src/testing/pdf-generator/index.js';

/** An element as tests compare it. */
export interface Seen {
  kind: string;
  text: string;
  number?: string;
  dual?: string;
  emphasis?: string;
  revised?: true;
}

export async function readScript(bytes: Uint8Array): Promise<{ manuscript: Manuscript; warnings: Warning[] }> {
  const warnings = new Warnings();
  const manuscript = await readPdf(bytes, {}, warnings);
  return { manuscript, warnings: warnings.list() };
}

/** What was read, block by block. */
export function seenBlocks({ blocks }: Manuscript): Seen[] {
  return blocks.map((block) => {
    const seen: Seen = { kind: block.kind, text: squash(block.text) };
    if (block.number !== undefined) seen.number = block.number;
    if (block.dual) seen.dual = block.dual;
    const emphasis = emphasisOf(block);
    if (emphasis !== '') seen.emphasis = emphasis;
    if (block.runs?.some(({ revision }) => revision !== undefined)) seen.revised = true;
    return seen;
  });
}

/** What a printed sample says: numbers only where they print. */
export function seenSample(script: readonly SampleElement[], style: Pick<TypeStyle, 'numbers'>): Seen[] {
  return script.map((element) => {
    const seen: Seen = { kind: element.kind, text: element.text };
    if (element.number !== undefined && style.numbers !== 'none') seen.number = element.number;
    if (element.dual) seen.dual = element.dual;
    if (element.emphasis) {
      const { from, to, look } = element.emphasis;
      seen.emphasis = `${look}: ${element.text.split(' ').slice(from, to).join(' ')}`;
    }
    if (element.revised) seen.revised = true;
    return seen;
  });
}

/**
 * What was expected, with paragraphs of action joined where they were read as one: where a page ends with a full line and
 * a sentence, and no blank tells of the line's end, paper does not say whether the paragraph goes on.
 */
export function joinedAlike(expected: readonly Seen[], found: readonly Seen[]): Seen[] {
  const joined: Seen[] = [];
  for (const one of expected) {
    const last = joined.at(-1);
    const at = joined.length - 1;
    const goesOn =
      last?.kind === 'action' && one.kind === 'action' && found[at]?.text.startsWith(`${last.text} ${one.text}`);
    if (!last || !goesOn) joined.push(one);
    else
      joined[at] = {
        ...found[at],
        ...last,
        text: `${last.text} ${one.text}`,
        ...(one.emphasis ? { emphasis: found[at]?.emphasis ?? '' } : {}),
      };
  }
  return joined;
}

function emphasisOf({ kind, text, runs }: Block): string {
  if (kind === 'heading') return '';
  return (runs ?? [])
    .filter(({ bold, italic, underline }) => bold || italic || underline)
    .map((run) => {
      const look = run.bold ? 'bold' : run.italic ? 'italic' : 'underline';
      return `${look}: ${squash(text.slice(run.start, run.end))}`;
    })
    .join('; ');
}

function squash(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The plainest page, as Final Draft sets it. */
export const PLAIN_TYPE: TypeStyle = {
  paper: { width: 612, height: 792 },
  family: 'Courier',
  size: 12,
  track: 1,
  pitch: 12,
  top: 72,
  bottom: 72,
  action: { left: 108, right: 540 },
  dialogue: { left: 180, right: 432 },
  parenthetical: { left: 216, right: 396, hang: true },
  cue: { left: 252, centred: false },
  transition: { right: 540 },
  speechSpacing: 1,
  beforeHeading: 2,
  headingLook: 'plain',
  actionCapitals: false,
  numbers: 'none',
  pageNumber: 'top',
  header: undefined,
  footer: undefined,
  more: '(MORE)',
  continued: "(CONT'D)",
  sceneContinued: false,
  revisionMark: '*',
  titlePage: false,
};

export const PLAIN_DRAW: DrawStyle = {
  pieces: 'lines',
  order: 'down',
  blanks: true,
  trailing: false,
  places: 'matrix',
  bold: 'font',
  italic: 'font',
  viaForm: false,
  rotate: 0,
  watermark: false,
  wobble: 0,
};
