import type { FromDocumentOptions } from '../../../conventions/manuscript/manuscript-reader.js';
import { openManuscript } from '../../../conventions/manuscript/open-manuscript.js';
import { Losses } from '../../../errors/index.js';
import type { ScreenplayDocument } from '../../../model/document.js';
import { encodeText } from '../../../syntax/utf8.js';
import { startsWithKey } from '../grammar.js';
import type { FountainElement } from '../tree.js';
import type { Loss } from './losses.js';
import { lowerElements, mayLose, needsMarks, needsSides } from './lower.js';
import { isShown, printElements } from './print.js';

/**
 * The bytes of a Fountain file that says a document. What Fountain cannot say becomes warnings, one for each kind; what the
 * document needs beside lines of words is loaded.
 */
export async function writeFountain(document: ScreenplayDocument, options: FromDocumentOptions): Promise<Uint8Array> {
  const manuscript = await openManuscript(document, options);
  const { titlePage } = manuscript;
  const losses = new Losses<Loss>();
  const titles = titlePage && (await import('./title-page.js'));
  const fields = titles?.lowerTitlePage(titlePage as NonNullable<typeof titlePage>, losses) ?? [];
  const marks = needsMarks(manuscript) ? (await import('./marks.js')).MARKS : undefined;
  const sides = needsSides(manuscript) ? (await import('./dual.js')).readSides : undefined;
  const count = mayLose(manuscript) ? await import('./count-losses.js') : undefined;
  const elements = lowerElements(manuscript, losses, { marks, sides, count });
  count?.countScriptLosses(manuscript, losses);
  if (!losses.none) losses.report(options.warnings, (await import('./loss-messages.js')).LOSS_MESSAGES);

  const titled = fields.length > 0;
  const shield = !titled && (await startsLikeTitlePage(elements));
  const body = printElements(elements, { titled, shield, hide: marks });
  const text = (titles?.printTitlePage(fields) ?? '') + body;
  return encodeText(text === '' || text.endsWith('\n') ? text : `${text}\n`);
}

/** Whether a script without a title page would be read as if it had one: only its first lines matter. */
async function startsLikeTitlePage(elements: readonly FountainElement[]): Promise<boolean> {
  const first = elements.filter(isShown).slice(0, 20);
  const start = printElements(first.map((shown) => ({ ...shown, hidden: undefined })));
  return startsWithKey(start) && (await import('./title-page.js')).readsAsTitlePage(start);
}
