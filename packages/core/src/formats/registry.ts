import { ScreenplayError } from '../errors/index.js';
import type { Codec, FormatDescriptor, FormatName } from '../ports/index.js';
import { DESCRIPTORS } from './descriptors.js';

export { formats } from './descriptors.js';

/** The formats on board; a new one is a line here, one among the descriptors, and a folder beside them. */
const CODECS: Readonly<Record<FormatName, () => Promise<Codec>>> = {
  fdx: async () => (await import('./fdx/index.js')).fdx,
  fadein: async () => (await import('./fadein/index.js')).fadein,
  fountain: async () => (await import('./fountain/index.js')).fountain,
  pdf: async () => (await import('./pdf/index.js')).pdf,
  json: async () => (await import('./json/index.js')).json,
  yaml: async () => (await import('./yaml/index.js')).yaml,
};

/** What a conversion writes when nobody says otherwise. */
export const DEFAULT_TARGET: FormatName = 'json';

/**
 * The descriptor of a format.
 *
 * @throws ScreenplayError `unknown_format` for any other word.
 */
export function formatNamed(name: string): FormatDescriptor {
  if (Object.hasOwn(DESCRIPTORS, name)) return DESCRIPTORS[name as FormatName];
  const names = Object.keys(DESCRIPTORS).join(', ');
  throw new ScreenplayError('unknown_format', `There is no such format: name one of ${names}`);
}

/**
 * The reader and writer of a format, loaded on first use, so that who reads one format loads one format.
 *
 * @throws ScreenplayError like {@link formatNamed}
 */
export async function loadCodec(name: FormatName): Promise<Codec> {
  return CODECS[formatNamed(name).name]();
}

/** Whether files of this format hold the native document itself. */
export function isNative(name: FormatName): boolean {
  return Object.hasOwn(DESCRIPTORS, name) && DESCRIPTORS[name].native === true;
}
