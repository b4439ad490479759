import { nearestWord } from '../nearest-word.js';
import { contradictionsIn, variableOfWebhook } from './contradictions.js';
import { parseValue, url } from './parse-value.js';
import type { Parsed } from './parse-value.js';
import { flagOfSetting } from './setting.js';
import type { SettingSource, SettingSpec, SettingValue } from './setting.js';
import { isOneMachine, SettingsError } from './settings.js';
import type { Settings, SettingValues } from './settings.js';
import { NAMED_WEBHOOK, SETTINGS } from './table.js';

export interface SettingTexts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command line says, by the variable's name; true for a switch without a value. */
  readonly flags?: Readonly<Record<string, string | true>> | undefined;
  /** `name=url` of the command line. */
  readonly webhookFlags?: readonly string[] | undefined;
}

/** The beginnings of names that are ours, so that a slip of the pen can be told. */
const FAMILIES = /^(?:WEBHOOK|DEFAULT_WEBHOOK|S3|JOB|CONVERT|RESULTS)_/;

/**
 * The settings that environment and flags together say; a flag wins, an empty variable is none.
 *
 * @throws SettingsError with every fault at once
 */
export function readSettings({ env, flags = {}, webhookFlags = [] }: SettingTexts): Settings {
  const values = new Map<string, SettingValue>();
  const sources = new Map<string, SettingSource>();
  const faults: string[] = [];
  const take = (spec: SettingSpec, text: string, source: SettingSource): void => {
    const parsed = text === '' ? { fault: 'is empty' } : parseValue(spec.kind, text);
    if ('fault' in parsed) {
      faults.push(`${source === 'flag' ? flagOfSetting(spec.name) : spec.name}: ${parsed.fault}`);
      // What is compared with it should not fail as well.
      if (spec.default !== undefined) take(spec, spec.default, 'default');
      return;
    }
    values.set(spec.name, parsed.value);
    sources.set(spec.name, source);
  };
  for (const spec of SETTINGS as readonly SettingSpec[]) {
    const flag = flags[spec.name];
    const variable = env[spec.name]?.trim();
    if (flag !== undefined) take(spec, flag === true ? 'true' : flag, 'flag');
    else if (variable !== undefined && variable !== '') take(spec, variable, 'environment');
    else if (spec.default !== undefined) take(spec, spec.default, 'default');
  }
  const namedWebhooks = readNamedWebhooks(env, webhookFlags, sources, faults);
  // Every name of the table is there that has a default, and has the type of its kind.
  const settings: Settings = {
    values: Object.fromEntries(values) as unknown as SettingValues,
    namedWebhooks,
    sources,
  };
  faults.push(...contradictionsIn(settings));
  if (faults.length > 0) throw new SettingsError(faults);
  return { ...settings, values: settled(settings.values) };
}

/** What follows from other settings where it is not set itself. */
function settled(values: SettingValues): SettingValues {
  const { S3_BUCKET, S3_INPUT_BUCKET = S3_BUCKET, S3_OUTPUT_BUCKET = S3_BUCKET } = values;
  const settings: SettingValues = { ...values, S3_INPUT_BUCKET, S3_OUTPUT_BUCKET };
  // The type says that there is a host, which is so from here on.
  const HOST = (values.HOST as string | undefined) ?? (isOneMachine(values) ? '127.0.0.1' : '0.0.0.0');
  return { ...settings, HOST };
}

function readNamedWebhooks(
  env: SettingTexts['env'],
  flags: readonly string[],
  sources: Map<string, SettingSource>,
  faults: string[],
): Map<string, string> {
  const found = new Map<string, string>();
  const take = (name: string, shown: string, parsed: Parsed, source: SettingSource): void => {
    if ('fault' in parsed) {
      faults.push(`${shown}: ${parsed.fault}`);
      return;
    }
    found.set(name, String(parsed.value));
    sources.set(name, source);
  };
  for (const [name, text = ''] of Object.entries(env)) {
    if (!name.startsWith(NAMED_WEBHOOK.prefix) || name === NAMED_WEBHOOK.prefix || text.trim() === '') continue;
    take(name, name, url(text.trim(), ['http', 'https']), 'environment');
  }
  for (const pair of flags) {
    const [name = '', ...rest] = pair.split('=');
    if (!/^[\w-]+$/.test(name) || rest.length === 0) {
      faults.push('--webhook-url: takes a name and a URL, such as foo-bar=https://example.com/hook');
    } else {
      take(variableOfWebhook(name), `--webhook-url ${name}`, url(rest.join('='), ['http', 'https']), 'flag');
    }
  }
  return found;
}

/** Variables that look like settings and are none: one line each. */
export function strangeVariables(env: SettingTexts['env']): string[] {
  const known: string[] = SETTINGS.map(({ name }) => name);
  return Object.keys(env)
    .filter((name) => FAMILIES.test(name) && !known.includes(name) && !name.startsWith(NAMED_WEBHOOK.prefix))
    .map((name) => {
      const near = nearestWord(
        name.toLowerCase(),
        known.map((one) => one.toLowerCase()),
      );
      return `${name}: there is no such setting${near === undefined ? '' : `; did you mean ${near.toUpperCase()}?`}`;
    });
}
