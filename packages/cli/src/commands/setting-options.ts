import type { SettingTexts } from '../settings/read-settings.js';
import { flagOfSetting } from '../settings/setting.js';
import type { SettingSpec } from '../settings/setting.js';
import { NAMED_WEBHOOK, SETTINGS } from '../settings/table.js';
import type { Invocation, OptionSpec, ValueKind } from './command.js';
import { camelCase } from './option-flags.js';

const VALUE_NAMES: Readonly<Record<SettingSpec['kind']['type'], string>> = {
  port: ' <number>',
  whole: ' <number>',
  duration: ' <duration>',
  size: ' <size>',
  switch: ' [boolean]',
  choice: ' <word>',
  host: ' <host>',
  folder: ' <folder>',
  word: ' <name>',
  'key-prefix': ' <prefix>',
  url: ' <url>',
  'webhook-urls': ' <urls>',
  'webhook-names': ' <names>',
  hosts: ' <hosts>',
  origins: ' <origins>',
  tokens: ' <tokens>',
  secrets: ' <secrets>',
  secret: ' <secret>',
};

/** The settings as options, in the groups of the table. */
export const SETTING_OPTIONS: readonly OptionSpec[] = [
  ...(SETTINGS as readonly SettingSpec[]).map(optionOf),
  {
    flags: NAMED_WEBHOOK.flags,
    description: NAMED_WEBHOOK.description,
    takes: 'free',
    repeatable: true,
    group: NAMED_WEBHOOK.group,
  },
];

function optionOf({ name, kind, description, group, ...spec }: SettingSpec): OptionSpec {
  const fallback = spec.default ?? spec.otherwise;
  const option: OptionSpec = {
    flags: flagOfSetting(name) + VALUE_NAMES[kind.type],
    description: fallback === undefined ? description : `${description} (default: ${fallback})`,
    group,
  };
  const takes = takesOf(kind);
  if (takes !== undefined) option.takes = takes;
  return option;
}

function takesOf(kind: SettingSpec['kind']): ValueKind | undefined {
  if (kind.type === 'switch') return undefined;
  if (kind.type === 'choice') return kind.words;
  return kind.type === 'folder' ? 'folder' : 'free';
}

/** What the command line says of settings. */
export function settingTexts(options: Invocation['options']): Pick<SettingTexts, 'flags' | 'webhookFlags'> {
  const flags: Record<string, string | true> = {};
  for (const { name } of SETTINGS) {
    const value = options[camelCase(flagOfSetting(name))];
    if (typeof value === 'string' || value === true) flags[name] = value;
  }
  const webhooks = options[NAMED_WEBHOOK.option];
  return { flags, webhookFlags: Array.isArray(webhooks) ? (webhooks as string[]) : [] };
}
