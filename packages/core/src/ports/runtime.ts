/** The world's clock and dice, handed in so that core has neither. */
export interface Runtime {
  /** ISO 8601. It may jump. */
  now(): string;
  /** Milliseconds since some moment; it never goes back. */
  elapsed(): number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Cryptographically strong random bytes. */
  random(length: number): Uint8Array;
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Readonly<Record<string, unknown>>): void;
}
