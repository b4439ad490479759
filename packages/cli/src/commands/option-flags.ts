import type { OptionSpec } from './command.js';

export interface OptionFlags {
  /** With the dash: `-o`. */
  short: string | undefined;
  /** With the dashes: `--output`. */
  long: string;
  /** The name of the value, without brackets; undefined for a flag that needs none. */
  value: string | undefined;
}

const FLAGS = /^(?:(-\w), )?(--[a-z0-9-]+)(?: <([a-z=]+)>| \[[a-z]+\])?$/;

/** The parts of an option's flags. */
export function optionFlags(spec: OptionSpec): OptionFlags {
  const [, short, long, value] = FLAGS.exec(spec.flags) ?? [];
  if (long === undefined) throw new TypeError(`flags that cannot be taken apart: ${spec.flags}`);
  return { short, long, value };
}

/** The name under which commander hands over an option: `keyFile` of `--key-file`. */
export function camelCase(long: string): string {
  return long.slice(2).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
