import type { OptionSpec } from './command.js';

export interface OptionFlags {
  /** With the dash: `-o`. */
  short: string | undefined;
  /** With the dashes: `--output`. */
  long: string;
  /** The name of the value, without brackets. */
  value: string | undefined;
}

const FLAGS = /^(?:(-\w), )?(--[a-z-]+)(?: <([a-z]+)>)?$/;

/** The parts of an option's flags. */
export function optionFlags(spec: OptionSpec): OptionFlags {
  const [, short, long, value] = FLAGS.exec(spec.flags) ?? [];
  if (long === undefined) throw new TypeError(`flags that cannot be taken apart: ${spec.flags}`);
  return { short, long, value };
}
