/** What {@link openManuscript} loads as one. */
export { decodeRuns } from '../run-codec.js';
export { BlockDetails } from './block-details.js';
export { dropStalePages } from './pages-hash.js';
export { takeScriptFacts } from './script-facts.js';
