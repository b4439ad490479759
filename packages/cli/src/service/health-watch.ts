import type { DeploymentState, QueueState, ServiceState } from '@screenplay/server';
import { failureOf } from '../failure.js';

/** Milliseconds between two looks. */
const INTERVAL = 2000;
/** Milliseconds after which something that does not answer counts as away. */
const PATIENCE = 5000;

export interface HealthWatch {
  /** What was last heard, at once. */
  state(): DeploymentState;
  stop(): void;
}

/**
 * Looks again and again at what the service stands on, so that whoever asks for its health need not wait for that.
 *
 * @param checks by name; each rejects when its service does not work
 */
export async function watchHealth(
  checks: Readonly<Record<string, () => Promise<void>>>,
  queue: () => Promise<QueueState>,
): Promise<HealthWatch> {
  let state: DeploymentState = { queue: { pending: 0, workers: 0 }, services: {} };
  const look = async (): Promise<void> => {
    const services = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
    );
    state = { queue: await queue(), services: Object.fromEntries(services) };
  };
  await look();
  let timer: NodeJS.Timeout;
  let stopped = false;
  const again = (): void => {
    timer = setTimeout(() => {
      void look().then(() => {
        if (!stopped) again();
      });
    }, INTERVAL);
  };
  again();
  return {
    state: () => state,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function stateOf(check: () => Promise<void>): Promise<ServiceState> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<ServiceState>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), PATIENCE);
  });
  const found = check().then(
    () => 'ok' as const,
    (error: unknown) => failureOf(error).code,
  );
  const state = await Promise.race([found, tooLate]);
  clearTimeout(timer);
  return state;
}
