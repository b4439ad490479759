import { statusOf } from '../errors/status-table.js';
import type { ReplyCode } from '../errors/status-table.js';
import type { Failure, Route } from './route.js';

const OF_BODIES: readonly Failure[] = [
  'bad_request',
  'request_timeout',
  ['limit_exceeded', 413],
  'unsupported_media_type',
  'busy',
  'internal',
];

/** Every status that a route fails with, and the codes under it. */
export function failuresOf(route: Route, tokenNeeded: boolean): Map<number, ReplyCode[]> {
  const failures: readonly Failure[] = [
    ...(tokenNeeded ? (['unauthorized'] as const) : []),
    ...(route.body ? OF_BODIES : []),
    ...(route.query ? (['bad_option'] as const) : []),
    ...(route.failures ?? []),
  ];
  const byStatus = new Map<number, ReplyCode[]>();
  for (const failure of failures) {
    const [code, status] = typeof failure === 'string' ? [failure, statusOf(failure)] : failure;
    const codes = byStatus.get(status) ?? [];
    if (!codes.includes(code)) byStatus.set(status, [...codes, code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
