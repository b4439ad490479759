import { describe, expect, test } from 'vitest';
import { isDateTime, isUri } from '../../src/schema/formats.js';

describe('date-time', () => {
  test.each([
    '1963-06-19T08:30:06.283185Z',
    '1963-06-19t08:30:06z',
    '1937-01-01T12:00:27.87+00:20',
    '1990-12-31T15:59:50.123-08:00',
    '2000-02-29T00:00:00Z',
    '0000-02-29T00:00:00Z',
    '2026-01-01T00:00:00-00:00',
    '2026-01-01T23:59:59+23:59',
    `2026-01-01T00:00:00.${'1'.repeat(1000)}Z`,
    // Leap seconds end a month in UTC, wherever the clock on the wall stands.
    '1998-12-31T23:59:60Z',
    '1998-12-31T23:59:60.9Z',
    '1998-12-31T15:59:60.123-08:00',
    '1999-01-01T00:59:60+01:00',
    '2015-06-30T23:59:60Z',
    '2015-07-01T05:29:60+05:30',
  ])('%s is an instant', (text) => expect(isDateTime(text)).toBe(true));

  test.each([
    '2023-02-30T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2023-06-31T00:00:00Z',
    '2023-00-01T00:00:00Z',
    '2023-01-00T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-01-32T00:00:00Z',
    '2023-01-01T24:00:00Z',
    '2023-01-01T00:60:00Z',
    '1998-12-31T23:59:61Z',
    '1998-12-31T23:58:60Z',
    '1998-12-31T22:59:60Z',
    '1998-12-30T23:59:60Z',
    '1998-12-31T23:59:60+01:00',
    '1999-01-02T00:59:60+01:00',
    '2023-01-01T00:00:00+24:00',
    '2023-01-01T00:00:00+00:60',
    '2023-01-01T00:00:00',
    '2023-01-01T00:00:00.Z',
    '2023-01-01T00:00:00+01',
    '2023-01-01T00:00:00+0100',
    '2023-01-01T00:00:00Z+01:00',
    '2023-01-01 00:00:00Z',
    '2023-01-01T00:00Z',
    '2023-01-01',
    '2023-1-1T00:00:00Z',
    '2013-350T01:01:01Z',
    '+11963-06-19T08:30:06Z',
    '1963-06-1৪T00:00:00Z',
    '06/19/1963 08:30:06 PST',
    '2023-01-01T00:00:00Z\n',
    '',
  ])('%s is none', (text) => expect(isDateTime(text)).toBe(false));

  test('agrees with the calendar of the platform on every day from 1999 to 2101', () => {
    for (let year = 1999; year <= 2101; year++) {
      for (let month = 1; month <= 12; month++) {
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        for (let day = 28; day <= 31; day++) {
          expect(isDateTime(`${year}-${String(month).padStart(2, '0')}-${day}T00:00:00Z`)).toBe(day <= last);
        }
      }
    }
  });
});

describe('uri', () => {
  test.each([
    'http://foo.bar/?baz=qux#quux',
    'http://foo.com/blah_(wikipedia)_blah#cite-1',
    'http://foo.bar/?q=Test%20URL-encoded%20stuff',
    'http://xn--nw2a.xn--j6w193g/',
    "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
    'http://223.255.255.254',
    'http://a.b:8080',
    'http://a.b:',
    'ftp://ftp.is.co.za/rfc/rfc1808.txt',
    'ldap://[2001:db8::7]/c=GB?objectClass?one',
    'http://[::]/',
    'http://[::1]:80/',
    'http://[1:2:3:4:5:6:7:8]/',
    'http://[1:2:3:4:5:6:7::]/',
    'http://[::ffff:192.0.2.1]/',
    'http://[1:2:3:4:5:6:192.0.2.1]/',
    'http://[v7.abc:def]/',
    'mailto:John.Doe@example.com',
    'news:comp.infosystems.www.servers.unix',
    'tel:+1-816-555-1212',
    'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
    'file:///etc/fstab',
    'x:',
    'x+y-z.1:/a//b',
    'https://example.org?only=query#and/fragment?',
  ])('%s is a URI', (text) => expect(isUri(text)).toBe(true));

  test.each([
    '',
    'abc',
    '/abc',
    '//foo.bar/?baz=qux#quux',
    '#fragment',
    '\\\\WINDOWS\\fileshare',
    'http:// shouldfail.com',
    ':// should fail',
    'bar,baz:foo',
    '1a:b',
    'http://exämple.org/',
    'http://a.b/<c>',
    'http://a.b/"c"',
    'http://a.b/{c}',
    'http://a.b/c^d',
    'http://a.b/c`d',
    'http://a.b/c|d',
    'http://a.b/c\\d',
    'http://a.b/%',
    'http://a.b/%4',
    'http://a.b/%zz',
    'http://a.b/c#d#e',
    'http://a.b/c\n',
    'http://a.b:80a/',
    'http://a@b@c/',
    'http://[/',
    'http://[]/',
    'http://[@example.org/',
    'http://[1:2:3:4:5:6:7]/',
    'http://[1:2:3:4:5:6:7:8:9]/',
    'http://[1:2:3:4:5:6:7:8::]/',
    'http://[1::2::3]/',
    'http://[12345::]/',
    'http://[g::]/',
    'http://[::1.2.3.256]/',
    'http://[::1.2.3]/',
    'http://[1.2.3.4::]/',
    'http://[::1]x/',
    'http://[v.a]/',
  ])('%s is none', (text) => expect(isUri(text)).toBe(false));

  test('takes linear time', () => {
    const hostile = [
      `http://${'a'.repeat(2e5)}@@`,
      `x:${'%4'.repeat(1e5)}`,
      `http://[${':'.repeat(2e5)}`,
      `a${'+'.repeat(2e5)}`,
    ];
    const started = performance.now();
    for (const text of hostile) expect(isUri(text)).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
