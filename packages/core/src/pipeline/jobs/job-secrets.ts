import { Message } from '../../encryption/message.js';
import { decodeExact, encode } from '../../encryption/encodings.js';
import { randomBytes } from '../../encryption/ivs.js';
import { Hmac, subtle } from '../../encryption/web-crypto.js';
import type { Bytes, ImportedKey } from '../../encryption/web-crypto.js';
import { ScreenplayError } from '../../errors/index.js';
import type { Runtime } from '../../ports/index.js';
import { concat } from '../../syntax/bytes.js';
import { encodeText } from '../../syntax/text.js';
import { VARS } from '../tasks/vars.js';
import type { VarName, Vars } from '../tasks/vars.js';

const VERSION = 'v1.';
const IV_BYTES = 12;

interface Keys {
  seal: ImportedKey;
  print: Hmac;
}

/** The options of a job as they rest: those that are no secret, and the others sealed. */
export interface RestingVars {
  vars: Vars;
  /** Null when there are none. */
  sealed: string | null;
}

/**
 * Seals the secret options of jobs (AES-256-GCM, bound to the job) and makes fingerprints of requests that give nothing
 * of them away. Both under keys made from the deployment's secret. Of several secrets the first seals and all open, so
 * that a secret can be replaced while jobs are under way.
 */
export class JobSecrets {
  readonly #secrets: readonly string[];
  readonly #random: Runtime['random'];
  readonly #keys = new Map<string, Promise<Keys>>();

  /** @throws ScreenplayError `bad_option` without a secret */
  constructor(secrets: readonly string[], runtime: Pick<Runtime, 'random'>) {
    if (secrets.length === 0 || secrets.includes('')) {
      throw new ScreenplayError('bad_option', 'Jobs need a secret to seal their options with');
    }
    this.#secrets = secrets;
    this.#random = (length) => runtime.random(length);
  }

  async rest(vars: Vars, jobId: string): Promise<RestingVars> {
    const entries = Object.entries(vars) as [VarName, unknown][];
    const plain = entries.filter(([name]) => !VARS[name].secret);
    const secret = entries.filter(([name]) => VARS[name].secret);
    return {
      vars: Object.fromEntries(plain),
      sealed: secret.length === 0 ? null : await this.#seal(JSON.stringify(Object.fromEntries(secret)), jobId),
    };
  }

  /** @throws ScreenplayError `wrong_key` when none of the secrets sealed them */
  async open({ vars, sealed }: RestingVars, jobId: string): Promise<Vars> {
    if (sealed === null) return vars;
    const bytes = sealed.startsWith(VERSION) ? decodeExact(sealed.slice(VERSION.length), 'base64') : undefined;
    for (const secret of bytes ? this.#secrets : []) {
      const { seal } = await this.#keysOf(secret);
      const text = bytes && (await opened(bytes, seal, jobId));
      if (text !== undefined) return { ...vars, ...(JSON.parse(text) as Vars) };
    }
    throw new ScreenplayError('wrong_key', 'The options of the job were sealed with another secret');
  }

  /** Fingerprints of a request, one under each secret, the one for new jobs first. */
  async fingerprints(request: object): Promise<string[]> {
    const text = encodeText(canonical(request));
    const all = this.#secrets.map(async (secret) => encode(await (await this.#keysOf(secret)).print.sign(text), 'hex'));
    return Promise.all(all);
  }

  async #seal(text: string, jobId: string): Promise<string> {
    const { seal } = await this.#keysOf(this.#secrets[0] ?? '');
    const iv = randomBytes(this.#random, IV_BYTES);
    const call = { name: 'AES-GCM', iv, additionalData: encodeText(jobId), tagLength: 128 } as const;
    const ciphertext = new Uint8Array(await subtle().encrypt(call, seal, encodeText(text)));
    return VERSION + encode(concat([iv, ciphertext]), 'base64');
  }

  #keysOf(secret: string): Promise<Keys> {
    const known = this.#keys.get(secret);
    if (known) return known;
    const made = makeKeys(secret);
    this.#keys.set(secret, made);
    return made;
  }
}

async function makeKeys(secret: string): Promise<Keys> {
  const root = await Hmac.under(encodeText(secret));
  const sealing = await root.sign(new Message().part('screenplay/job-vars/v1').bytes());
  const printing = await root.sign(new Message().part('screenplay/job-request/v1').bytes());
  return {
    seal: await subtle().importKey('raw', sealing, { name: 'AES-GCM' }, false, ['encrypt', 'decrypt']),
    print: await Hmac.under(printing),
  };
}

async function opened(bytes: Bytes, key: ImportedKey, jobId: string): Promise<string | undefined> {
  const iv = bytes.slice(0, IV_BYTES);
  const call = { name: 'AES-GCM', iv, additionalData: encodeText(jobId), tagLength: 128 } as const;
  try {
    return new TextDecoder().decode(await subtle().decrypt(call, key, bytes.slice(IV_BYTES)));
  } catch {
    return undefined;
  }
}

/** JSON text with the members of each object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
