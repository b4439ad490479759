import type { Meta } from '../../model/document.js';
import { textHash } from '../code-points.js';
import { putMeta } from '../meta.js';
import { encodeRuns } from '../run-codec.js';
import type { RichText } from './types.js';

/** Writes the runs of a text, and the hash of the text that they belong to, under `runs.<key>`. */
export function putRuns(meta: Meta, key: string, part: RichText): void {
  if (!part.runs || part.runs.length === 0) return;
  putMeta(meta, `runs.${key}`, encodeRuns(part.text, part.runs));
  putMeta(meta, `runs-hash.${key}`, textHash(part.text));
}
