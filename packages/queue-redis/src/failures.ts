/** What the errors of the Redis client mean. */

/** Answers of a Redis that will do what it was asked a little later. */
const PASSING_ANSWERS = /^(?:LOADING|READONLY|MASTERDOWN|TRYAGAIN|CLUSTERDOWN|BUSY|NOREPLICAS|UNBLOCKED|NOSCRIPT)\b/;
/** Answers of a Redis that does not let us in, or lets us not do this. */
const REFUSALS = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR invalid password|ERR AUTH)\b/;

/** What answers mean, for people who are not its operators. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  // From within scripts, older versions tell of it in the middle of the message.
  [/\bOOM\b/, 'its memory is full'],
  [/\bMISCONF\b/, 'it cannot write to its disk'],
  [REFUSALS, 'it does not let the service in'],
  [PASSING_ANSWERS, 'it is not ready'],
];

/** Whether the same call may work a little later: no answer, a broken connection, a Redis that is starting. */
export function mayPass(error: unknown): boolean {
  return !isAnswer(error) || PASSING_ANSWERS.test(messageOf(error));
}

/** Whether Redis refused us. */
export function isRefusal(error: unknown): boolean {
  return isAnswer(error) && REFUSALS.test(messageOf(error));
}

/** What Redis answered, in our words, for its own may tell of what is in it; undefined when it did not answer. */
export function answerInWords(error: unknown): string | undefined {
  if (!isAnswer(error)) return undefined;
  const message = messageOf(error);
  return IN_WORDS.find(([known]) => known.test(message))?.[1] ?? 'it answered with an error, which is in the log';
}

/** Whether it is an error that Redis answered with, not one of the way to it. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** What went wrong, in one line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails once for each, under one error without a message.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const message = error.message || error.name;
  return message.split('\n', 1)[0] ?? message;
}

/** The text without the credentials of URLs in it. */
export function withoutSecrets(text: string): string {
  return text.replace(/\b(rediss?:\/\/)[^\s/@]*@/g, '$1');
}
