/** The world's clock and dice, handed in so that core has neither. */
export interface Runtime {
  /** ISO 8601. */
  now(): string;
  /** Cryptographically strong random bytes. */
  random(length: number): Uint8Array;
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Readonly<Record<string, unknown>>): void;
}
