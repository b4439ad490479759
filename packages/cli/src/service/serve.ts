import { createServer } from '@screenplay/server';
import type { ScreenplayServer } from '@screenplay/server';
import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import { settingsInForce } from '../settings/settings-in-force.js';
import type { SettingInForce } from '../settings/settings-in-force.js';
import { isOneMachine } from '../settings/settings.js';
import type { Settings } from '../settings/settings.js';
import type { Io } from '../terminal/io.js';
import { writeTo } from '../terminal/io.js';
import { readVersion } from '../version.js';
import { layFoundation } from './foundation.js';
import type { Foundation } from './foundation.js';
import { watchHealth } from './health-watch.js';
import type { HealthWatch } from './health-watch.js';
import { startJobs } from './job-processing.js';
import { jobsOverHttp } from './jobs-over-http.js';
import { keptSecret } from './kept-secret.js';
import type { KeptSecret } from './kept-secret.js';
import { listeningFailure } from './listening-failure.js';
import { stopSignals } from './stop-signals.js';
import { welcomeText } from './welcome.js';
import type { Welcome } from './welcome.js';

/** Milliseconds that what runs may take to end once a signal says to stop. */
const GRACE = 30_000;

export interface ServeOptions {
  /** Lines that the log should begin with. */
  warnings: readonly string[];
  /** Whether to leave out what is said once the service listens. */
  quiet: boolean;
  /** Whether this process works on jobs, too. */
  works: boolean;
}

/**
 * The service, from its settings until a signal stops it: what runs then is finished, within 30 seconds. The log goes to
 * standard error, what people read to standard output.
 *
 * @throws FailureError, ScreenplayError when it cannot start
 */
export async function serve(settings: Settings, io: Io, { warnings, quiet, works }: ServeOptions): Promise<ExitCode> {
  const { values } = settings;
  const foundation = await layFoundation(settings, io, warnings);
  const { log, converter, backend, dataFolder } = foundation;
  const signals = stopSignals();
  let grace = 0;
  let health: HealthWatch | undefined;
  try {
    const generated = values.ACCESS_TOKEN === undefined && isOneMachine(values) && dataFolder !== undefined;
    const kept = generated ? await keptSecret(dataFolder, 'access-token') : undefined;
    const tokens = kept ? [kept.secret] : (values.ACCESS_TOKEN ?? []);
    if (tokens.length === 0)
      log.log('warn', 'no ACCESS_TOKEN is set: protected endpoints answer 401 whatever token they are sent');
    const inForce = settingsWith(foundation, kept, tokens);
    const jobs = jobsOverHttp(foundation);
    const watch = (health = await watchHealth(backend.checks, () => jobs.service.queue()));
    const server = createServer({
      converter,
      log,
      version: readVersion(),
      tokens,
      requireToken: values.REQUIRE_TOKEN,
      corsOrigin: values.CORS_ORIGIN,
      trustProxy: values.TRUST_PROXY,
      setup: () => inForce,
      deployment: () => watch.state(),
      jobs: jobs.options,
      converterStats: () => converter.stats(),
    });
    await converter.ready();
    const port = await listen(server, values.HOST, values.PORT);
    const processing = startJobs({ ...foundation, works });
    log.log('info', 'listening', { host: values.HOST, port });
    if (!quiet) {
      const tokenForAll = values.REQUIRE_TOKEN === 'all';
      const version = readVersion();
      const token = describeToken(kept, tokens, io);
      await writeTo(io.stdout, welcomeText({ version, host: values.HOST, port, dataFolder, tokenForAll, token }));
    }
    const signal = await signals.first;
    const begin = performance.now();
    log.log('info', 'stopping', { signal, grace_ms: GRACE });
    await Promise.all([server.close(GRACE), processing.stop(GRACE)]);
    grace = Math.max(0, GRACE - (performance.now() - begin));
    return EXIT.done;
  } finally {
    health?.stop();
    // Whatever way it ends, no process of the pool outlives it.
    await foundation.close(grace);
    log.log('info', 'stopped');
    signals.release();
  }
}

/** The settings as they are, with what was generated. */
function settingsWith(
  { settings, secrets }: Foundation,
  token: KeptSecret | undefined,
  tokens: readonly string[],
): SettingInForce[] {
  const generated = [...secrets.kept.keys(), ...(token ? ['ACCESS_TOKEN'] : [])];
  return settingsInForce({
    ...settings,
    values: {
      ...settings.values,
      ACCESS_TOKEN: tokens.length === 0 ? undefined : tokens,
      JOB_SECRET: secrets.jobs,
      WEBHOOK_SECRET: secrets.webhooks,
    },
    sources: new Map([...settings.sources, ...generated.map((name) => [name, 'generated'] as const)]),
  });
}

async function listen(server: ScreenplayServer, host: string, port: number): Promise<number> {
  try {
    return (await server.listen({ host, port })).port;
  } catch (error) {
    throw listeningFailure(error, host, port);
  }
}

function describeToken(kept: KeptSecret | undefined, tokens: readonly string[], io: Io): Welcome['token'] {
  if (kept === undefined) return { from: tokens.length === 0 ? 'nowhere' : 'settings' };
  return { from: 'file', path: kept.path, secret: io.stdout.isTTY ? kept.secret : undefined };
}
