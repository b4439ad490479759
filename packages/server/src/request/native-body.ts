import type { ErrorCode, FormatDescriptor, FormatName } from '@screenplay/core';
import type { Exchange } from '../app/exchange.js';
import { HttpError } from '../errors/http-error.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import type { Failure } from '../routes/route.js';
import { mediaTypeOf } from './media-type.js';

/** Where the body is a native document, what is not even JSON or YAML is a bad request. */
export const NATIVE_STATUSES: Partial<Record<ErrorCode, number>> = { malformed_input: 400, wrong_format: 400 };

export const NATIVE_FAILURES: readonly Failure[] = ['empty_input', ['malformed_input', 400], ['wrong_format', 400]];

/** A native document in each of the media types of its formats. */
export function nativeContent(accepted: readonly FormatDescriptor[]): Record<string, JsonSchema> {
  const document = { $ref: '#/components/schemas/ScreenplayDocument' };
  return Object.fromEntries(accepted.flatMap(({ mimeTypes }) => mimeTypes).map((type) => [type, document]));
}

/**
 * The format of a native document, by the Content-Type; the first of them without one.
 *
 * @throws HttpError `unsupported_media_type`
 */
export function nativeFormatOf({ req }: Exchange, accepted: readonly FormatDescriptor[]): FormatName | undefined {
  const type = mediaTypeOf(req.headers['content-type']);
  const format = type === undefined ? accepted[0] : accepted.find(({ mimeTypes }) => mimeTypes.includes(type));
  if (format) return format.name;
  const types = accepted.flatMap(({ mimeTypes }) => mimeTypes);
  throw new HttpError('unsupported_media_type', `Send the native document as ${types.join(' or ')}`);
}
