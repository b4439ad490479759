import type { FormatName } from '../../ports/index.js';
import type { DocumentKind } from './task.js';

/** Formats of the native document. */
export const NATIVE = ['json', 'yaml'] as const satisfies readonly FormatName[];
/** A native document of which the words are encrypted. */
export const ENCRYPTED = ['encrypted json', 'encrypted yaml'] as const satisfies readonly DocumentKind[];
/** The format in which tasks hand a native document on. */
export const WORKING: FormatName = 'json';
/** The same, encrypted. */
export const WORKING_ENCRYPTED: DocumentKind = 'encrypted json';
export const WORKING_TYPE = 'application/json';
