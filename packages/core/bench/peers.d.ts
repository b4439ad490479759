/** Parsers without types of their own, as far as the benchmarks call them. */

declare module 'aw-parser' {
  export const parser: { parse(source: string, config: Readonly<Record<string, boolean>>): unknown };
}

declare module 'jouvence' {
  export function parser(): { parse(input: unknown, notification: unknown): unknown };
  export const input: () => { fromString(source: string): unknown };
}

declare module 'screenplay-js' {
  export const FountainParser: { parse(script: string): unknown };
}
