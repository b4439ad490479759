import type { BlockKind } from '../../../conventions/manuscript/types.js';
import type { LineMark, PdfLine, PdfPage } from '../tree.js';
import { looksLikeCue } from './capitals.js';
import type { Columns } from './columns.js';
import type { Continueds } from './continueds.js';
import { SCENE_BOTTOM, SCENE_TOP } from './continueds.js';
import type { Element } from './elements.js';
import type { ScriptPage } from './furniture.js';
import type { Joint } from './joins.js';
import type { BodyLine, Frame, RevisionMark } from './margins.js';
import { peaks } from './metrics.js';
import type { Metrics } from './metrics.js';
import { pageLabel } from './furniture.js';
import type { Script } from './script.js';

/** Whether a file says itself what its lines are. */
export function isMarkedFile(pages: readonly PdfPage[]): boolean {
  return pages.some(({ lines }) => lines.some(({ mark }) => isScriptMark(mark) || mark?.kind === 'title'));
}

function isScriptMark(mark: LineMark | undefined): boolean {
  return mark?.block !== undefined && mark.kind !== 'title' && mark.kind !== 'number' && mark.kind !== 'artifact';
}

/** The script of a file that says what its lines are: nothing is guessed. */
export function readMarked(all: readonly PdfPage[], metrics: Metrics): Script {
  const isTitle = ({ lines }: PdfPage): boolean => lines.some(({ mark }) => mark?.kind === 'title');
  const reader = new MarkedReader(metrics);
  all.filter((page) => !isTitle(page)).forEach((page) => reader.readPage(page));
  const script = reader.finish(all[0]?.width ?? 612);
  return {
    ...script,
    title: all
      .filter(isTitle)
      .map((page) => ({ ...page, lines: page.lines.filter(({ mark }) => mark?.kind === 'title') })),
  };
}

