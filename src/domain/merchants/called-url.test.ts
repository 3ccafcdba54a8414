import { describe, expect, it } from 'vitest';
import { calledUrls } from './called-url.ts';

const publicUrls = ['https://pay.example.com/gateway', 'https://pay.example.org'];
const via = (protocol: string, host: string) => ({ protocol, host, path: '/api' });
const published = ['https://pay.example.com/gateway/api', 'https://pay.example.org/api'];

describe('the URLs that a client may have called', () => {
  it('are in production the public ones alone, whatever a request says of itself', () => {
    const called = (protocol: string, host: string) =>
      calledUrls({ mode: 'production', publicUrls }, via(protocol, host));
    for (const host of [
      'pay.example.com',
      'PAY.example.org:443',
      'evil.example',
      'pay.example.com:8080',
      '',
      'a b',
      '[',
    ]) {
      expect(called('http', host)).toEqual(published);
    }
  });

  it('are first the one by which the request came', () => {
    expect(calledUrls({ mode: 'production', publicUrls }, via('https', 'pay.example.org'))).toEqual(
      published.toReversed(),
    );
  });

  it('are in a sandbox also the one received, by whatever name, and each once', () => {
    expect(calledUrls({ mode: 'sandbox', publicUrls }, via('http', 'shop.test'))).toEqual([
      'http://shop.test/api',
      ...published,
    ]);
    const own = { mode: 'sandbox', publicUrls: ['http://shop.test'] } as const;
    expect(calledUrls(own, via('http', 'shop.test'))).toEqual(['http://shop.test/api']);
  });
});
