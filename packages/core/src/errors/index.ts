export * from './codes.js';
export { describePosition } from './position.js';
export type { Position } from './position.js';
export { Losses } from './losses.js';
export { MAX_WARNINGS, Warnings } from './warning.js';
export type { Warning } from './warning.js';
export { ScreenplayError } from './screenplay-error.js';
export type { ErrorFamily, ScreenplayErrorOptions } from './screenplay-error.js';