class MarkedReader {
  readonly #metrics: Metrics;
  readonly #pages: ScriptPage[] = [];
  readonly #lines: BodyLine[] = [];
  readonly #blocks = new Map<number, Element>();
  readonly #words: Continueds['words'] = {};
  readonly #more = new Set<number>();
  #repeated: string | undefined;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  readPage(source: PdfPage): void {
    const index = this.#pages.length;
    const page: ScriptPage = { source, header: [], footer: [], body: [] };
    this.#pages.push(page);
    const { pitch } = this.#metrics;
    const script = source.lines.filter(({ mark }) => isScriptMark(mark));
    page.body = script;
    const bodies: BodyLine[] = [];
    script.forEach((line, at) => {
      const above = script[at - 1];
      const gap = above === undefined ? Infinity : (line.y - above.y) / pitch;
      const body: BodyLine = {
        line,
        text: line.text,
        x: line.x,
        end: line.end,
        y: line.y,
        page: index,
        top: at === 0,
        gap,
      };
      bodies.push(body);
      this.#add(line.mark as LineMark, body);
    });
    this.#lines.push(...bodies);
    for (const line of source.lines) if (!isScriptMark(line.mark)) this.#readOther(line, page, bodies);
    page.label = pageLabel(page);
  }

  #add(mark: LineMark, body: BodyLine): void {
    const block = mark.block as number;
    const known = this.#blocks.get(block);
    if (known) {
      known.lines.push(body);
      return;
    }
    const element: Element = { kind: mark.kind as BlockKind, lines: [body] };
    if (mark.class !== undefined) element.class = mark.class;
    if (mark.dual) element.dual = mark.dual;
    if (mark.align) element.align = mark.align;
    this.#blocks.set(block, element);
  }

  /** What stands beside the script, and above and below it. */
  #readOther(line: PdfLine, page: ScriptPage, bodies: readonly BodyLine[]): void {
    const { pitch } = this.#metrics;
    // What stands beside a line is drawn behind it; a number at the left before it.
    const behind = bodies.reduce<BodyLine | undefined>(
      (latest, body) => (body.line.drawn < line.drawn && body.line.drawn > (latest?.line.drawn ?? -1) ? body : latest),
      undefined,
    );
    const isLevel = (body: BodyLine | undefined): boolean =>
      body !== undefined && Math.abs(body.y - line.y) < 0.5 * pitch;
    const beside = isLevel(behind) ? behind : line.mark?.kind === 'number' ? bodies.find(isLevel) : undefined;
    const first = bodies[0];
    const last = bodies[bodies.length - 1];
    if (line.mark?.kind === 'number') {
      if (beside) readNumber(beside, line, this.#blocks);
    } else if (beside && line.x >= beside.end - pitch) beside.revised = revisionMark(line);
    // Beside a line of blanks, which may be the paragraph's above or below.
    else if (!bodies.some(isLevel) && isLoneMark(line, page)) return;
    else if (first && line.y < first.y) this.#readAbove(line, page, first.y - line.y < 1.6 * pitch);
    else if (last && line.y > last.y) this.#readBelow(line, page, last);
    else if (!bodies.some(isLevel)) (line.y < page.source.height / 2 ? page.header : page.footer).push(line);
  }

  #readAbove(line: PdfLine, page: ScriptPage, near: boolean): void {
    if (SCENE_TOP.test(line.text)) this.#words.sceneTop ??= line.text;
    else if (near && looksLikeCue(line.text) && line.x > page.source.width * 0.25) {
      this.#repeated ??= /(\([^()]*\))\s*$/.exec(line.text)?.[1];
    } else page.header.push(line);
  }

  #readBelow(line: PdfLine, page: ScriptPage, last: BodyLine): void {
    const { pitch, cell } = this.#metrics;
    if (
      line.y - last.y < 2.6 * pitch &&
      line.x > last.x + cell &&
      !SCENE_BOTTOM.test(line.text) &&
      /^\(.*\)$/.test(line.text)
    ) {
      this.#words.more ??= line.text;
      this.#more.add(last.page);
    } else if (SCENE_BOTTOM.test(line.text)) this.#words.sceneBottom ??= line.text;
    else page.footer.push(line);
  }

  finish(width: number): Omit<Script, 'title'> {
    const elements = [...this.#blocks].sort(([a], [b]) => a - b).map(([, element]) => element);
    const columns = columnsOf(elements, this.#metrics);
    const frame: Frame = { left: columns.action, right: columns.right, width };
    return {
      pages: this.#pages,
      lines: this.#lines,
      elements,
      frame,
      columns,
      continueds: { lines: this.#lines, more: this.#more, words: this.#words },
      repeated: this.#repeated,
      automatic: undefined,
      guessed: [],
      jointsOf: markedJoints,
    };
  }
}

function revisionMark({ text, x, spans }: PdfLine): RevisionMark {
  const color = spans[0]?.color;
  return color === undefined ? { mark: text, x } : { mark: text, x, color };
}

/** The part of a page's width beyond which revision marks stand. */
const MARKS = 0.8;

/** A few signs in the right margin that are no number of a page. */
function isLoneMark({ text, x }: PdfLine, { source }: ScriptPage): boolean {
  return x > MARKS * source.width && /^[^\d\s]{1,3}$/.test(text);
}

function readNumber(body: BodyLine, line: PdfLine, blocks: ReadonlyMap<number, Element>): void {
  const block = body.line.mark?.block;
  const element = block === undefined ? undefined : blocks.get(block);
  if (element) element.number = line.text;
  body.number = line.text;
  if (line.x < body.x) body.numberLeft = line.x;
  else body.numberRight = line.end;
}

/** Lines joined by what the file says was left out between them. */
function markedJoints({ lines }: Element): Joint[] {
  return lines.map((line, at) => ({ line, cut: 0, glue: at + 1 < lines.length ? (line.line.mark?.glue ?? '') : '' }));
}

/** The columns of elements that are known. */
function columnsOf(elements: readonly Element[], { cell }: Metrics): Columns {
  const placed = (kinds: readonly BlockKind[]): BodyLine[] =>
    elements
      .filter((element) => kinds.includes(element.kind) && element.dual === undefined && element.align === undefined)
      .flatMap(({ lines }) => lines);
  const left = (kinds: readonly BlockKind[]): number | undefined =>
    peaks(
      placed(kinds).map(({ x }) => ({ at: x, weight: 1 })),
      cell * 0.5,
    )[0]?.at;
  const wide = placed(['action', 'heading', 'general', 'shot']);
  const action = left(['action', 'heading']) ?? left(['general', 'shot']) ?? 108;
  const dialogue = left(['dialogue']);
  const cue = left(['character']);
  const bracket = left(['parenthetical']);
  const ends = elements
    .filter(({ kind, align }) => kind === 'transition' && align === 'right')
    .flatMap(({ lines }) => lines.map(({ end }) => end));
  return {
    action,
    right: Math.max(action + 20 * cell, ...wide.map(({ end }) => end)),
    dialogue,
    dialogueRight: Math.max(0, ...placed(['dialogue']).map(({ end }) => end)),
    parenthetical: bracket === undefined ? undefined : { at: bracket, centred: false },
    cue: cue === undefined ? undefined : { at: cue, centred: false },
    mixedNames: false,
    transition: peaks(
      ends.map((at) => ({ at, weight: 1 })),
      cell * 0.5,
    )[0]?.at,
    reach: 0.8 * cell,
    cueGap: 1,
    speechPitch: 1,
    breaksAtHyphens: true,
  };
}
