/** One promise of a port, to be run by any test framework or by a page in a browser. Rejects when it is broken. */
export interface ContractCase {
  name: string;
  run(): Promise<void>;
}

export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

export function ensure(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new BrokenPromise(message());
}

/** Compares as JSON. */
export function ensureEqual(actual: unknown, expected: unknown, what: string): void {
  const a = textOf(actual);
  const b = textOf(expected);
  ensure(a === b, () => `${what}\n${firstDifference(a, b)}`);
}

/** Compares as JSON, in whatever order the names of objects are. */
export function ensureSame(actual: unknown, expected: unknown, what: string): void {
  ensureEqual(inOrder(actual), inOrder(expected), what);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, inOrder(one)]);
}

function textOf(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

export function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 80);
  return `actual:   ...${a.slice(from, at + 160)}\nexpected: ...${b.slice(from, at + 160)}`;
}
