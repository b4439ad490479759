import { ScreenplayError } from '../errors/index.js';
import type { Codec, FormatDescriptor, FormatName } from '../ports/index.js';
import { fadeinDescriptor } from './fadein/descriptor.js';
import { fdxDescriptor } from './fdx/descriptor.js';
import { fountainDescriptor } from './fountain/descriptor.js';
import { jsonDescriptor } from './json/descriptor.js';
import { pdfDescriptor } from './pdf/descriptor.js';
import { yamlDescriptor } from './yaml/descriptor.js';

interface Room {
  descriptor: FormatDescriptor;
  /** Loads the codec on first use, so that who reads one format loads one format. */
  load(): Promise<Codec>;
}

/** The formats on board; a new one is a line here and a folder beside it. */
const ROOMS: readonly Room[] = [
  { descriptor: fdxDescriptor, load: async () => (await import('./fdx/index.js')).fdx },
  { descriptor: fadeinDescriptor, load: async () => (await import('./fadein/index.js')).fadein },
  { descriptor: fountainDescriptor, load: async () => (await import('./fountain/index.js')).fountain },
  { descriptor: pdfDescriptor, load: async () => (await import('./pdf/index.js')).pdf },
  { descriptor: jsonDescriptor, load: async () => (await import('./json/index.js')).json },
  { descriptor: yamlDescriptor, load: async () => (await import('./yaml/index.js')).yaml },
];

/** What a conversion writes when nobody says otherwise. */
export const DEFAULT_TARGET: FormatName = jsonDescriptor.name;

const BY_NAME: ReadonlyMap<string, Room> = new Map(ROOMS.map((room) => [room.descriptor.name, room]));

/** The formats on board. */
export function formats(): readonly FormatDescriptor[] {
  return ROOMS.map((room) => room.descriptor);
}

/**
 * The descriptor of a format.
 *
 * @throws ScreenplayError `unknown_format` for any other word.
 */
export function formatNamed(name: string): FormatDescriptor {
  return roomNamed(name).descriptor;
}

/**
 * The reader and writer of a format.
 *
 * @throws ScreenplayError like {@link formatNamed}
 */
export async function loadCodec(name: FormatName): Promise<Codec> {
  return roomNamed(name).load();
}

/** Whether files of this format hold the native document itself. */
export function isNative(name: FormatName): boolean {
  return BY_NAME.get(name)?.descriptor.native === true;
}

function roomNamed(name: string): Room {
  const room = BY_NAME.get(name);
  if (room) return room;
  const names = ROOMS.map(({ descriptor }) => descriptor.name).join(', ');
  throw new ScreenplayError('unknown_format', `There is no such format: name one of ${names}`);
}
