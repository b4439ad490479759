import type { Io } from '../terminal/io.js';

/** Where logs go. Nobody's reading of them must stop the service. */
export function logStream({ stderr }: Pick<Io, 'stderr'>): { write(line: string): unknown } {
  stderr.on('error', () => undefined);
  return { write: (line) => stderr.destroyed || stderr.write(line) };
}
