import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow, in percent of what is in use, before all of it is searched for garbage. */
const GROWTH = 100;

/**
 * Makes searches of the whole heap rarer. Each body that passes through is some MB outside the heap of this process,
 * which itself is small: the engine takes them for growth and, left to itself, searches the heap after every seven
 * bodies or so, at twice the processor time of everything else that is done here for a request.
 */
export function collectGarbageLater(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
