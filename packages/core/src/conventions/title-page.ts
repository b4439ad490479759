/** The title page: its lines, its fields, and how both lie in the document. */
export { arrangeTitlePage } from './title-page-arrange.js';
export { coverToTitlePage } from './title-page-cover.js';
export type { CoverParts } from './title-page-cover.js';
export { titleEntries, titleFields } from './title-page-fields.js';
export type { TitleFields } from './title-page-fields.js';
export { recogniseTitlePage } from './title-page-recognise.js';
export { titlePageToCover } from './title-page-to-cover.js';
