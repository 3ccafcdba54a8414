import { describe, expect, it } from 'vitest';
import { isFeedUrl, isJump, readFeedRate } from './rate-feed.ts';
import { rate } from './rates.ts';

describe('a rate in a document', () => {
  it.each([
    [{ price: '95.5' }, 'price', 9_550_000_000n],
    [{ data: { list: [{ p: 1 }, { p: 95.123456789 }] } }, 'data.list.1.p', 9_512_345_678n],
    [['0.00000001'], '0', 1n],
  ])('the rate in the document %j at %s is found', (document, path, expected) => {
    expect(readFeedRate(document, path)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [{ price: '95.5' }, 'prices'],
    [{ price: null }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: 1e30 }, 'price'],
    [{ price: '1e3' }, 'price'],
    [{ price: { value: 1 } }, 'price'],
    [{}, 'constructor.length'],
    [[], 'length'],
    [null, 'price'],
    ['95.5', ''],
  ])('the document %j has no rate at %s', (document, path) => {
    expect(readFeedRate(document, path)).toBeNull();
  });

  it('is not taken when it is a fifth away from the last', () => {
    expect(isJump(rate(100n), rate(120n), 2_000)).toBe(false);
    expect(isJump(rate(100n), rate(121n), 2_000)).toBe(true);
    expect(isJump(rate(100n), rate(80n), 2_000)).toBe(false);
    expect(isJump(rate(100n), rate(79n), 2_000)).toBe(true);
  });

  it('comes over https, and in the sandbox over http too', () => {
    expect(isFeedUrl('https://rates.example/usdt', 'production')).toBe(true);
    expect(isFeedUrl('http://rates.example/usdt', 'production')).toBe(false);
    expect(isFeedUrl('http://127.0.0.1:8080/', 'sandbox')).toBe(true);
    for (const odd of ['file:///etc/passwd', 'https://user:word@rates.example', 'nonsense', '']) {
      expect(isFeedUrl(odd, 'sandbox')).toBe(false);
    }
  });
});
