export type * from './codec.js';
export type * from './converter.js';
export type { Runtime } from './runtime.js';
