/** The formats on board, for who needs no more than their names: nothing of the formats themselves is loaded. */
export { formats } from './descriptors.js';
export type { FormatDescriptor, FormatName } from '../ports/index.js';
