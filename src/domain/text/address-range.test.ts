import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange, rangesHold } from './address-range.ts';

describe('parseRange', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::ffff:192.0.2.7/128'])(
    'takes %s',
    (text) => expect(parseRange(text)).not.toBeNull(),
  );

  it.each(['', ' ', 'here', '203.0.113', '203.0.113.0/33', '2001:db8::/129', '203.0.113.7/', '/24', '1.2.3.4/24/8'])(
    'refuses "%s"',
    (text) => expect(parseRange(text)).toBeNull(),
  );

  it.each(['fe80::1%eth0', '203.0.113.7:443', '[2001:db8::1]', '203.0.113.7/-1', '0x7f.1', '010.0.0.1', '1.2.3.4 /8'])(
    'refuses "%s", which others might read otherwise',
    (text) => expect(parseRange(text)).toBeNull(),
  );
});

describe('rangesHold', () => {
  const ranges = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];

  it.each([
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:cb00:7109', true],
    ['::ffff:203.0.114.9', false],
    ['::203.0.113.9', false],
    ['not an address', false],
    ['', false],
  ])('%s: %s', (address, expected) => expect(rangesHold(ranges, address)).toBe(expected));

  it('holds an IPv4 address under a range that is written for IPv6', () => {
    expect(rangesHold(['::ffff:203.0.113.0/120'], '::ffff:203.0.113.9')).toBe(true);
  });
});

describe('against the list that Node has', () => {
  const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6());

  it('reads as an address what Node reads as one', () => {
    const nearly = fc.stringMatching(/^[0-9a-f:.]{1,20}$/);
    fc.assert(
      fc.property(fc.oneof(anyAddress, nearly), (text) => {
        expect(parseRange(text) !== null).toBe(isIP(text) !== 0);
      }),
    );
  });

  it('holds the same addresses of a range', () => {
    const near = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4());
    const near6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.ipV6());
    fc.assert(
      fc.property(fc.oneof(near, near6), ([address, bits, asked]) => {
        const list = new BlockList();
        list.addSubnet(address, bits, familyOf(address));
        expect(rangesHold([`${address}/${bits}`], address)).toBe(true);
        expect(rangesHold([`${address}/${bits}`], asked)).toBe(list.check(asked, familyOf(asked)));
      }),
    );
  });
});
