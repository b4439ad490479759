import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Settings } from '../settings/settings.js';
import type { Io } from '../terminal/io.js';
import { Messages } from '../terminal/messages.js';
import type { Invocation } from './command.js';
import { verbosityOf } from './option-values.js';
import { settingTexts } from './setting-options.js';

/** Runs what needs the settings of the service; what is wrong with them is told, each fault in a line. */
export async function withSettings(
  invocation: Invocation,
  io: Io,
  run: (settings: Settings, warnings: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { readSettings, strangeVariables } = await import('../settings/read-settings.js');
  const { SettingsError } = await import('../settings/settings.js');
  try {
    return await run(readSettings({ env: io.env, ...settingTexts(invocation.options) }), strangeVariables(io.env));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const messages = new Messages(io, verbosityOf(invocation.options));
    for (const fault of error.faults) await messages.error(fault);
    return EXIT.usage;
  }
}
