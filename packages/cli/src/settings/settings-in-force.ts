import { createHash } from 'node:crypto';
import { durationText } from './duration.js';
import { sizeText } from './parse-value.js';
import type { SettingSource, SettingSpec, SettingValue } from './setting.js';
import type { Settings } from './settings.js';
import { SETTINGS } from './table.js';

/** One setting as it may be shown. */
export interface SettingInForce {
  name: string;
  /** Durations and sizes as one writes them; `set` or `unset` for a secret; null for what is not set. */
  value: string | number | boolean | readonly string[] | null;
  source: SettingSource;
}

/**
 * Every setting that holds and where it comes from, fit to be shown: secrets only as `set` or `unset`, URLs without
 * credentials, webhooks as their origin and a short hash, for who knows the path of one may post there.
 */
export function settingsInForce({ values, namedWebhooks, sources }: Settings): SettingInForce[] {
  const settings = (SETTINGS as readonly SettingSpec[]).map((spec): SettingInForce => {
    const value = (values as Readonly<Record<string, SettingValue | undefined>>)[spec.name];
    return { name: spec.name, value: shown(spec, value), source: sources.get(spec.name) ?? 'default' };
  });
  const webhooks = [...namedWebhooks].sort().map(
    ([name, target]): SettingInForce => ({
      name,
      value: maskedUrl(target),
      source: sources.get(name) ?? 'environment',
    }),
  );
  return [...settings, ...webhooks];
}

function shown({ kind }: SettingSpec, value: SettingValue | undefined): SettingInForce['value'] {
  if (kind.type === 'tokens' || kind.type === 'secrets' || kind.type === 'secret')
    return value === undefined ? 'unset' : 'set';
  if (value === undefined) return null;
  if (kind.type === 'duration') return durationText(Number(value));
  if (kind.type === 'size') return sizeText(Number(value));
  if (kind.type === 'url') return urlWithoutCredentials(String(value));
  if (kind.type === 'webhook-urls' && typeof value === 'object') return value.map(maskedUrl);
  return value;
}

function urlWithoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '' && url.search === '') return text;
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}

function maskedUrl(text: string): string {
  const { origin } = new URL(text);
  return `${origin}/#${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
