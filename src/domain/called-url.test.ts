import { describe, expect, it } from 'vitest';
import { calledUrls } from './called-url.ts';

const publicUrls = ['https://pay.example.com/gateway', 'https://pay.example.org'];
const via = (protocol: string, host: string) => ({ protocol, host, path: '/api' });
const published = ['https://pay.example.com/gateway/api', 'https://pay.example.org/api'];

describe('the URLs that a client may have called', () => {
  it('are in production the public ones, and the one received at one of their hosts', () => {
    const called = (protocol: string, host: string) =>
      calledUrls({ mode: 'production', publicUrls }, via(protocol, host));
    expect(called('http', 'pay.example.com')).toEqual(['http://pay.example.com/api', ...published]);
    expect(called('https', 'PAY.example.org:443')).toEqual(['https://PAY.example.org:443/api', ...published]);
    expect(called('http', 'evil.example')).toEqual(published);
    expect(called('http', 'pay.example.com.evil.example')).toEqual(published);
    expect(called('http', 'pay.example.com:8080')).toEqual(published);
  });

  it('are in production the public ones alone when the header names no host', () => {
    for (const host of ['', 'a b', '[', 'user@pay.example.com/x']) {
      expect(calledUrls({ mode: 'production', publicUrls: ['https://p.example'] }, via('http', host))).toEqual([
        'https://p.example/api',
      ]);
    }
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
