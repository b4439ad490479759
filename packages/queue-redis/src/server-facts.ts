import { ScreenplayError } from '@screenplay/core';

/** What Redis says of itself (`INFO`) that decides whether jobs may be trusted to it. */
export interface ServerFacts {
  version: string;
  /** What it does when its memory is full. */
  evictionPolicy: string | undefined;
  /** `standalone`, `cluster` or `sentinel`. */
  mode: string | undefined;
  role: string | undefined;
  appendOnly: boolean | undefined;
}

const OLDEST = [6, 2] as const;

/** Reads the answer to `INFO`. */
export function readServerFacts(info: string): ServerFacts {
  const fields = new Map<string, string>();
  for (const line of info.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const appendOnly = fields.get('aof_enabled');
  return {
    version: fields.get('redis_version') ?? '0',
    evictionPolicy: fields.get('maxmemory_policy'),
    mode: fields.get('redis_mode'),
    role: fields.get('role'),
    appendOnly: appendOnly === undefined ? undefined : appendOnly === '1',
  };
}

/**
 * Refuses a Redis that would lose jobs or cannot run them.
 *
 * @throws ScreenplayError `bad_option`, which says what to set
 */
export function requireFit(facts: ServerFacts, place: string): void {
  const refuse = (reason: string): never => {
    throw new ScreenplayError('bad_option', `Redis at ${place} ${reason}`);
  };
  const [major = 0, minor = 0] = facts.version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    refuse(`is of version ${facts.version}; ${OLDEST.join('.')} or newer is needed`);
  }
  if (facts.evictionPolicy !== undefined && facts.evictionPolicy !== 'noeviction') {
    refuse(
      `drops keys when its memory is full (maxmemory-policy ${facts.evictionPolicy}), and jobs with them; set maxmemory-policy to noeviction`,
    );
  }
  if (facts.mode === 'cluster' || facts.mode === 'sentinel') {
    refuse(`runs in ${facts.mode} mode; name a single server, or what stands for one`);
  }
  if (facts.role === 'slave') refuse('is a read-only replica; name its primary');
}
