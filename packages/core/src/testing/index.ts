export { fullDocument } from './full-document.js';
