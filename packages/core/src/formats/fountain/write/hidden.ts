import type { Hidden } from '../tree.js';

/** A note or a piece of boneyard with its brackets. */
export function printHidden({ type, text }: Pick<Hidden, 'type' | 'text'>): string {
  return type === 'note' ? `[[${escapeNote(text)}]]` : `/*${escapeBoneyard(text)}*/`;
}

/** No bracket may close the note early; a blank line inside takes two blanks, or it would end the note. */
function escapeNote(text: string): string {
  const connected = text.includes('\n') ? text.replace(/\n[^\S\n]*(?=\n)/g, '\n  ') : text;
  if (!connected.includes(']') && !connected.endsWith('\\')) return connected;
  let out = '';
  let slashes = 0;
  for (let at = 0; at < connected.length; at++) {
    const unit = connected.charAt(at);
    if (unit === ']') {
      const closes = at + 1 === connected.length || connected.charAt(at + 1) === ']';
      out += '\\'.repeat(slashes + (closes ? 1 : 0));
    }
    slashes = unit === '\\' ? slashes + 1 : 0;
    out += unit;
  }
  return out + '\\'.repeat(slashes);
}

function escapeBoneyard(text: string): string {
  return text.includes('*') ? text.replace(/\*(\\*)(?=\/)/g, '*$1\\') : text;
}
