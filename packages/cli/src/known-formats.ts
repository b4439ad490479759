import type { FormatDescriptor, FormatName } from '@screenplay/core';
import { extname } from 'node:path';
import { UsageError } from './failure.js';
import { nearestWord } from './nearest-word.js';

/** What a conversion writes when nobody says otherwise. */
export const DEFAULT_TARGET: FormatName = 'json';

/** Extensions that in a folder are more often something else: such files are taken when their format is named. */
const EVERYDAY_EXTENSIONS = ['.txt', '.xml'];

export type Direction = 'read' | 'write';

/** The formats on board, by name and by extension. */
export class KnownFormats {
  constructor(readonly descriptors: readonly FormatDescriptor[]) {}

  /** Names of the formats that can be read, or written. */
  names(direction: Direction): FormatName[] {
    return this.#able(direction).map((format) => format.name);
  }

  /** Names of the formats that hold the native document itself. */
  natives(): FormatName[] {
    return this.descriptors.filter((format) => format.native).map((format) => format.name);
  }

  /** Names of the formats that are printed pages. */
  printed(): FormatName[] {
    return this.descriptors.filter((format) => format.printed).map((format) => format.name);
  }

  /** Lower case, with the dot. */
  extensionsOf(names: readonly FormatName[]): string[] {
    return this.descriptors.filter((format) => names.includes(format.name)).flatMap((format) => format.extensions);
  }

  /** Extensions by which a file in a folder is surely meant for one of these formats. */
  tellingExtensionsOf(names: readonly FormatName[]): string[] {
    return this.extensionsOf(names).filter((extension) => !EVERYDAY_EXTENSIONS.includes(extension));
  }

  /** The extension that files of this format get. */
  extensionOf(name: FormatName): string {
    return this.extensionsOf([name])[0] ?? `.${name}`;
  }

  /** The format of a file by its name's extension. */
  byExtension(path: string, direction: Direction): FormatName | undefined {
    const extension = extname(path).toLowerCase();
    return this.#able(direction).find((format) => format.extensions.includes(extension))?.name;
  }

  /**
   * The format that an option names: by its name, or by one of its extensions (`yml`, `.spmd`), in any case.
   *
   * @throws UsageError when there is none, with the nearest name
   */
  byWord(word: string, direction: Direction, allowed?: readonly FormatName[]): FormatName {
    const able = this.#able(direction).filter((format) => allowed?.includes(format.name) ?? true);
    const wanted = word.toLowerCase().replace(/^\./, '');
    const found = findFormat(able, wanted);
    if (found) return found.name;
    if (findFormat(this.descriptors, wanted)) {
      const verb = direction === 'read' ? 'read' : 'written';
      throw new UsageError(
        `${word} cannot be ${verb} here`,
        `what can be: ${able.map((format) => format.name).join(', ')}`,
      );
    }
    const near = nearestWord(
      wanted,
      able.flatMap((format) => [format.name, ...format.extensions.map((dotted) => dotted.slice(1))]),
    );
    const names = able.map((format) => format.name).join(', ');
    throw new UsageError(
      `unknown format '${word}'`,
      near ? `did you mean ${near}? (there is ${names})` : `there is ${names}`,
    );
  }

  #able(direction: Direction): FormatDescriptor[] {
    return this.descriptors.filter((format) => (direction === 'read' ? format.canDecode : format.canEncode));
  }
}

function findFormat(formats: readonly FormatDescriptor[], word: string): FormatDescriptor | undefined {
  return (
    formats.find((format) => format.name === word) ?? formats.find((format) => format.extensions.includes(`.${word}`))
  );
}

/** Loads core's registry; its codecs stay unloaded. */
export async function knownFormats(): Promise<KnownFormats> {
  const { formats } = await import('@screenplay/core');
  return new KnownFormats(formats());
}
