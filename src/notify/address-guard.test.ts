import type { LookupAddress, lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { ForbiddenAddress, guardedLookup, isPrivate, requireAllowed } from './address-guard.ts';
import { Sender } from './sender.ts';

const strict = { allowsPrivate: false };

describe('an address', () => {
  it.each([
    // Loopback, private, shared, link-local, the metadata servers of clouds, reserved, groups, everybody.
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    // The same in the newer kind, mapped, compatible, translated and tunnelled.
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is not',
    (address) => {
      expect(isPrivate(address)).toBe(false);
    },
  );
});

describe('a URL', () => {
  it.each([
    ['decimal', 'http://2130706433/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['octal', 'http://0177.0.0.1/'],
    ['mixed', 'http://0x7f.1/'],
    ['shortened', 'http://127.1/'],
    ['decimal metadata', 'http://2852039166/latest/meta-data'],
    ['full-width digits', 'http://１２７.０.０.１/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['trailing dot', 'http://127.0.0.1./'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['bracketed', 'http://[::1]/'],
    ['mapped', 'http://[::ffff:127.0.0.1]/'],
    ['mapped, in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['unspecified', 'http://0/'],
    ['unspecified, newer kind', 'http://[::]/'],
    ['unique-local', 'http://[fd00::1]/'],
    ['credentials', 'https://user:password@shop.example/'],
    ['a name before an address', 'https://shop.example@127.0.0.1/'],
    ['mail port', 'http://shop.example:25/'],
    ['database port', 'http://shop.example:5432/'],
    ['cache port', 'https://shop.example:6379/'],
    ['port 0', 'http://shop.example:0/'],
    ['another scheme', 'ftp://shop.example/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
  ])('a URL in %s form is refused before anything is looked up', (_form, url) => {
    expect(() => requireAllowed(new URL(url), strict)).toThrow(ForbiddenAddress);
  });

  it.each([
    'https://shop.example/hook?order=1',
    'http://shop.example:8080/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s is allowed', (url) => {
    expect(() => requireAllowed(new URL(url), strict)).not.toThrow();
  });

  it('a URL on a private address is allowed where the operator says so, but never with credentials or another scheme', () => {
    const sandbox = { allowsPrivate: true };
    expect(() => requireAllowed(new URL('http://127.0.0.1:5432/'), sandbox)).not.toThrow();
    expect(() => requireAllowed(new URL('http://a:b@127.0.0.1/'), sandbox)).toThrow(ForbiddenAddress);
    expect(() => requireAllowed(new URL('file:///etc/passwd'), sandbox)).toThrow(ForbiddenAddress);
  });
});

/** A name server that answers each question as the test says. */
function names(answers: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve = ((_host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, asked: () => asked };
}

function look(rules: Parameters<typeof guardedLookup>[0], all: boolean): Promise<unknown> {
  return new Promise((done, failed) => {
    guardedLookup(rules)('shop.example', { all }, (error, found) => (error === null ? done(found) : failed(error)));
  });
}

describe('a name', () => {
  it.each([
    ['a private address', ['127.0.0.1']],
    ['a metadata address', ['169.254.169.254']],
    ['a mapped private address', ['::ffff:10.0.0.1']],
    ['several addresses of which one is private', ['8.8.8.8', '10.0.0.1']],
    ['several of both kinds of which one is private', ['2606:4700::1111', '::1']],
  ])('a name with %s is refused', async (_title, addresses) => {
    const { resolve } = names([addresses]);
    await expect(look({ ...strict, resolve }, true)).rejects.toThrow(ForbiddenAddress);
    await expect(look({ ...strict, resolve }, false)).rejects.toThrow(ForbiddenAddress);
  });

  it('a name with public addresses is used with just these', async () => {
    const { resolve } = names([['8.8.8.8', '8.8.4.4']]);
    expect(await look({ ...strict, resolve }, true)).toMatchObject([{ address: '8.8.8.8' }, { address: '8.8.4.4' }]);
    expect(await look({ ...strict, resolve }, false)).toBe('8.8.8.8');
  });

  it('a name without an address is refused', async () => {
    await expect(look({ ...strict, resolve: names([[]]).resolve }, true)).rejects.toThrow('no address');
  });

  it('a name that changes to a private address is refused, and is asked once for each connection', async () => {
    const { resolve, asked } = names([['127.0.0.1']]);
    const sender = new Sender({ ...strict, resolve, timeoutMs: 50_000, connectionsPerReceiver: 1, clock: Date.now });
    const post = { url: 'http://shop.example/', headers: {}, body: '{}' };
    expect(await sender.post(post)).toMatchObject({ outcome: 'forbidden', status: null });
    expect(asked()).toBe(1);
    sender.close();
  });

  it.each(['localhost', 'localhost.', 'shop.localhost'])(
    'a name of this machine itself is refused: %s',
    async (name) => {
      const { resolve, asked } = names([['8.8.8.8']]);
      const sender = new Sender({ ...strict, resolve, timeoutMs: 50_000, connectionsPerReceiver: 1, clock: Date.now });
      const post = { url: `http://${name}/`, headers: {}, body: '{}' };
      expect(await sender.post(post)).toMatchObject({ outcome: 'forbidden' });
      expect(asked()).toBe(0);
      sender.close();
    },
  );
});
