import { ScreenplayError } from '@screenplay/core';
import type { PortCode } from '@screenplay/core';
import type { Ending } from './deadline.js';

/** Where a request went, for the message. */
export interface Place {
  bucket: string;
  /** The host and port that was asked; never with credentials. */
  host: string;
  /** Absent when the request was for the bucket as a whole. */
  key?: string | undefined;
  /** Why the call was ended from here. */
  ending?: Ending | undefined;
}

/** What is looked at of an error of the SDK. */
interface Failure {
  name: string;
  code: string;
  status: number | undefined;
  requestId: string | undefined;
  /** Where the bucket lies, when the store says so. */
  region: string | undefined;
}

interface Verdict {
  code: PortCode | 'bad_option';
  message: (place: Place, failure: Failure) => string;
  missing?: 'object' | 'bucket';
  retryable?: boolean;
}

const NO_BUCKET: Verdict = {
  code: 'not_found',
  missing: 'bucket',
  message: ({ bucket, host }) => `there is no bucket ${bucket} at ${host}`,
};

const NO_OBJECT: Verdict = {
  code: 'not_found',
  missing: 'object',
  message: ({ bucket, key }) => `there is no object ${key ?? ''} in the bucket ${bucket}`,
};

const DENIED: Verdict = {
  code: 'denied',
  message: ({ bucket, key }, { name }) =>
    `access to ${key === undefined ? '' : `${key} in `}the bucket ${bucket} is denied (${name}): its policy does not let these credentials do this`,
};

const BAD_CREDENTIALS: Verdict = {
  code: 'denied',
  message: ({ host }, { name }) =>
    `${host} does not accept the credentials (${name}): check the access key and its secret`,
};

const NO_CREDENTIALS: Verdict = {
  code: 'denied',
  message: ({ bucket }) =>
    `there are no credentials for the bucket ${bucket}: neither given nor found where the SDK looks`,
};

const EXPIRED: Verdict = {
  code: 'denied',
  message: ({ host }) => `the credentials for ${host} have expired`,
  // The chain may find fresh ones.
  retryable: true,
};

const WRONG_CLOCK: Verdict = {
  code: 'denied',
  message: ({ host }) => `${host} refuses requests because the clock of this machine is wrong: set it`,
  retryable: true,
};

const WRONG_REGION: Verdict = {
  code: 'denied',
  message: ({ bucket, host }, { region }) =>
    `the bucket ${bucket} is in another region than the one asked at ${host}${region === undefined ? '' : `: it is in ${region}`}; set the region`,
};

const NO_REGION: Verdict = {
  code: 'bad_option',
  message: ({ bucket }) => `the region of the bucket ${bucket} is not known: set the region`,
};

const ARCHIVED: Verdict = {
  code: 'denied',
  message: ({ bucket, key }) => `${key ?? ''} in the bucket ${bucket} is archived: restore it before it is read`,
};

const KEY_TOO_LONG: Verdict = {
  code: 'bad_option',
  message: ({ bucket }) => `the key is too long for the bucket ${bucket}`,
};

const UNREACHABLE: Verdict = {
  code: 'unavailable',
  message: ({ host }, { name, code }) => `${host} cannot be reached (${code || name})`,
};

const TIMED_OUT: Verdict = { code: 'unavailable', message: ({ host }) => `${host} did not answer in time` };

const BUSY: Verdict = {
  code: 'unavailable',
  message: ({ host }, { name, status }) =>
    `${host} cannot answer now (${status === undefined ? name : `${status} ${name}`})`,
};

const REFUSED: Verdict = {
  code: 'unavailable',
  message: ({ host }, { name, status }) =>
    `${host} refuses the request (${status === undefined ? name : `${status} ${name}`}): is it an S3, and is its address right?`,
  retryable: false,
};

/** By the code of the store's answer or the name of the SDK's error; stores give no usable messages. */
const BY_NAME = new Map<string, Verdict>([
  ['NoSuchBucket', NO_BUCKET],
  ['InvalidBucketName', NO_BUCKET],
  ['NoSuchKey', NO_OBJECT],
  ['AccessDenied', DENIED],
  ['AllAccessDisabled', DENIED],
  ['AccountProblem', DENIED],
  ['InvalidAccessKeyId', BAD_CREDENTIALS],
  ['SignatureDoesNotMatch', BAD_CREDENTIALS],
  ['InvalidToken', BAD_CREDENTIALS],
  ['InvalidSecurity', BAD_CREDENTIALS],
  ['CredentialsProviderError', NO_CREDENTIALS],
  ['ExpiredToken', EXPIRED],
  ['TokenRefreshRequired', EXPIRED],
  ['RequestTimeTooSkewed', WRONG_CLOCK],
  ['RequestExpired', WRONG_CLOCK],
  ['PermanentRedirect', WRONG_REGION],
  ['TemporaryRedirect', WRONG_REGION],
  ['AuthorizationHeaderMalformed', WRONG_REGION],
  ['IncorrectEndpoint', WRONG_REGION],
  ['InvalidObjectState', ARCHIVED],
  ['KeyTooLongError', KEY_TOO_LONG],
  ['TimeoutError', TIMED_OUT],
  ['RequestTimeout', TIMED_OUT],
  ['BadDigest', BUSY],
  ['IncompleteBody', BUSY],
  ['OperationAborted', BUSY],
]);

/** What the failure of a request means, in the port's terms. The SDK's error stays behind: it holds signed headers. */
export function s3Error(error: unknown, place: Place): ScreenplayError {
  if (error instanceof ScreenplayError) return error;
  if (place.ending === 'cancelled') return new ScreenplayError('cancelled', 'the caller ended the call');
  const failure = failureOf(error);
  const verdict = place.ending === 'timeout' ? TIMED_OUT : verdictOf(failure, error, place);
  return new ScreenplayError(verdict.code, verdict.message(place, failure), {
    retryable: verdict.retryable ?? verdict.code === 'unavailable',
    details: {
      reason: failure.code || failure.name,
      ...(verdict.missing === undefined ? {} : { missing: verdict.missing }),
      ...(failure.status === undefined ? {} : { status: failure.status }),
      ...(failure.requestId === undefined ? {} : { requestId: failure.requestId }),
    },
  });
}

function verdictOf(failure: Failure, error: unknown, { key }: Place): Verdict {
  const { name, code, status } = failure;
  const named = BY_NAME.get(name) ?? BY_NAME.get(code);
  if (named) return named;
  if (status === undefined) {
    if (error instanceof Error && error.message.includes('Region is missing')) return NO_REGION;
    return UNREACHABLE;
  }
  if (status === 301 || status === 307) return WRONG_REGION;
  if (status === 401 || status === 403) return DENIED;
  if (status === 404) return key === undefined ? NO_BUCKET : NO_OBJECT;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return BUSY;
  // What was answered with success and could not be read, too.
  return REFUSED;
}

function failureOf(error: unknown): Failure {
  const name = textOf(error, 'name') ?? 'Error';
  const metadata = fieldOf(error, '$metadata');
  const status = fieldOf(metadata, 'httpStatusCode');
  const headers = fieldOf(fieldOf(error, '$response'), 'headers');
  return {
    name,
    code: textOf(error, 'code') ?? textOf(error, 'Code') ?? '',
    status: typeof status === 'number' ? status : undefined,
    requestId: textOf(metadata, 'requestId'),
    region: textOf(headers, 'x-amz-bucket-region') ?? textOf(error, 'Region'),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
}
