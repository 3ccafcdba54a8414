import { describe, expect, it } from 'vitest';
import { Hosts, refusalOf } from './hosts.ts';

describe('an address of the database', () => {
  it.each([
    ['postgres://me:se,cret@one/shop', ['postgres://me:se,cret@one/shop']],
    ['postgres://me@/shop?host=%2Frun%2Fpg&port=5433', ['postgres://me@/shop?host=%2Frun%2Fpg&port=5433']],
    [
      'postgres://me:secret@one:5432,two:5433,[::1]:5434/shop?sslmode=require',
      [
        'postgres://me:secret@one:5432/shop?sslmode=require',
        'postgres://me:secret@two:5433/shop?sslmode=require',
        'postgres://me:secret@[::1]:5434/shop?sslmode=require',
      ],
    ],
    ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
    [
      'postgres://me@/shop?host=one,two&port=5432,5433',
      ['postgres://me@/shop?host=one&port=5432', 'postgres://me@/shop?host=two&port=5433'],
    ],
    [
      'postgres://me@/shop?host=one%2Ctwo&port=6000',
      ['postgres://me@/shop?host=one&port=6000', 'postgres://me@/shop?host=two&port=6000'],
    ],
  ])('%s leads to each of its servers', (url, urls) => {
    expect(Hosts.of(url).urls).toEqual(urls);
  });

  it('says which server is wanted, and of several the one that can be written to', () => {
    expect(Hosts.of('postgres://one/shop').wanted).toBe('any');
    expect(Hosts.of('postgres://one,two/shop').wanted).toBe('read-write');
    const asked = Hosts.of('postgres://one,two/shop?target_session_attrs=primary&sslmode=disable');
    expect(asked).toMatchObject({
      wanted: 'primary',
      urls: ['postgres://one/shop?sslmode=disable', expect.any(String)],
    });
    expect(Hosts.of('postgres://one/shop?target_session_attrs=any').urls).toEqual(['postgres://one/shop']);
    expect(() => Hosts.of('postgres://one/shop?target_session_attrs=master')).toThrow(/write one of any, read-write/);
    expect(() => Hosts.of('postgres://me@/shop?host=a,b,c&port=1,2')).toThrow('3 hosts and 2 ports');
  });

  it('begins with the server that was right the last time', () => {
    const hosts = Hosts.of('postgres://first,second,third/shop');
    hosts.found('postgres://second/shop');
    expect(hosts.current).toBe('postgres://second/shop');
    expect(hosts.inOrder()).toEqual(['postgres://second/shop', 'postgres://third/shop', 'postgres://first/shop']);
    expect(Hosts.of('postgres://first,second,third/shop')).toBe(hosts);
  });

  it('goes on to the next server when one is left, and not when another was found since', () => {
    const hosts = Hosts.of('postgres://a,b,c/shop');
    hosts.leave('postgres://a/shop');
    hosts.leave('postgres://a/shop');
    expect(hosts.current).toBe('postgres://b/shop');
    hosts.leave('postgres://b/shop');
    hosts.leave('postgres://c/shop');
    expect(hosts.current).toBe('postgres://a/shop');
  });
});

describe('a server', () => {
  const primary = { isStandby: false, isReadOnly: false };
  const standby = { isStandby: true, isReadOnly: true };
  const frozen = { isStandby: false, isReadOnly: true };

  it.each([
    ['any', [null, null, null]],
    ['prefer-standby', [null, null, null]],
    ['read-write', [null, 'it can only be read from', 'it can only be read from']],
    ['read-only', ['it can be written to', null, null]],
    ['primary', [null, 'it is a standby', null]],
    ['standby', ['it is the primary', null, 'it is the primary']],
  ] as const)('is taken or refused when %s is wanted', (wanted, refusals) => {
    expect([primary, standby, frozen].map((state) => refusalOf(wanted, state))).toEqual(refusals);
  });
});
