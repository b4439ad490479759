import { nearestWord } from '../nearest-word.js';
import { durationText, parseDuration } from './duration.js';
import type { SettingKind, SettingValue } from './setting.js';

/** What a text says, or what is wrong with it; a fault never repeats a secret. */
export type Parsed = { readonly value: SettingValue } | { readonly fault: string };

const LONGEST_URL = 2048;
const LONGEST_KEY = 1024;

const SIZE = /^(\d{1,15})(KB|MB|GB)?$/i;
const SIZE_OF_UNIT: Readonly<Record<string, number>> = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 };

const HOST = /^[A-Za-z0-9._:%-]+$/;
/** The characters of a bearer token (RFC 6750), commas apart. */
const TOKEN = /^[A-Za-z0-9._~+/=-]+$/;
const WEBHOOK_NAME = /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/;
const ALLOWED_HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:.]+)$/;

/** Reads the text of a setting; `text` is not empty. */
export function parseValue(kind: SettingKind, text: string): Parsed {
  switch (kind.type) {
    case 'port':
      return wholeNumber(text, 0, 65_535);
    case 'whole':
      return wholeNumber(text, kind.min, kind.max);
    case 'duration':
      return duration(text, kind.min, kind.max);
    case 'size':
      return size(text, kind.max);
    case 'switch':
      return onOrOff(text);
    case 'choice':
      return choice(text, kind.words);
    case 'host':
      return HOST.test(text) ? { value: text } : { fault: `${quoted(text)} is not an address or host name` };
    case 'folder':
      return { value: text };
    case 'word':
      return /^\S+$/.test(text) ? { value: text } : { fault: `${quoted(text)} has spaces in it` };
    case 'key-prefix':
      return keyPrefix(text);
    case 'url':
      return url(text, kind.schemes);
    case 'webhook-urls':
      return each(text, (part, place) => urlFault(part, ['http', 'https'], `URL ${place}`));
    case 'webhook-names':
      return each(text, (part) => (WEBHOOK_NAME.test(part) ? undefined : `${quoted(part)} is not a name of a webhook`));
    case 'hosts':
      return each(text, (part) => (ALLOWED_HOST.test(part) ? undefined : `${quoted(part)} is not a host name`));
    case 'origins':
      return each(text, originFault);
    case 'tokens':
      return each(text, (part, place) => tokenFault(part, `token ${place}`, kind.least));
    case 'secrets':
      return each(text, (part, place) => lengthFault(part, `secret ${place}`, kind.least));
    case 'secret':
      return text.length >= kind.least ? { value: text } : { fault: `is shorter than ${kind.least} characters` };
  }
}

/** One URL, as a value and as the one of a named webhook. */
export function url(text: string, schemes: readonly string[]): Parsed {
  const fault = urlFault(text, schemes, 'its value');
  return fault === undefined ? { value: text } : { fault };
}

function wholeNumber(text: string, min: number, max: number): Parsed {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return { value };
  return { fault: `takes a whole number from ${min} to ${max}, not ${quoted(text)}` };
}

function duration(text: string, min: number, max: number): Parsed {
  const value = parseDuration(text);
  if (value === undefined) {
    const hint = /^\d+$/.test(text) ? `; ${text}s is seconds` : '';
    return { fault: `takes a duration such as 500ms, 15s, 1m30s or 2h, not ${quoted(text)}${hint}` };
  }
  if (value < min) return { fault: `${text} is too short; the least is ${durationText(min)}` };
  if (value > max) return { fault: `${text} is too long; the most is ${durationText(max)}` };
  return { value };
}

function size(text: string, max: number): Parsed {
  const [, digits, unit] = SIZE.exec(text) ?? [];
  const value = Number(digits) * (unit === undefined ? 1 : (SIZE_OF_UNIT[unit.toUpperCase()] ?? NaN));
  if (value >= 1 && value <= max) return { value };
  return { fault: `takes a size from 1 byte to ${sizeText(max)}, such as 200MB, not ${quoted(text)}` };
}

/** The text that is read back as this many bytes. */
export function sizeText(bytes: number): string {
  for (const unit of ['GB', 'MB', 'KB']) {
    const count = bytes / (SIZE_OF_UNIT[unit] ?? NaN);
    if (Number.isInteger(count) && count > 0) return `${count}${unit}`;
  }
  return String(bytes);
}

function onOrOff(text: string): Parsed {
  const word = text.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return { value: true };
  if (['false', '0', 'no', 'off'].includes(word)) return { value: false };
  return { fault: `takes true or false, not ${quoted(text)}` };
}

function choice(text: string, words: readonly string[]): Parsed {
  const word = text.toLowerCase();
  if (words.includes(word)) return { value: word };
  const near = nearestWord(text, words);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return { fault: `takes ${listText(words)}, not ${quoted(text)}${hint}` };
}

function keyPrefix(text: string): Parsed {
  if (text.startsWith('/')) return { fault: 'begins with a slash, which no key does' };
  if (text.split('/').some((segment) => segment === '.' || segment === '..'))
    return { fault: 'has a segment . or .., which no key has' };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return { fault: 'has control characters in it' };
  if (Buffer.byteLength(text) >= LONGEST_KEY) return { fault: 'is longer than keys may be' };
  return { value: text };
}

/** Values separated by commas, of which spaces around them and empty ones do not count. */
function each(text: string, faultOf: (part: string, place: number) => string | undefined): Parsed {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return { fault: 'has nothing but commas in it' };
  const faults = parts.flatMap((part, place) => faultOf(part, place + 1) ?? []);
  return faults.length === 0 ? { value: [...new Set(parts)] } : { fault: faults.join('; ') };
}

/** URLs can be secrets, so a fault names one by its place. */
function urlFault(text: string, schemes: readonly string[], what: string): string | undefined {
  if (!URL.canParse(text)) return `${what} is not a URL`;
  if (text.length > LONGEST_URL) return `${what} is longer than ${LONGEST_URL} characters`;
  const { protocol, hostname } = new URL(text);
  if (!schemes.includes(protocol.slice(0, -1)) || hostname === '')
    return `${what} does not begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return undefined;
}

function originFault(text: string): string | undefined {
  if (text === '*') return undefined;
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === text) return undefined;
  const hint = origin === 'null' ? 'such as https://example.com' : `write ${origin}`;
  return `${quoted(text)} is not an origin; ${hint}`;
}

function tokenFault(text: string, what: string, least: number): string | undefined {
  return (
    lengthFault(text, what, least) ?? (TOKEN.test(text) ? undefined : `${what} has characters that no bearer token has`)
  );
}

function lengthFault(text: string, what: string, least: number): string | undefined {
  return text.length < least ? `${what} is shorter than ${least} characters` : undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);
}

function listText(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
