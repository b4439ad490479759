import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { InputFile } from '../files/input-file.js';

const STDIN_STEM = 'stdin';

/** Inputs that would have got one name, and the names that they got instead. */
export interface Renamed {
  /** Relative to the output folder. */
  wanted: string;
  inputs: InputFile[];
  names: string[];
}

export interface OutputNames {
  /** Relative to the output folder; one for each input, in order. */
  names: string[];
  renamed: Renamed[];
  /** Inputs for which no name of their own was found. */
  colliding: InputFile[];
}

/**
 * A name for each input's output: its own name with the new extension, in the folder it was found in. Where two would
 * meet, both keep their old extension too (`a.fdx.json`, `a.fountain.json`); where that is not enough, both get the
 * folders by which they differ (`x/a.json`, `y/a.json`). Names that differ only in case meet, as they do on many disks.
 */
export function outputNames(inputs: readonly InputFile[], extension: string): OutputNames {
  const wanted = inputs.map((input) => join(input.folder, stemOf(input) + extension));
  let names = [...wanted];
  for (const widen of [withOldExtension, withFolders]) {
    const meeting = meetings(names);
    if (meeting.length === 0) break;
    const next = [...names];
    for (const places of meeting) {
      const group = places.map((place) => inputs[place]).filter((input) => input !== undefined);
      const widened = widen(
        group,
        places.map((place) => names[place] ?? ''),
        extension,
      );
      places.forEach((place, index) => (next[place] = widened[index] ?? ''));
    }
    names = next;
  }
  const colliding = meetings(names)
    .flat()
    .map((place) => inputs[place])
    .filter((input) => input !== undefined);
  return { names, renamed: renamings(inputs, wanted, names), colliding };
}

function stemOf(input: InputFile): string {
  if (input.path === undefined) return STDIN_STEM;
  const name = basename(input.path);
  return name.slice(0, name.length - extname(name).length);
}

function withOldExtension(group: readonly InputFile[], names: readonly string[], extension: string): string[] {
  const old = group.map((input) => (input.path === undefined ? '' : extname(input.path)));
  // When all have the same extension it tells nothing.
  if (old.every((one) => one.toLowerCase() === old[0]?.toLowerCase())) return [...names];
  return names.map((name, index) => name.slice(0, name.length - extension.length) + (old[index] ?? '') + extension);
}

function withFolders(group: readonly InputFile[], names: readonly string[]): string[] {
  const folders = group.map((input) => (input.path === undefined ? resolve('/') : dirname(input.path)));
  const common = commonFolder(folders);
  return names.map((name, index) => {
    const apart = relative(common, folders[index] ?? common);
    return join(dirname(name), apart, basename(name));
  });
}

function commonFolder(folders: readonly string[]): string {
  let common = folders[0] ?? '';
  for (const folder of folders) {
    while (relative(common, folder).split(/[\\/]/, 1)[0] === '..') common = dirname(common);
  }
  return common;
}

/** The places of names that meet, group by group. */
function meetings(names: readonly string[]): number[][] {
  const groups = new Map<string, number[]>();
  names.forEach((name, place) => {
    const key = name.normalize('NFC').toLowerCase();
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

function renamings(inputs: readonly InputFile[], wanted: readonly string[], names: readonly string[]): Renamed[] {
  return meetings(wanted).map((places) => ({
    wanted: wanted[places[0] ?? 0] ?? '',
    inputs: places.map((place) => inputs[place]).filter((input) => input !== undefined),
    names: places.map((place) => names[place] ?? ''),
  }));
}
