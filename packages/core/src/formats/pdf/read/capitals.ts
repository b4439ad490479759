/** Whether a text is written in capitals: it has letters that could be small, and none is. */
export function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

/** Whether a text has no letters of which there are capitals: nothing can be said by its case. */
export function isCaseless(text: string): boolean {
  return text.toUpperCase() === text.toLowerCase();
}

/** What a cue's name may hold beside capitals: `McCOY`, `DeWITT`, `MARA's VOICE`, `JEAN de VRIES`. */
const SMALL_PARTS =
  /\b(?:Ma?c|De|Di|Du|La|Le|Van|Von|O['’]|Fitz|St)(?=[\p{Lu}])|['’](?:s|d|t|ll|re)\b|\b(?:de|du|von|van|der|den|la|le|y|e|and|to|the|of|on|w|feat)\b|(?<=\d)(?:st|nd|rd|th)\b/gu;

/** A cue without what stands in brackets behind the name: `MARA (on radio) (CONT'D)` is MARA. */
export function bareCue(text: string): string {
  let name = text.trim();
  for (let n = 0; n < 4 && name.endsWith(')'); n++) {
    const open = name.lastIndexOf('(');
    if (open <= 0) break;
    name = name.slice(0, open).trimEnd();
  }
  return name.replace(/\^$/, '').trimEnd();
}

/** Whether a line could be a cue by its letters: short, its name in capitals but for the parts that never are. */
export function looksLikeCue(text: string): boolean {
  const name = bareCue(text);
  if (name === '' || name.length > MAX_NAME || name.startsWith('(')) return false;
  if (
    /[.!?:;,]$/.test(name) &&
    !/\b(?:\p{L}|JR|SR|DR|MR|MRS|MS|ST|SGT|LT|CPL|CPT|CAPT|COL|GEN|MAJ|PVT|REV|PROF|HON|NO|V\.O|O\.S|O\.C)\.$/iu.test(
      name,
    )
  )
    return false;
  const bare = name.replace(SMALL_PARTS, '');
  return isCapitals(bare) || (isCaseless(bare) && /[\p{L}\p{N}]/u.test(bare));
}

const MAX_NAME = 48;
