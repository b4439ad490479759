import { durationText } from './duration.js';
import { NAMED_WEBHOOK } from './table.js';
import type { Settings } from './settings.js';

type Rule = (settings: Settings) => string | undefined | readonly string[];

const STORE_SETTINGS = [
  'S3_INPUT_BUCKET',
  'S3_OUTPUT_BUCKET',
  'S3_INPUT_PREFIX',
  'S3_OUTPUT_PREFIX',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_FORCE_PATH_STYLE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** What must hold between settings; each rule names what is set and what is missing or at odds. */
const RULES: readonly Rule[] = [
  function storeWithoutBucket({ values }) {
    if (values.S3_BUCKET !== undefined) return undefined;
    const idle = STORE_SETTINGS.filter((name) => values[name] !== undefined);
    if (idle.length === 0) return undefined;
    return `${idle.join(', ')}: set without S3_BUCKET; name the bucket, or leave ${idle.length === 1 ? 'it' : 'them'} out to store files below DATA_DIR`;
  },
  function halfAnAccessKey({ values }) {
    const [id, key] = [values.S3_ACCESS_KEY_ID !== undefined, values.S3_SECRET_ACCESS_KEY !== undefined];
    if (id === key) return undefined;
    return id
      ? 'S3_SECRET_ACCESS_KEY: not set, but S3_ACCESS_KEY_ID is'
      : 'S3_ACCESS_KEY_ID: not set, but S3_SECRET_ACCESS_KEY is';
  },
  function unsealedJobs({ values }) {
    if (values.REDIS_URL === undefined || values.JOB_SECRET !== undefined) return undefined;
    return 'JOB_SECRET: required with REDIS_URL, and the same for all servers and workers';
  },
  function unsignedWebhooks({ values }) {
    if (values.REDIS_URL === undefined || values.WEBHOOK_SECRET !== undefined) return undefined;
    if (values.DEFAULT_WEBHOOKS === undefined && values.DEFAULT_WEBHOOK_URLS === undefined) return undefined;
    return 'WEBHOOK_SECRET: required with REDIS_URL where webhooks are sent, and the same for all servers and workers';
  },
  function unknownWebhooks({ values, namedWebhooks }) {
    return (values.DEFAULT_WEBHOOKS ?? [])
      .filter((name) => !namedWebhooks.has(variableOfWebhook(name)))
      .map((name) => `DEFAULT_WEBHOOKS: ${variableOfWebhook(name)} with the URL of ${name} is not set`);
  },
  function waitsTheWrongWayRound({ values }) {
    const [min, max] = [values.WEBHOOK_RETRY_MIN_WAIT, values.WEBHOOK_RETRY_MAX_WAIT];
    if (min <= max) return undefined;
    return `WEBHOOK_RETRY_MIN_WAIT: ${durationText(min)} is longer than WEBHOOK_RETRY_MAX_WAIT, ${durationText(max)}`;
  },
  function taskLongerThanItsJob({ values, sources }) {
    const [task, job] = [values.CONVERT_TIMEOUT, values.JOB_TIMEOUT];
    // Either alone is what somebody wants; both together are at odds.
    if (task <= job || sources.get('JOB_TIMEOUT') === 'default') return undefined;
    return `CONVERT_TIMEOUT: ${durationText(task)} is longer than JOB_TIMEOUT, ${durationText(job)}`;
  },
  function anyOriginAndOthers({ values }) {
    if (!values.CORS_ORIGIN.includes('*') || values.CORS_ORIGIN.length === 1) return undefined;
    return 'CORS_ORIGIN: * already stands for every origin; leave it or the others out';
  },
];

/** The variable of a named webhook: `WEBHOOK_URL_FOO_BAR` of `foo-bar`. */
export function variableOfWebhook(name: string): string {
  return NAMED_WEBHOOK.prefix + name.toUpperCase().replaceAll('-', '_');
}

/** What is at odds in settings that can be read one by one; a line each. */
export function contradictionsIn(settings: Settings): string[] {
  return RULES.flatMap((rule) => rule(settings) ?? []);
}
