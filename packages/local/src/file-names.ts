/**
 * Names of files and folders for the segments of keys, and back. What any file system bears is kept as it is, so that a
 * person finds `drafts/Draft 2.fdx` under that name; the rest is written as `%` and two hexadecimal digits for each byte.
 * A `%` that no two digits follow is in none of these names: such names are for what is no plain segment.
 */

/** How a file system takes names: some hold `A` and `a`, or `é` written in two ways, for one. */
export type Naming = 'exact' | 'folding';

/** The folder of files that are not written to their end. */
export const UNFINISHED = '%new';

/** A segment without characters, as in `a//b`. */
const EMPTY = '%';
/** After the name of a file that has the name of a folder beside it: the objects `a` and `a/b`. */
const BESIDE_FOLDER = '%file';
/** After the first part of a segment that is too long for one name. */
const CONTINUED = '%more';

/**
 * Bytes from which on a segment is cut: whatever begins alike up to there is cut at the same place. With the longest
 * character, the exceptions at both ends and what is put after it a name stays below the usual 255.
 */
const LONGEST = 225;

/** Devices on Windows, whatever comes after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The names of a segment: one, or for a long one folders that lie one in the other and then its name. */
export function namesOf(segment: string, naming: Naming): string[] {
  const names: string[] = [];
  for (let rest = segment; ; ) {
    const cut = cutOf(rest, naming);
    if (cut === rest.length) return [...names, wholeName(rest, naming)];
    names.push(`${plainName(rest.slice(0, cut), naming, DEVICE.test(rest))}${CONTINUED}`);
    rest = rest.slice(cut);
  }
}

/** Where a text has to be cut to have a name; its length when it has not. */
function cutOf(text: string, naming: Naming): number {
  if (text.length * 12 <= LONGEST) return text.length;
  let width = 0;
  let at = 0;
  for (const character of text) {
    width += Buffer.byteLength(encodeCharacter(character, naming));
    at += character.length;
    if (width > LONGEST) return at;
  }
  return text.length;
}

function wholeName(text: string, naming: Naming): string {
  if (text === '') return EMPTY;
  if (text === '.' || text === '..') return encodeBytes(text);
  const device = DEVICE.test(text);
  // Windows drops dots and spaces at the end of a name.
  if (!text.endsWith('.') && !text.endsWith(' ')) return plainName(text, naming, device);
  return `${plainName(text.slice(0, -1), naming, device)}${encodeBytes(text.slice(-1))}`;
}

function plainName(text: string, naming: Naming, firstEncoded: boolean): string {
  let name = firstEncoded ? encodeBytes(text.slice(0, 1)) : '';
  for (const character of firstEncoded ? text.slice(1) : text) name += encodeCharacter(character, naming);
  return name;
}

function encodeCharacter(character: string, naming: Naming): string {
  const code = character.charCodeAt(0);
  const special = code < 32 || code === 127 || '%<>:"|?*\\'.includes(character);
  const folded = naming === 'folding' && (code > 127 || (code >= 65 && code <= 90));
  return special || folded ? encodeBytes(character) : character;
}

function encodeBytes(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += `%${byte.toString(16).padStart(2, '0')}`;
  return encoded;
}

export interface NamedPart {
  /** The text of a segment that the name stands for, or the first part of one. */
  text: string;
  continued: boolean;
}

/** What a name in a folder stands for; undefined when it is no part of a key. */
export function partOf(name: string, isFolder: boolean): NamedPart | undefined {
  if (isFolder && name === UNFINISHED) return undefined;
  if (isFolder && name.endsWith(CONTINUED)) {
    return { text: decodeBytes(name.slice(0, -CONTINUED.length)), continued: true };
  }
  const bare = !isFolder && name.endsWith(BESIDE_FOLDER) ? name.slice(0, -BESIDE_FOLDER.length) : name;
  return { text: textOf(bare), continued: false };
}

/** The name of a file that a folder has taken the name of. */
export function besideFolder(name: string): string {
  return `${name}${BESIDE_FOLDER}`;
}

/**
 * All ways in which a segment may lie on the disk, the usual one first: as another file system would have it, for folders
 * are copied from machine to machine, and as it is, for people put files there by hand.
 */
export function allNamesOf(segment: string, naming: Naming): string[][] {
  const ways = [namesOf(segment, naming), namesOf(segment, naming === 'exact' ? 'folding' : 'exact')];
  const isName = segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\0]/.test(segment);
  if (isName && partOf(segment, true)?.text === segment) ways.push([segment]);
  const seen = new Set<string>();
  return ways.filter((names) => {
    const path = names.join('/');
    return seen.has(path) ? false : seen.add(path);
  });
}

/** The text that a name was made of; a name that was not made here stands for itself. */
function textOf(name: string): string {
  if (name === EMPTY) return '';
  if (!name.includes('%')) return name;
  const text = decodeBytes(name);
  return wholeName(text, 'exact') === name || wholeName(text, 'folding') === name ? text : name;
}

function decodeBytes(name: string): string {
  if (!name.includes('%')) return name;
  const bytes = Buffer.alloc(Buffer.byteLength(name));
  let length = 0;
  for (let at = 0; at < name.length; ) {
    const digits = name[at] === '%' ? name.slice(at + 1, at + 3) : '';
    if (/^[\da-f]{2}$/.test(digits)) {
      bytes[length++] = Number.parseInt(digits, 16);
      at += 3;
    } else {
      const character = String.fromCodePoint(name.codePointAt(at) ?? 0);
      length += bytes.write(character, length);
      at += character.length;
    }
  }
  return bytes.toString('utf8', 0, length);
}
