import { describe, expect, it } from 'vitest';
import { plainPage, readPageSettings } from './page-settings.ts';
import { logoBytesMax } from './store-logo.ts';

describe("the settings of a payer's page", () => {
  it('are those of a plain page where nothing is given', () => {
    expect(readPageSettings({})).toEqual(plainPage);
  });

  it('are kept as given, colours and origins in small letters, each origin once', () => {
    const given = {
      name: 'Shop',
      colour: '#0A7CFF',
      darkColour: '#ABCDEF',
      language: 'ru',
      frameOrigins: ['https://Shop.example', 'https://shop.example', 'http://localhost:3000', 'http://127.0.0.1'],
    };
    expect(readPageSettings(given)).toEqual({
      ...plainPage,
      name: 'Shop',
      colour: '#0a7cff',
      darkColour: '#abcdef',
      language: 'ru',
      frameOrigins: ['https://shop.example', 'http://localhost:3000', 'http://127.0.0.1'],
    });
  });

  it.each([
    'http://shop.example',
    'https://*',
    'https://shop.example/',
    'https://shop.example;script-src *',
    'https://shop.example https://evil.example',
    'https://-shop.example',
    'https://shop.example.',
    'https://shop.example:123456',
    'ftp://shop.example',
    'x-https://shop.example',
    'http://localhost.evil.example',
    'http://evil.example/http://localhost',
    '*',
    '',
  ])('refuse %j as a site that may frame the page, and say which it was', (origin) => {
    const given = { frameOrigins: ['https://shop.example', origin] };
    expect(() => readPageSettings(given)).toThrow(
      expect.objectContaining({
        code: 'invalid_origin',
        faults: [expect.objectContaining({ field: 'page.frameOrigins.1' })],
      }),
    );
  });

  it.each(['https://shop.example/help', 'mailto:help@shop.example', 'tel:+74950000000'])(
    'take %s as support',
    (url) => {
      expect(readPageSettings({ supportUrl: ` ${url} ` }).supportUrl).toBe(url);
    },
  );

  it.each(['javascript:alert(1)', 'http://shop.example', 'data:text/html,1', 'help', '', 'https://a:b@shop.example'])(
    'refuse %j as support',
    (supportUrl) => {
      expect(() => readPageSettings({ supportUrl })).toThrow(expect.objectContaining({ code: 'invalid_support_url' }));
    },
  );

  it('take a small picture as the logo, by its content, and nothing else', () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(logoBytesMax - 8)]);
    expect(readPageSettings({ logo: png.toString('base64') }).logo).toBe(png.toString('base64'));
    const others = [
      Buffer.concat([png, Buffer.alloc(1)]),
      Buffer.from('<svg/>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('text'),
    ];
    for (const logo of [...others.map((bytes) => bytes.toString('base64')), '', 'data:image/png;base64,AAAA', '====']) {
      expect(() => readPageSettings({ logo })).toThrow(expect.objectContaining({ code: 'invalid_logo' }));
    }
  });

  it.each(['https://a', 'https://shop-1.example.com:8443', 'http://localhost'])('take %s', (origin) => {
    expect(readPageSettings({ frameOrigins: [origin] }).frameOrigins).toEqual([origin]);
  });
});
