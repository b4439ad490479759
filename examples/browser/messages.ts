import type { FormatName } from '@screenplay/core';

/** What the page asks of its worker: one file, into every format. */
export interface Order {
  bytes: Uint8Array;
  name: string;
  password?: string | undefined;
}

/** A thing that could not be carried, and where it stood. */
export interface Finding {
  message: string;
  place: string;
}

export interface SceneFacts {
  number: string;
  heading: string;
  page: string;
  length: string;
  cast: string;
}

export interface ScriptFacts {
  title: string;
  authors: string;
  format: FormatName;
  valid: boolean;
  /** None for an encrypted document. */
  pages: number | undefined;
  length: string;
  characters: number;
  scenes: SceneFacts[];
  findings: Finding[];
}

/** What the worker answers, in this order; `failed` ends it early. */
export type Answer =
  | { kind: 'read'; facts: ScriptFacts }
  | { kind: 'written'; format: FormatName; bytes: Uint8Array<ArrayBuffer>; findings: Finding[] }
  | { kind: 'refused'; format: FormatName; message: string }
  | { kind: 'done' }
  | { kind: 'failed'; code: string; message: string };
