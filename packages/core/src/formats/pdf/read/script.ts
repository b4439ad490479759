import type { PdfPage } from '../tree.js';
import { alignPages } from './align.js';
import { findAutomatic } from './automatic.js';
import type { AutomaticContinueds } from './automatic.js';
import { learnBreaks } from './breaks.js';
import { classify } from './classify.js';
import { frameOfSpeeches, learnColumns } from './columns.js';
import type { Columns } from './columns.js';
import { dropContinueds } from './continueds.js';
import type { Continueds } from './continueds.js';
import type { Element } from './elements.js';
import { partFurniture } from './furniture.js';
import type { ScriptPage } from './furniture.js';
import { markGuesses } from './guesses.js';
import { LineJoiner, joinOverPages } from './joins.js';
import type { Joint } from './joins.js';
import { frameOf, freeOfMargins } from './margins.js';
import type { BodyLine, Frame } from './margins.js';
import type { Metrics } from './metrics.js';
import { findStamps } from './stamps.js';
import { titlePagesOf } from './title-page.js';

/** A printed script taken apart. */
export interface Script {
  title: readonly PdfPage[];
  pages: readonly ScriptPage[];
  lines: readonly BodyLine[];
  elements: readonly Element[];
  frame: Frame;
  columns: Columns;
  continueds: Continueds;
  /** `(CONT'D)` on cues repeated at the tops of pages. */
  repeated: string | undefined;
  automatic: AutomaticContinueds | undefined;
  /** Pages (by index) at whose top it was guessed whether a paragraph goes on. */
  guessed: readonly number[];
  jointsOf: (element: Element) => Joint[];
}

/** The script of pages by the places of their lines: all that a printed page tells. */
export function readPlaces(all: readonly PdfPage[], metrics: Metrics): Script {
  const stamps = findStamps(all, metrics);
  const unstamped = all.map((page) => ({ ...page, lines: page.lines.filter((line) => !stamps.has(line)) }));
  const title = titlePagesOf(unstamped, metrics);
  const pages = alignPages(partFurniture(all.slice(title.length), stamps, metrics), metrics);
  const found = frameOf(pages, metrics);
  const continueds = dropContinueds(freeOfMargins(pages, found, metrics), found, metrics);
  const { lines, more } = continueds;
  const frame = frameOfSpeeches(lines, found, metrics);
  const columns = learnColumns(lines, frame, metrics);
  const context = { columns, metrics, habits: learnBreaks(lines, columns, metrics), more };
  const classified = classify(lines, columns, frame, metrics);
  markGuesses(classified, columns, metrics);
  const { elements, repeated, added, guessed } = joinOverPages(classified, context);
  const joiner = new LineJoiner(elements, context);
  return {
    title,
    pages,
    lines,
    elements,
    frame,
    columns,
    continueds,
    repeated,
    automatic: findAutomatic(elements, added),
    guessed,
    jointsOf: (element) => joiner.joints(element),
  };
}
