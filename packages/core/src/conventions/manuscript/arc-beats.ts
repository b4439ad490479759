import { rich } from '../rich-text.js';
import { decodeRuns, encodeRuns } from '../run-codec.js';
import type { ArcBeat } from './types.js';

/** Arc beats of a scene, one a line: name, text and runs, each percent-encoded, parted by blanks. */
export function printArcBeats(beats: readonly ArcBeat[]): string {
  return beats
    .map((beat) => {
      const parts = [beat.character, beat.text];
      if (beat.runs) parts.push(encodeRuns(beat.text, beat.runs));
      return parts.map((part) => encodeURIComponent(part)).join(' ');
    })
    .join('\n');
}

/** The inverse of {@link printArcBeats}; lines it did not write are left out. */
export function parseArcBeats(text: string): ArcBeat[] {
  const beats: ArcBeat[] = [];
  for (const line of text.split('\n')) {
    const parts = line.split(' ').map(decode);
    const [character, words = '', runs] = parts;
    if (character === undefined || line === '') continue;
    beats.push({ character, ...rich(words, runs ? decodeRuns(words, runs) : undefined) });
  }
  return beats;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
