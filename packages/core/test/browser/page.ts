import * as fdx from '@screenplay/core/fdx';
import * as fountain from '@screenplay/core/fountain';
import * as json from '@screenplay/core/json';
import { codecContract } from '@screenplay/core/testing';
import * as yaml from '@screenplay/core/yaml';
import { codecOf } from './codec-of.js';

/** The program of the test page: every codec by its own subpath, and the cases of its contract by name. */
const rooms: Record<string, object> = { fdx, fountain, json, yaml };

async function runCase(format: string, sample: string, name: string): Promise<void> {
  const response = await fetch(`/samples/${format}/${sample}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const codec = codecOf(rooms[format] ?? {});
  const found = codecContract(codec, [{ name: sample, bytes }]).find((one) => one.name === name);
  if (!found) throw new Error(`the page knows no case ${name}`);
  await found.run();
}

Object.assign(globalThis, { runCase });
