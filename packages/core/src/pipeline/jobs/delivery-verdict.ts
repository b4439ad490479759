import { ScreenplayError } from '../../errors/index.js';
import type { NotificationAnswer } from '../../ports/index.js';

/** What an attempt to deliver means. */
export type Verdict = 'delivered' | 'try again' | 'refused';

/** Answers with which a receiver asks to be asked again. */
const PASSING = new Set([408, 425, 429]);

export function verdictOfAnswer({ statusCode }: NotificationAnswer): Verdict {
  if (statusCode >= 200 && statusCode < 300) return 'delivered';
  return PASSING.has(statusCode) || (statusCode >= 500 && statusCode < 600) ? 'try again' : 'refused';
}

/** No answer: an address that is not allowed stays so, everything else may pass. */
export function verdictOfError(error: unknown): Verdict {
  const final = error instanceof ScreenplayError && (error.code === 'denied' || error.code === 'bad_option');
  return final ? 'refused' : 'try again';
}
