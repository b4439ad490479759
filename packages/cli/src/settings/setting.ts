/** What may stand in a setting and what it is then; plain data, so that the table costs nothing to load. */
export type SettingKind =
  | { readonly type: 'port' }
  /** A whole number, both ends included. */
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  /** Milliseconds, both ends included; written as `500ms`, `15s`, `1m30s`, `2h`. */
  | { readonly type: 'duration'; readonly min: number; readonly max: number }
  /** Bytes; written as `200MB`. MB is 1,048,576 bytes. */
  | { readonly type: 'size'; readonly max: number }
  | { readonly type: 'switch' }
  | { readonly type: 'choice'; readonly words: readonly string[] }
  | { readonly type: 'host' }
  | { readonly type: 'folder' }
  /** A word without spaces. */
  | { readonly type: 'word' }
  /** The beginning of keys in object storage. */
  | { readonly type: 'key-prefix' }
  /** An absolute URL of one of these schemes; `secretPath` when whoever knows the path may post there. */
  | { readonly type: 'url'; readonly schemes: readonly string[] }
  | { readonly type: 'webhook-urls' }
  | { readonly type: 'webhook-names' }
  | { readonly type: 'hosts' }
  | { readonly type: 'origins' }
  /** Bearer tokens separated by commas, any of which opens; `least`: how many characters each must have. */
  | { readonly type: 'tokens'; readonly least: number }
  /** Secrets separated by commas. */
  | { readonly type: 'secrets'; readonly least: number }
  | { readonly type: 'secret'; readonly least: number };

/** What a kind of setting is once it is read. */
export type ValueOfKind<Type extends SettingKind['type']> = Type extends 'port' | 'whole' | 'duration' | 'size'
  ? number
  : Type extends 'switch'
    ? boolean
    : Type extends 'webhook-urls' | 'webhook-names' | 'hosts' | 'origins' | 'tokens' | 'secrets'
      ? readonly string[]
      : string;

export type SettingValue = number | boolean | string | readonly string[];

export interface SettingSpec {
  /** Of the environment variable; the flag is made of it. */
  readonly name: string;
  readonly kind: SettingKind;
  /** As one would write it. */
  readonly default?: string;
  /** What holds when it is not set, where that is no plain value. */
  readonly otherwise?: string;
  /** One sentence without a full stop. */
  readonly description: string;
  readonly group: string;
}

/** Where a value comes from. */
export type SettingSource = 'default' | 'environment' | 'flag' | 'generated';

/** The flag of a setting: `--s3-bucket` of `S3_BUCKET`. */
export function flagOfSetting(name: string): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}
