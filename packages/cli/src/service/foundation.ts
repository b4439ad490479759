import type { Runtime } from '@screenplay/core';
import { ConverterPool } from '@screenplay/isolation';
import { createLog } from '@screenplay/server';
import type { ServerLog } from '@screenplay/server';
import { resolve } from 'node:path';
import { isOneMachine } from '../settings/settings.js';
import type { Settings } from '../settings/settings.js';
import type { Io } from '../terminal/io.js';
import { openDataFolder } from './data-folder.js';
import { collectGarbageLater } from './garbage.js';
import { openBackend } from './job-backend.js';
import type { JobBackend } from './job-backend.js';
import { logStream } from './log-stream.js';
import { nodeRuntime } from './node-runtime.js';
import { findSecrets } from './service-secrets.js';
import type { FoundSecrets } from './service-secrets.js';

/** What servers and workers stand on. */
export interface Foundation {
  settings: Settings;
  /** Where generated secrets, the embedded queue and files are; none where all of that is elsewhere. */
  dataFolder: string | undefined;
  log: ServerLog;
  runtime: Runtime;
  secrets: FoundSecrets;
  backend: JobBackend;
  converter: ConverterPool;
  /** Closes all of it; conversions may end within `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * Opens what the settings name.
 *
 * @param warnings lines that the log should begin with
 * @throws FailureError, ScreenplayError when a part of it cannot be used
 */
export async function layFoundation(settings: Settings, io: Io, warnings: readonly string[]): Promise<Foundation> {
  collectGarbageLater();
  const { values } = settings;
  const dataFolder =
    isOneMachine(values) || values.S3_BUCKET === undefined ? resolve(io.cwd, values.DATA_DIR) : undefined;
  if (dataFolder !== undefined) await openDataFolder(dataFolder);
  const log = createLog({ level: values.LOG_LEVEL, destination: logStream(io) });
  for (const warning of warnings) log.log('warn', warning);
  const runtime = nodeRuntime((level, message, fields) => log.log(level, message, fields));
  const folder = dataFolder ?? values.DATA_DIR;
  const secrets = await findSecrets(values, folder);
  const backend = await openBackend(values, folder, runtime);
  const converter = new ConverterPool({ timeoutMs: values.CONVERT_TIMEOUT, memoryMb: values.CONVERT_MEMORY_MB });
  return {
    settings,
    dataFolder,
    log,
    runtime,
    secrets,
    backend,
    converter,
    async close(graceMs) {
      await converter.close(graceMs);
      await backend.close();
    },
  };
}
