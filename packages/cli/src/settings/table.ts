import type { SettingSpec } from './setting.js';

/** Node's timers take no more milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const YEAR = 8_766 * HOUR;
const MB = 1_048_576;

/** Shorter ones can be guessed. */
const LEAST_SECRET = 16;

const LISTENING = 'Listening';
const STORAGE = 'Storage';
const JOBS = 'Queue and jobs';
const CONVERSIONS = 'Conversions';
const WEBHOOKS = 'Webhooks';

/** Every setting of the service, in the order of the help and of docs/settings.md. */
export const SETTINGS = [
  {
    name: 'PORT',
    kind: { type: 'port' },
    default: '8080',
    description: 'TCP port to listen on; 0 takes any that is free',
    group: LISTENING,
  },
  {
    name: 'HOST',
    kind: { type: 'host' },
    otherwise: '127.0.0.1; 0.0.0.0 with REDIS_URL',
    description: 'address or host name to listen on',
    group: LISTENING,
  },
  {
    name: 'ACCESS_TOKEN',
    kind: { type: 'tokens', least: LEAST_SECRET },
    otherwise: 'generated and kept in DATA_DIR; none with REDIS_URL',
    description: 'tokens that open the protected endpoints, separated by commas, 16 characters at least',
    group: LISTENING,
  },
  {
    name: 'REQUIRE_TOKEN',
    kind: { type: 'choice', words: ['protected', 'all'] },
    default: 'protected',
    description: 'which endpoints want a token: the protected ones, or all but /health',
    group: LISTENING,
  },
  {
    name: 'CORS_ORIGIN',
    kind: { type: 'origins' },
    default: '*',
    description: 'origins whose pages may call the service, separated by commas, or * for any',
    group: LISTENING,
  },
  {
    name: 'TRUST_PROXY',
    kind: { type: 'whole', min: 0, max: 16 },
    default: '0',
    description: 'how many proxies are before the service whose X-Forwarded-For tells who asks; 0 believes no header',
    group: LISTENING,
  },
  {
    name: 'LOG_LEVEL',
    kind: { type: 'choice', words: ['trace', 'debug', 'info', 'warn', 'error', 'silent'] },
    default: 'info',
    description: 'least weight of what is logged',
    group: LISTENING,
  },
  {
    name: 'DATA_DIR',
    kind: { type: 'folder' },
    default: './.screenplay',
    description: 'folder for the embedded queue, stored files and generated secrets',
    group: STORAGE,
  },
  {
    name: 'S3_BUCKET',
    kind: { type: 'word' },
    otherwise: 'files below DATA_DIR/storage',
    description: 'bucket of an S3-compatible store for inputs and outputs',
    group: STORAGE,
  },
  {
    name: 'S3_INPUT_BUCKET',
    kind: { type: 'word' },
    otherwise: 'S3_BUCKET',
    description: 'bucket for inputs, where it is another one',
    group: STORAGE,
  },
  {
    name: 'S3_OUTPUT_BUCKET',
    kind: { type: 'word' },
    otherwise: 'S3_BUCKET',
    description: 'bucket for outputs, where it is another one',
    group: STORAGE,
  },
  {
    name: 'S3_INPUT_PREFIX',
    kind: { type: 'key-prefix' },
    description: 'what every input key begins with',
    group: STORAGE,
  },
  {
    name: 'S3_OUTPUT_PREFIX',
    kind: { type: 'key-prefix' },
    description: 'what every output key begins with',
    group: STORAGE,
  },
  {
    name: 'S3_ENDPOINT',
    kind: { type: 'url', schemes: ['http', 'https'] },
    otherwise: "that of the bucket's AWS region",
    description: 'URL of the store',
    group: STORAGE,
  },
  {
    name: 'S3_REGION',
    kind: { type: 'word' },
    otherwise: "the SDK's; us-east-1 with S3_ENDPOINT",
    description: 'region of the store',
    group: STORAGE,
  },
  {
    name: 'S3_FORCE_PATH_STYLE',
    kind: { type: 'switch' },
    otherwise: 'true with S3_ENDPOINT, else false',
    description: 'whether the bucket stands in the path and not in the host name',
    group: STORAGE,
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    kind: { type: 'secret', least: 1 },
    otherwise: "the SDK's own chain",
    description: 'id of the access key',
    group: STORAGE,
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    kind: { type: 'secret', least: 1 },
    otherwise: "the SDK's own chain",
    description: 'the access key',
    group: STORAGE,
  },
  {
    name: 'REDIS_URL',
    kind: { type: 'url', schemes: ['redis', 'rediss'] },
    otherwise: 'the embedded queue, for one machine',
    description: 'Redis that holds the queue, for any number of servers and workers',
    group: JOBS,
  },
  {
    name: 'MAX_WORKERS',
    kind: { type: 'whole', min: 1, max: 1024 },
    default: '4',
    description: 'jobs that this process runs at once',
    group: JOBS,
  },
  {
    name: 'JOB_TIMEOUT',
    kind: { type: 'duration', min: SECOND, max: LONGEST_TIMER },
    default: '30m',
    description: 'how long a job may take, all its tasks together',
    group: JOBS,
  },
  {
    name: 'JOB_MAX_ATTEMPTS',
    kind: { type: 'whole', min: 1, max: 100 },
    default: '3',
    description: 'how often a job is begun whose worker died',
    group: JOBS,
  },
  {
    name: 'JOB_LEASE',
    kind: { type: 'duration', min: SECOND, max: HOUR },
    default: '30s',
    description:
      'with REDIS_URL, how long a worker may be silent (dead, paused, cut off) before others take its jobs and deliveries; the same for all',
    group: JOBS,
  },
  {
    name: 'JOB_MAX_INPUT',
    kind: { type: 'size', max: 2048 * MB },
    default: '200MB',
    description: 'how big the input of a job may be',
    group: JOBS,
  },
  {
    name: 'JOB_SECRET',
    kind: { type: 'secrets', least: LEAST_SECRET },
    otherwise: 'generated and kept in DATA_DIR; required with REDIS_URL',
    description:
      'seals the secrets of queued jobs; the same for all servers and workers, 16 characters at least; of several, separated by commas, the first seals and all open',
    group: JOBS,
  },
  {
    name: 'RESULTS_TTL',
    kind: { type: 'duration', min: SECOND, max: 100 * YEAR },
    default: '168h',
    description: 'how long the result of a finished job is kept',
    group: JOBS,
  },
  {
    name: 'CONVERT_TIMEOUT',
    kind: { type: 'duration', min: 1, max: LONGEST_TIMER },
    default: '60s',
    description: 'how long one conversion, or one task of a job, may take',
    group: CONVERSIONS,
  },
  {
    name: 'CONVERT_MEMORY_MB',
    kind: { type: 'whole', min: 128, max: MB },
    default: '1024',
    description: 'MB of memory that one conversion may take',
    group: CONVERSIONS,
  },
  {
    name: 'DEFAULT_WEBHOOKS',
    kind: { type: 'webhook-names' },
    description: 'names of webhooks that every job notifies, separated by commas; see WEBHOOK_URL_*',
    group: WEBHOOKS,
  },
  {
    name: 'DEFAULT_WEBHOOK_URLS',
    kind: { type: 'webhook-urls' },
    description: 'URLs that every job notifies, separated by commas',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_TIMEOUT',
    kind: { type: 'duration', min: 1, max: LONGEST_TIMER },
    default: '15s',
    description: 'how long one delivery may take',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_MAX_RETRY',
    kind: { type: 'whole', min: 0, max: 100 },
    default: '4',
    description: 'how often a delivery is tried again',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_RETRY_MIN_WAIT',
    kind: { type: 'duration', min: 0, max: LONGEST_TIMER },
    default: '1s',
    description: 'wait before the first retry; it doubles with each',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_RETRY_MAX_WAIT',
    kind: { type: 'duration', min: 0, max: LONGEST_TIMER },
    default: '30s',
    description: 'longest wait before a retry',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_SECRET',
    kind: { type: 'secret', least: 1 },
    otherwise: 'generated and kept in DATA_DIR; required for webhooks with REDIS_URL',
    description: 'signs every delivery',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_ALLOW_HOSTS',
    kind: { type: 'hosts' },
    description: 'hosts that webhooks of jobs may reach at private addresses, separated by commas',
    group: WEBHOOKS,
  },
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    kind: { type: 'switch' },
    default: 'false',
    description: 'whether webhooks of jobs may reach any private address',
    group: WEBHOOKS,
  },
] as const satisfies readonly SettingSpec[];

/**
 * The URL of a named webhook, one variable for each: `WEBHOOK_URL_FOO_BAR` of `foo-bar`. As a flag it is given several
 * times.
 */
export const NAMED_WEBHOOK = {
  prefix: 'WEBHOOK_URL_',
  flags: '--webhook-url <name=url>',
  option: 'webhookUrl',
  description: 'URL of a named webhook: WEBHOOK_URL_FOO_BAR is that of foo-bar; as a flag, foo-bar=https://...',
  group: WEBHOOKS,
} as const;
