import { creditOf } from './title-page-words.js';
import type { Credit } from './title-page-words.js';

/** What follows a credit on its own line. */
export function namesAfter(text: string, credit: Credit): string {
  return text.slice(creditEnd(text, credit)).trim();
}

/** Where the credit at the start of a text ends, a colon included. */
function creditEnd(text: string, credit: Credit): number {
  const word = /[^\s:]+:?/g;
  word.lastIndex = /^["'“”‘’*(\-–—.\s]*/.exec(text)?.[0].length ?? 0;
  let end = 0;
  for (let n = 0; n < credit.words; n++) {
    if (!word.exec(text)) break;
    end = word.lastIndex;
  }
  const colon = /^\s*:/.exec(text.slice(end));
  return colon ? end + colon[0].length : end;
}

/** Splits `Written by Ann Lee` into the credit (with the blank after it) and the names; undefined when there are not both. */
export function splitCredit(text: string): number | undefined {
  const lead = text.length - text.trimStart().length;
  const body = text.slice(lead);
  const credit = creditOf(body);
  if (!credit || credit.kind === 'other') return undefined;
  const end = creditEnd(body, credit);
  const gap = /^\s*/.exec(body.slice(end))?.[0].length ?? 0;
  return end + gap < body.trimEnd().length ? lead + end + gap : undefined;
}
