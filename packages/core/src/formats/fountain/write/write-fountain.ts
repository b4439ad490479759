import type { Manuscript } from '../../../conventions/manuscript/types.js';
import { Losses } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import { startsWithKey } from '../grammar.js';
import type { FountainElement } from '../tree.js';
import type { Loss } from './losses.js';
import { lowerElements, mayLose, needsMarks, needsSides } from './lower.js';
import { isShown, printElements } from './print.js';

/**
 * The Fountain text of a manuscript. What Fountain cannot say becomes warnings, one for each kind; what the manuscript
 * needs beside lines of words is loaded.
 */
export async function writeFountain(manuscript: Manuscript, warnings: Warnings): Promise<string> {
  const { titlePage } = manuscript;
  const losses = new Losses<Loss>();
  const titles = titlePage && (await import('./title-page.js'));
  const fields = titles?.lowerTitlePage(titlePage as NonNullable<typeof titlePage>, losses) ?? [];
  const marks = needsMarks(manuscript) ? (await import('./marks.js')).MARKS : undefined;
  const sides = needsSides(manuscript) ? (await import('./dual.js')).readSides : undefined;
  const count = mayLose(manuscript) ? await import('./count-losses.js') : undefined;
  const elements = lowerElements(manuscript, losses, { marks, sides, count });
  count?.countScriptLosses(manuscript, losses);
  if (!losses.none) losses.report(warnings, (await import('./loss-messages.js')).LOSS_MESSAGES);

  const titled = fields.length > 0;
  const shield = !titled && (await startsLikeTitlePage(elements));
  const body = printElements(elements, { titled, shield, hide: marks });
  const text = (titles?.printTitlePage(fields) ?? '') + body;
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Whether a script without a title page would be read as if it had one: only its first lines matter. */
async function startsLikeTitlePage(elements: readonly FountainElement[]): Promise<boolean> {
  const first = elements.filter(isShown).slice(0, 20);
  const start = printElements(first.map((shown) => ({ ...shown, hidden: undefined })));
  return startsWithKey(start) && (await import('./title-page.js')).readsAsTitlePage(start);
}
