import type { Manuscript } from '../../../src/conventions/manuscript/types.js';
import { Losses } from '../../../src/errors/index.js';
import type { Warnings } from '../../../src/errors/index.js';
import { parseInline } from '../../../src/formats/fountain/inline.js';
import { pairSpeeches } from '../../../src/formats/fountain/read/dual.js';
import { takeHidden } from '../../../src/formats/fountain/read/hidden.js';
import { liftTitlePage } from '../../../src/formats/fountain/read/lift-title-page.js';
import { FountainLifter } from '../../../src/formats/fountain/read/lift.js';
import { FountainParser, normaliseLines } from '../../../src/formats/fountain/read/parse.js';
import { findTitlePage } from '../../../src/formats/fountain/title-page.js';
import type { FountainElement, FountainTree } from '../../../src/formats/fountain/tree.js';
import * as count from '../../../src/formats/fountain/write/count-losses.js';
import { readSides } from '../../../src/formats/fountain/write/dual.js';
import { LOSS_MESSAGES } from '../../../src/formats/fountain/write/loss-messages.js';
import type { Loss } from '../../../src/formats/fountain/write/losses.js';
import { lowerElements } from '../../../src/formats/fountain/write/lower.js';
import { MARKS } from '../../../src/formats/fountain/write/marks.js';
import { isShown, printElements } from '../../../src/formats/fountain/write/print.js';
import { lowerTitlePage, printTitlePage, readsAsTitlePage } from '../../../src/formats/fountain/write/title-page.js';

// The stages of the codec, each with all its parts.

/** The tree of a whole text. */
export function parseFountain(source: string): FountainTree {
  const elements: FountainElement[] = [];
  const { text, taken } = takeHidden(normaliseLines(source));
  const page = findTitlePage(text);
  new FountainParser(text, taken, page?.end ?? 0, (element) => elements.push(element)).read(Number.POSITIVE_INFINITY);
  return { title: page?.fields ?? [], elements };
}

/** The manuscript that a tree says. */
export function liftFountain({ title, elements }: FountainTree): Manuscript {
  const lifter = new FountainLifter(title.length > 0, { inline: parseInline, pair: pairSpeeches });
  for (const element of elements) lifter.element(element);
  const manuscript = lifter.finish();
  if (title.length > 0) manuscript.titlePage = liftTitlePage(title);
  return manuscript;
}

/** The tree that says a manuscript. */
export function lowerFountain(manuscript: Manuscript, warnings: Warnings): FountainTree {
  const losses = new Losses<Loss>();
  const title = manuscript.titlePage ? lowerTitlePage(manuscript.titlePage, losses) : [];
  const elements = lowerElements(manuscript, losses, { marks: MARKS, sides: readSides, count });
  count.countScriptLosses(manuscript, losses);
  losses.report(warnings, LOSS_MESSAGES);
  return { title, elements };
}

/** The text of a tree. */
export function printFountain({ title, elements }: FountainTree): string {
  const titled = title.length > 0;
  const start = printElements(
    elements
      .filter(isShown)
      .slice(0, 20)
      .map((shown) => ({ ...shown, hidden: undefined })),
  );
  const shield = !titled && readsAsTitlePage(start);
  const text = printTitlePage(title) + printElements(elements, { titled, shield, hide: MARKS });
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
