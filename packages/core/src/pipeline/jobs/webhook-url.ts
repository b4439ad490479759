import { ScreenplayError } from '../../errors/index.js';

const LONGEST_URL = 2048;

/**
 * An absolute http or https URL in its one spelling, without a fragment, which is never sent; undefined for any other
 * text and for one over 2048 characters.
 */
export function normaliseWebhook(text: string): string | undefined {
  if (text.length > LONGEST_URL) return undefined;
  try {
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}

/**
 * The URLs that are told of every job, each once and in its one spelling.
 *
 * @throws ScreenplayError `bad_option` for one that is none. It is not repeated: it may hold a secret
 */
export function normaliseWebhooks(urls: readonly string[] = []): string[] {
  const normalised = urls.map((url, index) => {
    const found = normaliseWebhook(url);
    if (found !== undefined) return found;
    throw new ScreenplayError('bad_option', `Webhook ${index + 1} is no absolute http or https URL`);
  });
  return [...new Set(normalised)];
}
