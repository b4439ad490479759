/** Letters that run from right to left: Hebrew, Arabic and the scripts of their kind. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that turn the direction of what follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A text of somebody else's as it can stand in a line beside others: one that runs from right to left is isolated
 * (Unicode's bidirectional algorithm, UAX 9), so that it stays in its column and the columns in their order.
 */
export function isolated(text: string): string {
  const plain = text.replace(TURNING, '');
  return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE : plain;
}
