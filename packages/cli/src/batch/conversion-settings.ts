import type { FormatName } from '@screenplay/core';
import type { KnownFormats } from '../known-formats.js';
import type { Verbosity } from '../terminal/messages.js';
import type { DecryptSettings, EncryptSettings } from './key-settings.js';
import type { PrintSettings } from './print-settings.js';

/** What a conversion run was asked to do, checked as far as it can be without looking at a file. */
export interface ConversionSettings extends Verbosity {
  /** Files, folders and at most one `-`; at least one. */
  inputs: readonly string[];
  formats: KnownFormats;
  /** Formats that an input may have; any that can be read when undefined. */
  accepted: readonly FormatName[] | undefined;
  /** The inputs' format, when it was named. */
  from: FormatName | undefined;
  /** The output's format, when it was named. */
  to: FormatName | undefined;
  /** Whether the output's format must be named or told by its extension. */
  targetRequired: boolean;
  /** A file or a folder; undefined for standard output. */
  output: string | undefined;
  lang: string | undefined;
  previous: string | undefined;
  /** A file, or `-` for standard output. */
  report: string | undefined;
  jobs: number | undefined;
  indent: number | undefined;
  /** Whether an output may replace an input. */
  force: boolean;
  print: PrintSettings;
  /** How to decrypt what is read; undefined: not at all. */
  decrypt: DecryptSettings | undefined;
  /** How to encrypt what is written; undefined: not at all. */
  encrypt: EncryptSettings | undefined;
  /** Whether native documents become native documents: then folders are read for all of them. */
  nativeOnly: boolean;
}
