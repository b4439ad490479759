import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import { guardLimit, limitExceeded, LIMITS } from '../../../syntax/limits.js';
import { decodeText, positionAt, wellFormed } from '../../../syntax/text.js';
import { findFault } from './find-fault.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text (RFC 8259): UTF-8, a byte order mark allowed, no name twice in one object. The platform's
 * own parser does the work; a scan before it caps what it may build, and a slow reader after it says where a fault is.
 *
 * @throws ScreenplayError `malformed_input` with line and column; `limit_exceeded`.
 */
export function parseJson(bytes: Uint8Array, warnings: Warnings): unknown {
  const text = decodeUtf8(bytes);
  const names = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw faultIn(text, cause);
  }
  const repair = /\\u[dD][89a-fA-F]/.test(text);
  const walked = walk(value, repair);
  // A name that an object holds twice was written more often than it is there.
  if (walked.names !== names) throw faultIn(text);
  if (walked.repaired)
    warnings.add('repaired', 'Half characters (lone surrogates), which no file can hold, became \uFFFD');
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  guardLimit('inputBytes', bytes.length);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    const { encoding } = decodeText(bytes);
    const seen = encoding === 'utf-8' ? 'has bytes that are not UTF-8' : `looks like ${encoding}`;
    throw new ScreenplayError('malformed_input', `JSON must be UTF-8, and this file ${seen}: save it as UTF-8`, {
      cause,
    });
  }
}

/**
 * Counts the names of members in text that may not be JSON, and keeps depth and number of values within the caps:
 * parsers of some platforms recurse.
 */
function scan(text: string): number {
  let names = 0;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x3a: // :
        names++;
        break;
      case 0x2c: // ,
        values++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        values++;
        if (++depth > LIMITS.nestingDepth) throw limitExceeded('nestingDepth', positionAt(text, at));
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
    }
  }
  guardLimit('nodes', values);
  return names;
}

/** Offset of the quote that ends the string which begins at `start`; the text's length when none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/** Counts the names of all objects in a parsed value, and makes its strings well-formed when told to. */
function walk(root: unknown, repair: boolean): { names: number; repaired: boolean } {
  let names = 0;
  let repaired = false;
  const mend = (text: string): string => {
    const mended = wellFormed(text);
    if (mended !== text) repaired = true;
    return mended;
  };
  const open: object[] = [];
  if (typeof root === 'object' && root !== null) open.push(root);
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at++) {
        const item: unknown = holder[at];
        if (typeof item === 'object' && item !== null) open.push(item);
        else if (repair && typeof item === 'string') holder[at] = mend(item);
      }
      continue;
    }
    const members = holder as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      names++;
      const member = members[name];
      if (typeof member === 'object' && member !== null) open.push(member);
      else if (repair && typeof member === 'string') setMember(members, name, mend(member));
    }
  }
  return { names, repaired };
}

/** Also for a member called `__proto__`, which assignment would take for the prototype. */
function setMember(members: Record<string, unknown>, name: string, value: string): void {
  if (members[name] === value) return;
  Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}

function faultIn(text: string, cause?: unknown): ScreenplayError {
  const fault = findFault(text);
  const message = fault ? `This is not JSON: ${fault.message}` : 'This is not JSON';
  return new ScreenplayError('malformed_input', message, {
    ...(fault ? { at: positionAt(text, fault.offset) } : {}),
    ...(cause === undefined ? {} : { cause }),
  });
}
