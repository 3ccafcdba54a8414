import { describe, expect, it } from 'vitest';
import type { AppError } from '../../errors/app-error.ts';
import { parseExactJson } from '../text/exact-json.ts';
import { isSourceUrl, type RateSource, readPrice, readSource, requireSources, sourceText } from './rate-source.ts';

const now = Date.UTC(2026, 10, 15, 12);
const plain: RateSource = { url: 'https://rates.example/usdt', path: 'price', book: null, time: null };

/** The rate in the text of an answer, or why there is none. */
function read(text: string, change: Partial<RateSource>): bigint | string {
  const found = readSource(parseExactJson(text), { ...plain, ...change }, now);
  return 'failure' in found ? found.failure : found.rate;
}

describe('a rate in a document', () => {
  it.each([
    ['{"price": "95.5"}', 'price', 9_550_000_000n],
    ['{"data": {"list": [{"p": 1}, {"p": 95.123456789}]}}', 'data.list.1.p', 9_512_345_678n],
    ['["0.00000001"]', '0', 1n],
    ['9550e-2', '', 9_550_000_000n],
    // A float would make 90071992.54740992 of it.
    ['{"price": 90071992.54740993}', 'price', 9_007_199_254_740_993n],
  ])('the rate in %s at "%s" is found', (text, path, expected) => {
    expect(read(text, { path })).toBe(expected);
  });

  it.each([
    ['{"price": "95.5"}', 'prices', 'there is nothing at prices'],
    ['{"price": null}', 'price', 'there is no rate at price'],
    ['{"price": -1}', 'price', 'there is no rate at price'],
    ['{"price": 0}', 'price', 'there is no rate at price'],
    ['{"price": 1e30}', 'price', 'there is no rate at price'],
    ['{"price": {"value": 1}}', 'price', 'there is no rate at price'],
    ['{"price": true}', 'price', 'there is no rate at price'],
    ['{}', 'constructor.length', 'there is nothing at constructor.length'],
    ['[]', 'length', 'there is no rate at length'],
    ['null', 'price', 'there is nothing at price'],
  ])('%s has no rate at %s: %s', (text, path, expected) => {
    expect(read(text, { path })).toBe(expected);
  });

  it('is a decimal with or without an exponent, cut off after eight digits', () => {
    expect(['1e3', '1E+2', '2.5e-1', '1e-8', '95.999999999'].map(readPrice)).toEqual([
      100_000_000_000n,
      10_000_000_000n,
      25_000_000n,
      1n,
      9_599_999_999n,
    ]);
    for (const odd of ['1e-9', '9e-99', '1e10', '10000000000', '', '1,5', ' 1', '0x10', 95.5]) {
      expect(readPrice(odd)).toBeNull();
    }
    expect(readPrice('9999999999.99999999')).toBe(999_999_999_999_999_999n);
  });
});

describe('a rate in an order book', () => {
  const book = { from: 3, to: 5, price: 'adv.price' };
  const offers = (...prices: (string | number)[]) =>
    JSON.stringify({ data: prices.map((price) => ({ adv: { price } })) });

  it('is the mean of the places asked for, both ends included', () => {
    expect(read(offers('1', '2', '95.10', '95.20', '95.40', '999'), { path: 'data', book })).toBe(9_523_333_333n);
    expect(read('[[95.1, 3], [95.3, 1]]', { path: '', book: { from: 1, to: 2, price: '0' } })).toBe(9_520_000_000n);
    expect(read('["95.1", "95.3"]', { path: '', book: { from: 2, to: 2, price: '' } })).toBe(9_530_000_000n);
  });

  it('shows the prices it was made of', () => {
    const found = readSource(
      parseExactJson('[1, 2, 3]'),
      { ...plain, path: '', book: { from: 2, to: 3, price: '' } },
      now,
    );
    expect(found).toEqual({ rate: 250_000_000n, prices: [200_000_000n, 300_000_000n] });
  });

  it.each([
    [offers('1', '2', '3', '4'), 'the list at data has 4 places, not 5'],
    [offers('1', '2', '3', 'x', '5'), 'place 4 of the list at data has no price'],
    [offers(1, 2, 3, 0, 5), 'place 4 of the list at data has no price'],
    ['{"data": {"0": 1}}', 'there is no list at data'],
    ['{"data": "12345"}', 'there is no list at data'],
    ['{}', 'there is nothing at data'],
  ])('is not there in %s: %s', (text, expected) => {
    expect(read(text, { path: 'data', book })).toBe(expected);
  });
});

describe('a document that says how old it is', () => {
  const time = { path: 'at', ageMaxMs: 60_000 };
  const of = (at: unknown) => read(JSON.stringify({ price: '95.5', at }), { time });

  it.each([
    ['2026-11-15T11:59:00Z'],
    ['2026-11-15T14:59:30.5+03:00'],
    [(now - 60_000) / 1000],
    [`${(now - 59_000) / 1000}.25`],
    [now - 60_000],
    [now + 60_000],
  ])('counts from %s', (at) => {
    expect(of(at)).toBe(9_550_000_000n);
  });

  it.each([
    ['2026-11-15T11:58:59Z', 'the answer is 61 seconds old'],
    [now - 3_600_000, 'the answer is 3600 seconds old'],
    [now + 61_000, 'the answer is from 61 seconds ahead'],
    ['2026-11-15T11:59:00', 'there is no time at at'],
    ['2026-13-45T11:59:00Z', 'there is no time at at'],
    [null, 'there is no time at at'],
    [undefined, 'there is no time at at'],
  ])('does not count from %s: %s', (at, expected) => {
    expect(of(at)).toBe(expected);
  });
});

describe('a list of sources', () => {
  it('is asked over https, and in the sandbox over http too', () => {
    expect(isSourceUrl('https://rates.example/usdt', 'production')).toBe(true);
    expect(isSourceUrl('http://rates.example/usdt', 'production')).toBe(false);
    expect(isSourceUrl('http://127.0.0.1:8080/', 'sandbox')).toBe(true);
    for (const odd of ['file:///etc/passwd', 'https://user:word@rates.example', 'nonsense', '']) {
      expect(isSourceUrl(odd, 'sandbox')).toBe(false);
    }
  });

  it('names the place that is wrong', () => {
    const refusal = (second: Partial<RateSource>) => {
      try {
        requireSources([plain, { ...plain, ...second }], 'production');
        return null;
      } catch (error) {
        return (error as AppError).faults[0];
      }
    };
    expect(refusal({ url: 'http://rates.example' })).toMatchObject({
      code: 'invalid_feed_url',
      field: 'sources.1.url',
    });
    expect(refusal({ book: { from: 5, to: 3, price: '0' } })).toMatchObject({
      code: 'book_places',
      field: 'sources.1.book',
    });
    expect(refusal({ book: { from: 3, to: 3, price: '0' } })).toBeNull();
  });

  it('reads as one line each', () => {
    const time = { path: 'at', ageMaxMs: 60_000 };
    expect(sourceText({ ...plain, time })).toBe('https://rates.example/usdt price, at up to 60 s ago');
    expect(sourceText({ ...plain, path: '', book: { from: 3, to: 5, price: '0' } })).toBe(
      'https://rates.example/usdt places 3 to 5 (0)',
    );
  });
});
