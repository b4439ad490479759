import type { Warnings } from '../../../errors/index.js';
import type { ParagraphStyle, Setup, TitleLine, TitlePage } from '../../../conventions/manuscript/types.js';
import { arrangeTitlePage } from '../../../conventions/title-page.js';
import { parseFragments } from '../../../syntax/xml-fragments.js';
import { printSpec } from '../mapping.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';
import { printHeaderAndFooter } from './running-lines.js';
import type { RunningContext } from './running-lines.js';
import { fullAttributes, segments } from './runs.js';
import { inOrder } from './version.js';

const USUAL: ParagraphStyle = {
  align: 'left',
  first: 0,
  leading: 'regular',
  left: 1,
  right: 7.5,
  before: 0,
  spacing: 1,
  newPage: false,
};

/** `TitlePage`: its lines where the source put them, else where title pages have them. */
export function printTitlePage(page: TitlePage, setup: Setup, context: RunningContext, warnings: Warnings): FdxElement {
  const { titleHeader, titleFooter } = setup;
  const running =
    titleHeader || titleFooter ? [printHeaderAndFooter(titleHeader ?? NO_LINE, titleFooter ?? NO_LINE, context)] : [];
  const lines = arrangeTitlePage(page, setup, warnings);
  return branch('TitlePage', undefined, [
    ...running,
    branch(
      'Content',
      undefined,
      lines.map((line) => printLine(line, context)),
    ),
  ]);
}

const NO_LINE = { show: false, cover: false, text: { text: '' } } as const;

function printLine(line: TitleLine, { version, font, size, exact }: RunningContext): FdxElement {
  const spec = printSpec(exact ? (line.layout ?? {}) : { ...USUAL, ...line.layout });
  if (line.extra?.['fdx.type'] !== undefined) spec['Type'] = line.extra['fdx.type'];
  if (version.hasIds && line.layout?.left !== undefined) spec['OutlineLevel'] = '1';
  const children = segments(line.text, line.runs).map(({ text, look }) =>
    leaf('Text', fullAttributes(look, font, size, version), text),
  );
  if (children.length === 0 && version.emptyTexts)
    children.push(leaf('Text', fullAttributes(undefined, font, size, version), ''));
  const others = line.extra?.['fdx.xml'];
  return branch(
    'Paragraph',
    inOrder(spec),
    others === undefined ? children : [...children, ...(parseFragments(others) ?? [])],
  );
}
