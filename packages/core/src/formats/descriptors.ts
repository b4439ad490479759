import type { FormatDescriptor, FormatName } from '../ports/index.js';
import { fadeinDescriptor } from './fadein/descriptor.js';
import { fdxDescriptor } from './fdx/descriptor.js';
import { fountainDescriptor } from './fountain/descriptor.js';
import { jsonDescriptor } from './json/descriptor.js';
import { pdfDescriptor } from './pdf/descriptor.js';
import { yamlDescriptor } from './yaml/descriptor.js';

/** What there is to know of each format without its codec, in the order in which they are listed. */
export const DESCRIPTORS: Readonly<Record<FormatName, FormatDescriptor>> = {
  fdx: fdxDescriptor,
  fadein: fadeinDescriptor,
  fountain: fountainDescriptor,
  pdf: pdfDescriptor,
  json: jsonDescriptor,
  yaml: yamlDescriptor,
};

/** The formats on board. */
export function formats(): readonly FormatDescriptor[] {
  return Object.values(DESCRIPTORS);
}
