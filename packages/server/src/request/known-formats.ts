import { formats } from '@screenplay/core';
import type { FormatDescriptor, FormatName } from '@screenplay/core';
import { choice } from './parameters.js';
import type { Parameter } from './parameters.js';

/** A format that can be read. */
export function inputFormat(description: string): Parameter<FormatName> {
  return named(
    formats().filter(({ canDecode }) => canDecode),
    description,
  );
}

/** A format that can be written. */
export function outputFormat(description: string): Parameter<FormatName> {
  return named(
    formats().filter(({ canEncode }) => canEncode),
    description,
  );
}

/** The formats whose files are native documents themselves. */
export function nativeFormats(): FormatDescriptor[] {
  return formats().filter(({ native }) => native);
}

function named(descriptors: readonly FormatDescriptor[], description: string): Parameter<FormatName> {
  return choice(
    descriptors.map(({ name }) => name),
    description,
    'unknown_format',
  );
}
