import type { ReadPages, ScenePages } from '@screenplay/core';
import type { InputFile } from '../files/input-file.js';
import { cutToWidth, displayWidth } from '../terminal/display-width.js';
import { isolated } from '../terminal/isolated.js';
import { printable } from '../terminal/printable.js';
import { table } from '../terminal/table.js';

/** How a table of scenes is to look. */
export interface TableLook {
  /** Headings and speakers are cut to fit this; undefined for no cutting. */
  columns: number | undefined;
  bold: (text: string) => string;
}

interface Column {
  title: string;
  right?: true;
  of(scene: ScenePages): string;
}

const NUMBER: Column = { title: 'SCENE', right: true, of: ({ number = '' }) => number };
const PAGE: Column = { title: 'PAGE', right: true, of: ({ page }) => page };
const LENGTH: Column = { title: 'LENGTH', right: true, of: ({ length }) => length };
const HEADING: Column = { title: 'HEADING', of: ({ heading }) => heading };
const CAST: Column = { title: 'CAST', of: ({ cast }) => cast.join(', ') };

const GAP = 2;
/** Narrower than this a cut text says nothing. */
const LEAST_HEADING = 16;
const LEAST_CAST = 8;
/** What headings get of the room that they and the speakers share, when both want more. */
const HEADING_SHARE = 0.6;

/** A line about the whole script, then one for each scene. */
export function pagesAsText(file: InputFile, script: ReadPages, look: TableLook): string {
  const { scenes } = script;
  const counts = `${counted(script.pages, 'page')}, ${counted(scenes.length, 'scene')}`;
  const total = scenes.length === 0 ? '' : `; total length ${script.length}`;
  const first = `${isolated(printable(file.shown))}: ${counts}${total}\n`;
  return scenes.length === 0 ? first : first + sceneTable(scenes, look);
}

/** The same as one line of JSON, with the scenes' ids in the document. */
export function pagesAsJson(file: InputFile, script: ReadPages): string {
  const { from, pages, eighths, length, scenes } = script;
  const input = file.path === undefined ? '-' : file.shown;
  return `${JSON.stringify({ input, from, pages, eighths, length, scenes })}\n`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function sceneTable(scenes: readonly ScenePages[], look: TableLook): string {
  const columns = [PAGE, LENGTH, HEADING, CAST];
  if (scenes.some(({ number }) => number !== undefined)) columns.unshift(NUMBER);
  const rows = [
    columns.map(({ title }) => title),
    ...scenes.map((scene) => columns.map((column) => printable(column.of(scene)))),
  ];
  if (look.columns !== undefined) fit(rows, look.columns);
  const right = columns.flatMap((column, place) => (column.right ? [place] : []));
  const text = table(
    rows.map((row) => row.map(isolated)),
    right,
  );
  const end = text.indexOf('\n');
  return look.bold(text.slice(0, end)) + text.slice(end);
}

/** Cuts the last two columns so that lines are no longer than this, unless that leaves nothing of them. */
function fit(rows: string[][], width: number): void {
  const widthOf = (place: number): number => Math.max(...rows.map((row) => displayWidth(row.at(place) ?? '')));
  const columns = rows[0]?.length ?? 0;
  let room = width - GAP;
  for (let place = 0; place < columns - 2; place++) room -= widthOf(place) + GAP;
  const cast = widthOf(-1);
  const heading = Math.min(widthOf(-2), Math.max(LEAST_HEADING, Math.floor(room * HEADING_SHARE), room - cast));
  const rest = Math.max(LEAST_CAST, room - heading);
  for (const row of rows) {
    row[columns - 2] = cutToWidth(row[columns - 2] ?? '', heading);
    row[columns - 1] = cutToWidth(row[columns - 1] ?? '', rest);
  }
}
