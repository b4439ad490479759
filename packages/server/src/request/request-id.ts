import { randomUUID } from 'node:crypto';

const TAKEN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The client's own id where it can stand in a log, else a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && TAKEN.test(given) ? given : randomUUID();
}
