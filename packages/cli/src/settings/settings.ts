import type { SettingSource, SettingSpec, ValueOfKind } from './setting.js';
import type { SETTINGS } from './table.js';

type Spec = (typeof SETTINGS)[number];

type AlwaysThere = Extract<Spec, { default: string }> | Extract<Spec, { name: 'HOST' }>;
type WithChoice<Kind> = Kind extends { type: 'choice'; words: readonly (infer Word)[] } ? Word : never;
type ValueOf<One extends SettingSpec> = One['kind']['type'] extends 'choice'
  ? WithChoice<One['kind']>
  : ValueOfKind<One['kind']['type']>;

/** Every setting by its name; undefined where it is not set and nothing follows from others. */
export type SettingValues = {
  readonly [One in Spec as One['name']]: ValueOf<One> | (One extends AlwaysThere ? never : undefined);
};

/** All settings of a service, and where each comes from. */
export interface Settings {
  readonly values: SettingValues;
  /** URLs of named webhooks by the variable's name, `WEBHOOK_URL_FOO_BAR`. */
  readonly namedWebhooks: ReadonlyMap<string, string>;
  /** By the variable's name; what is not set and has no default is not in it. */
  readonly sources: ReadonlyMap<string, SettingSource>;
}

/** Settings that cannot be read or contradict each other: one line for each fault, all of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Whether one process with the embedded queue is all there is: then it makes its secrets itself. */
export function isOneMachine({ REDIS_URL }: SettingValues): boolean {
  return REDIS_URL === undefined;
}
