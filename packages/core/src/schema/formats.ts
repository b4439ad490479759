/** The string formats that the schema asserts, beside `uuid`, which is the model's. All take linear time. */

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Whether `text` is an RFC 3339 date-time that exists: 30 February does not. Second 60 is a leap second, which only
 * ever ends a month in UTC.
 */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const field = (at: number): number => Number(parts[at] ?? 0);
  const year = field(1);
  const month = field(2);
  const day = field(3);
  const hour = field(4);
  const minute = field(5);
  const second = field(6);
  const offset = (field(8) * 60 + field(9)) * (parts[7] === '-' ? -1 : 1);
  if (day < 1 || day > daysOf(year, month)) return false;
  if (hour > 23 || minute > 59 || second > 60 || field(8) > 23 || field(9) > 59) return false;
  return second < 60 || endsMonth(year, month, day, hour * 60 + minute - offset);
}

/** 0 for a month that is none. */
function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

/**
 * Whether a UTC month ends with the minute that begins `minutes` after (or before) the midnight of the day. Offsets
 * stop short of 24 hours, so that minute lies on the day itself or on the one before.
 */
function endsMonth(year: number, month: number, day: number, minutes: number): boolean {
  return minutes === -1 ? day === 1 : minutes === 24 * 60 - 1 && day === daysOf(year, month);
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const USER = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i;
const HOST = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i;
const PATH = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;
const PORT = /^\d*$/;
const FUTURE_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const GROUP = /^[\da-f]{1,4}$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether `text` is a URI with a scheme (RFC 3986, no relative references). */
export function isUri(text: string): boolean {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return false;
  const [main, fragment = ''] = splitOnce(text.slice(scheme.length), '#');
  const [hierarchy, query = ''] = splitOnce(main, '?');
  if (!QUERY.test(query) || !QUERY.test(fragment)) return false;
  if (!hierarchy.startsWith('//')) return PATH.test(hierarchy);
  const [authority, path = ''] = splitOnce(hierarchy.slice(2), '/');
  return isAuthority(authority) && PATH.test(path);
}

function splitOnce(text: string, separator: string): [before: string, after?: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@');
  if (at >= 0 && !USER.test(authority.slice(0, at))) return false;
  const place = authority.slice(at + 1);
  if (place.startsWith('[')) {
    const end = place.indexOf(']');
    if (end < 0) return false;
    const rest = place.slice(end + 1);
    return isAddress(place.slice(1, end)) && (rest === '' || (rest.startsWith(':') && PORT.test(rest.slice(1))));
  }
  const colon = place.indexOf(':');
  if (colon < 0) return HOST.test(place);
  return HOST.test(place.slice(0, colon)) && PORT.test(place.slice(colon + 1));
}

/** What may stand between square brackets: IPv6, or an address of a later version. */
function isAddress(text: string): boolean {
  if (FUTURE_ADDRESS.test(text)) return true;
  if (text.length > 45) return false;
  const halves = text.split('::');
  const [head = '', tail] = halves;
  if (halves.length > 2) return false;
  if (tail === undefined) return countGroups(head, true) === 8;
  const before = head === '' ? 0 : countGroups(head, false);
  const after = tail === '' ? 0 : countGroups(tail, true);
  return before + after <= 7;
}

/** Number of 16-bit groups; NaN when one is none. Two of them may be written as an IPv4 address at the end. */
function countGroups(text: string, mayEndInIpv4: boolean): number {
  const groups = text.split(':');
  let count = groups.length;
  const last = groups.at(-1) ?? '';
  if (mayEndInIpv4 && IPV4.test(last)) {
    groups.pop();
    count++;
  }
  return groups.every((group) => GROUP.test(group)) ? count : Number.NaN;
}
