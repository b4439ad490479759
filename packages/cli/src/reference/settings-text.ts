import { flagOfSetting } from '../settings/setting.js';
import type { SettingSpec } from '../settings/setting.js';
import { NAMED_WEBHOOK, SETTINGS } from '../settings/table.js';

/** docs/settings.md: every setting, from the same table that the service reads them by. */
export function settingsText(): string {
  const specs: readonly SettingSpec[] = SETTINGS;
  const groups = new Set(specs.map(({ group }) => group));
  return (
    [
      INTRODUCTION,
      ...[...groups].flatMap((group) => {
        const rows = specs.filter((spec) => spec.group === group).map(rowOf);
        if (group === NAMED_WEBHOOK.group) rows.splice(1, 0, NAMED_ROW);
        return [`## ${group}`, ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')];
      }),
      VALUES,
      TOGETHER,
      SECRETS,
    ].join('\n\n') + '\n'
  );
}

function rowOf(spec: SettingSpec): string {
  const fallback = spec.default === undefined ? (spec.otherwise ?? 'none') : `\`${spec.default}\``;
  return `| \`${spec.name}\` | ${fallback} | ${spec.description}${wordsOf(spec)} |`;
}

function wordsOf({ kind }: SettingSpec): string {
  if (kind.type === 'choice') return `: ${kind.words.map((word) => `\`${word}\``).join(', ')}`;
  return kind.type === 'whole' ? `; ${kind.min} to ${kind.max}` : '';
}

const NAMED_ROW = `| \`${NAMED_WEBHOOK.prefix}*\` | none | URL of a named webhook: \`WEBHOOK_URL_FOO_BAR\` is that of \`foo-bar\` |`;

const INTRODUCTION = `# Settings of the service

\`screenplay serve\` is set up by environment variables, or by flags of the same names, which win: \`PORT=9000\` and
\`${flagOfSetting('PORT')} 9000\` are the same, \`S3_BUCKET\` is \`${flagOfSetting('S3_BUCKET')}\`; the URL of a named
webhook is \`--webhook-url foo-bar=https://...\`. A variable that is empty counts as not set. This page is generated from
the program itself.

Every setting has a default that suits one machine: \`screenplay serve\` alone listens on this machine only and keeps what
it needs below \`DATA_DIR\`.`;

const VALUES = `## How values are written

- Durations: \`500ms\`, \`15s\`, \`1m30s\`, \`2h\`.
- Sizes: bytes, or \`512KB\`, \`200MB\`, \`1GB\`. A MB is 1,048,576 bytes.
- Yes and no: \`true\` or \`false\`; as a flag, the flag alone is \`true\`.
- Lists: separated by commas.`;

const TOGETHER = `## What is refused

Settings are read and checked before anything else happens. Whatever cannot be read, or contradicts another setting, is
told in one line each, all at once, and the program ends with exit code 2. At odds are:

- any \`S3_*\` setting without \`S3_BUCKET\`, and one half of an access key without the other;
- \`REDIS_URL\` without \`JOB_SECRET\`, and without \`WEBHOOK_SECRET\` where there are default webhooks;
- a name in \`DEFAULT_WEBHOOKS\` whose \`WEBHOOK_URL_*\` is not set;
- \`WEBHOOK_RETRY_MIN_WAIT\` longer than \`WEBHOOK_RETRY_MAX_WAIT\`, a \`CONVERT_TIMEOUT\` longer than the \`JOB_TIMEOUT\`
  that is set beside it;
- \`*\` among other origins in \`CORS_ORIGIN\`.

A variable that looks like a setting and is none, such as \`WEBHOOK_TIMEOUTS\`, is a warning.`;

const SECRETS = `## Secrets

Put them into the environment rather than into flags, which lists of processes show. On one machine (without
\`REDIS_URL\`), the access token is generated when it is not set, kept in \`DATA_DIR\` in a file that only its owner can
read, and shown when the service starts on a terminal. \`DATA_DIR\` itself is made for its owner alone.

\`ACCESS_TOKEN\` takes several tokens, so that one can be replaced without an interruption: add the new one, move the
clients over, take the old one out. \`GET /setup\` shows every setting in force and where it came from, secrets only as
\`set\` or \`unset\`, and URLs without credentials.`;
