/**
 * The platform that core is written for: what browsers, Node, Deno and workers have in common, and of that only what
 * core uses. It stands in for the DOM and Node type libraries, so anything else does not compile.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: {
  new (): AbortController;
};

interface URL {
  hash: string;
  readonly href: string;
  readonly protocol: string;
}
declare var URL: {
  new (url: string): URL;
};

interface TextDecoder {
  readonly encoding: string;
  decode(input?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}
declare var TextDecoder: {
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder;
};

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
declare var TextEncoder: {
  new (): TextEncoder;
};

declare function structuredClone<T>(value: T): T;

/** The bytes that base64 text stands for, one in each character. */
declare function atob(data: string): string;
