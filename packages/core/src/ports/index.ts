export type * from './codec.js';
export type { Runtime } from './runtime.js';
