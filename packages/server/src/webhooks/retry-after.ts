/**
 * Milliseconds that a `Retry-After` header asks for, from `now`: it holds seconds or a date (RFC 9110, 10.2.3). Undefined
 * for none, or one that cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
