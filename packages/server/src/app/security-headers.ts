/**
 * What every answer carries. The service answers data, so that a browser need not load, frame or guess anything; the
 * page of the documentation widens the policy for itself. Any site may read, as far as CORS lets it.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Cache-Control', 'no-store'],
];
