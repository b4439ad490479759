import { longScript, mixedScripts } from './scripts.js';
import type { Script } from './scripts.js';

/** What is asked for in one push, before it is known where its results are told. */
export interface Order {
  script: Script;
  tasks: readonly string[];
  vars: Readonly<Record<string, unknown>>;
}

/** Every so many jobs there is a long one. */
const LONG_EVERY = 10;

/** Tasks for a script of a format, after it has become the native document. */
const PIPELINES: readonly (readonly string[])[] = [
  ['validate-screenplay', 'export-to-pdf', 'zip-output'],
  ['export-to-fountain', 'encrypt-screenplay', 'zip-output'],
  ['export-to-fdx', 'export-to-fadein', 'export-to-yaml'],
  ['encrypt-screenplay', 'decrypt-screenplay', 'export-to-fdx', 'zip-output'],
  ['export-to-json', 'validate-screenplay'],
];

/**
 * Jobs of mixed formats and tasks: most are small, some long, some bad, many carry the secret.
 *
 * @param secret the key that some of them encrypt with
 */
export async function mixedOrders(count: number, secret: string): Promise<Order[]> {
  const scripts = await mixedScripts();
  const long = longScript(150);
  return Array.from({ length: count }, (_, at): Order => {
    if (at % LONG_EVERY === 0) return orderFor(long, ['export-to-fdx', 'export-to-pdf', 'zip-output'], secret);
    // A lap more, and each script meets the next pipeline.
    const pipeline = PIPELINES[(at + Math.floor(at / scripts.length)) % PIPELINES.length] ?? [];
    return orderFor(scripts[at % scripts.length] ?? long, pipeline, secret);
  });
}

function orderFor(script: Script, pipeline: readonly string[], secret: string): Order {
  const { format } = script;
  const native = format === 'json' || format === 'yaml';
  const first = native ? [] : [`convert-${format === 'none' ? 'fdx' : format}-to-screenplay`];
  const encrypts = pipeline.includes('encrypt-screenplay');
  return {
    script,
    tasks: [...first, ...pipeline],
    vars: { ...(encrypts ? { encrypt_key: secret } : {}), lang: 'en' },
  };
}
