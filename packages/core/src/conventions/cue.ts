import { ORIGINS } from '../model/document.js';
import type { Origin } from '../model/document.js';

export interface ParsedCue {
  /** The bare name as typed. */
  name: string;
  /** What stands in brackets behind it, without the brackets: `V.O.`, `CONT'D`. */
  extensions: string[];
  /** Where the voice comes from, when an extension says so. */
  origin?: Origin;
}

const NONE: readonly string[] = [];
const MAX_EXTENSIONS = 8;

/** Takes a printed cue apart: `JIM (O.S.) (CONT'D)` is JIM, off screen, continued. */
export function parseCue(text: string): ParsedCue {
  let name = text.trim();
  if (name.charCodeAt(name.length - 1) !== 0x29) return { name, extensions: NONE as string[] };
  const extensions: string[] = [];
  while (extensions.length < MAX_EXTENSIONS && name.endsWith(')')) {
    const open = name.lastIndexOf('(');
    if (open <= 0) break;
    const inside = name.slice(open + 1, -1).trim();
    if (inside.includes(')')) break;
    extensions.unshift(inside);
    name = name.slice(0, open).trimEnd();
  }
  const cue: ParsedCue = { name, extensions };
  for (const extension of extensions) {
    const origin = originOf(extension);
    if (origin) {
      cue.origin = origin;
      break;
    }
  }
  return cue;
}

const EXACT = new Set<string>(ORIGINS);
const SPOKEN: Readonly<Record<string, Origin>> = {
  VO: 'V.O.',
  VOICEOVER: 'V.O.',
  OS: 'O.S.',
  OFFSCREEN: 'O.S.',
  OFFSTAGE: 'O.S.',
  OC: 'O.C.',
  OFFCAMERA: 'O.C.',
  FILTER: 'FILTER',
  FILTERED: 'FILTER',
};

/** The origin that a cue's extension names: `V.O.`, `v.o.`, `VO`, `V/O` and the like; undefined for any other. */
function originOf(extension: string): Origin | undefined {
  if (EXACT.has(extension)) return extension as Origin;
  if (extension.length > 16) return undefined;
  const letters = extension.toUpperCase().replace(/[^A-Z]/g, '');
  return Object.hasOwn(SPOKEN, letters) ? SPOKEN[letters] : undefined;
}

/** The key under which cues of one character meet: characters match whatever the case and spacing. */
export function characterKey(name: string): string {
  return name.toUpperCase().replace(/\s+/g, ' ').trim();
}
