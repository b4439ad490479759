import { isOneMachine } from '../settings/settings.js';
import type { SettingValues } from '../settings/settings.js';
import type { ServiceSecrets } from './job-processing.js';
import { keptSecret } from './kept-secret.js';

export interface FoundSecrets extends ServiceSecrets {
  /** Where those lie that were not set, by the setting. */
  kept: ReadonlyMap<string, string>;
}

/**
 * The secrets of jobs: as set; on one machine else generated once, and kept. The settings have been checked: with Redis
 * those that are needed are set.
 *
 * @throws FailureError
 */
export async function findSecrets(values: SettingValues, folder: string): Promise<FoundSecrets> {
  const kept = new Map<string, string>();
  const own = async (setting: string, name: string): Promise<string> => {
    const { secret, path } = await keptSecret(folder, name);
    kept.set(setting, path);
    return secret;
  };
  const oneMachine = isOneMachine(values);
  const jobs = values.JOB_SECRET ?? (oneMachine ? [await own('JOB_SECRET', 'job-secret')] : []);
  const webhooks = values.WEBHOOK_SECRET ?? (oneMachine ? await own('WEBHOOK_SECRET', 'webhook-secret') : undefined);
  return { jobs, webhooks, kept };
}
