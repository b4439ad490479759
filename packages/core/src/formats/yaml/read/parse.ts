import type { Warnings } from '../../../errors/index.js';
import { decodeText, positionAt } from '../../../syntax/text.js';
import { buildValue } from './build-value.js';
import { composeYaml } from './compose.js';

/**
 * The value of a YAML text: one document of YAML 1.2 under the core schema, whatever version it claims. Keys are
 * strings and no key comes twice in one mapping; `<<` is a key like any other; tags beyond the core schema are dropped
 * with a warning; aliases unfold to copies, within a cap. A root that is a sequence gives an empty array.
 *
 * @throws ScreenplayError `malformed_input` with line and column; `limit_exceeded`.
 */
export function parseYaml(bytes: Uint8Array, warnings: Warnings): unknown {
  const { text, guessed } = decodeText(bytes);
  if (guessed !== undefined) warnings.add('encoding_guessed', guessed);
  const tree = composeYaml(text);
  if (!tree) return [];
  const { odd } = tree;
  if (odd) {
    const at = positionAt(text, odd.first);
    const tags = `Tags beyond the core schema mean nothing in a native document: dropped ${odd.tags}`;
    if (odd.tags > 0) warnings.add('not_carried', tags, at);
    if (odd.others > 0)
      warnings.add('guessed', `Doubtful YAML was read as it is usually meant: ${odd.others} places`, at);
  }
  return buildValue(tree, text, warnings);
}
