import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sign } from '../../src/http/signature.ts';
import {
  explainSignature,
  firstDifference,
  type Mistake,
  type SignedRequest,
  stringToSignOf,
} from '../../web/console/pages/merchant/signature/explain.ts';

/** The explanation of bad signatures, held against the service's own way of signing. */
const serviceUrl = 'https://pay.example.com';
const request: SignedRequest = {
  key: 'store-key',
  method: 'POST',
  url: `${serviceUrl}/api/merchant/invoices?currency=RUB`,
  contentType: 'json',
  body: '{"type":"in","amount":"1000.00","note":"счёт","back":"https://shop.example.com/"}',
  secret: 'the-merchants-secret',
  signature: '',
  serviceUrl,
};
const { method, url, body, secret } = request;

const explain = (signature: string, change: Partial<SignedRequest> = {}) =>
  explainSignature({ ...request, ...change, signature });

it('agrees with the service about what is signed and how', async () => {
  const right = sign(secret, method, url, body);
  expect(await explain(right)).toMatchObject({ isRight: true, expected: right, found: null });
  expect(await explain(sign(secret, 'GET', url), { method: 'GET' })).toMatchObject({ isRight: true });
  expect(await explain(sign(secret, 'POST', url), { contentType: 'multipart' })).toMatchObject({ isRight: true });
  expect(stringToSignOf(request)).toBe(`POST${url}${body}`);
});

const hash = (algorithm: string, text: string, encoding: 'base64' | 'hex' = 'base64', key = secret) =>
  createHmac(algorithm, key).update(text).digest(encoding);
const whole = `POST${url}${body}`;
const parsed = JSON.parse(body);

describe('finds', () => {
  it.each<[Mistake, string]>([
    ['methodCase', hash('sha1', `post${url}${body}`)],
    ['pathOnly', hash('sha1', `POST/api/merchant/invoices?currency=RUB${body}`)],
    ['scheme', hash('sha1', `POST${url.replace('https', 'http')}${body}`)],
    ['port', hash('sha1', `POST${url.replace('.com', '.com:443')}${body}`)],
    ['slash', hash('sha1', `POST${url.replace('?', '/?')}${body}`)],
    ['noQuery', hash('sha1', `POST${url.split('?')[0]}${body}`)],
    ['noBody', hash('sha1', `POST${url}`)],
    ['indentedBody', hash('sha1', `POST${url}${JSON.stringify(parsed, null, 2)}`)],
    ['escapedSlashes', hash('sha1', `POST${url}${body.replaceAll('/', '\\/')}`)],
    ['newlineBody', hash('sha1', `${whole}\n`)],
    ['separator', hash('sha1', `POST\n${url}\n${body}`)],
    ['blankInSecret', hash('sha1', whole, 'base64', `${secret}\n`)],
    ['keyAsSecret', hash('sha1', whole, 'base64', 'store-key')],
    ['hex', hash('sha1', whole, 'hex')],
    ['hexInBase64', Buffer.from(hash('sha1', whole, 'hex')).toString('base64')],
    ['noPadding', hash('sha1', whole).replace('=', '')],
    ['sha256', hash('sha256', whole)],
    ['sha512', hash('sha512', whole)],
    ['plainHash', createHash('sha1').update(`${whole}${secret}`).digest('base64')],
  ])('%s', async (mistake, signature) => {
    const { isRight, found } = await explain(signature);
    expect(isRight).toBe(false);
    expect(found?.mistakes).toEqual([mistake]);
  });

  it('a body that was written anew before it was signed', async () => {
    const sent = '{ "type": "in",\n  "amount": "1000.00" }';
    const signature = hash('sha1', `POST${url}${JSON.stringify(JSON.parse(sent))}`);
    expect((await explain(signature, { body: sent })).found?.mistakes).toEqual(['reserialised']);
  });

  it('a body signed as Python writes it', async () => {
    const spaced = '{"type": "in", "amount": "1000.00"}';
    const signature = hash('sha1', `POST${url}${spaced}`);
    expect((await explain(signature, { body: '{"type":"in","amount":"1000.00"}' })).found?.mistakes).toEqual([
      'spacedBody',
    ]);
  });

  it('a body signed with its letters escaped', async () => {
    const escaped = body.replace('счёт', '\\u0441\\u0447\\u0451\\u0442');
    expect((await explain(hash('sha1', `POST${url}${escaped}`))).found?.mistakes).toEqual(['escapedUnicode']);
  });

  it('a body that a GET does not sign', async () => {
    const signature = hash('sha1', `GET${url}{}`);
    expect((await explain(signature, { method: 'GET', body: '{}' })).found?.mistakes).toEqual(['bodyNotSigned']);
  });

  it('a secret that was decoded', async () => {
    const encoded = Buffer.from('0123456789abcdef').toString('base64');
    const signature = createHmac('sha1', Buffer.from(encoded, 'base64')).update(whole).digest('base64');
    expect((await explain(signature, { secret: encoded })).found?.mistakes).toEqual(['decodedSecret']);
  });

  it('a signature in the alphabet of URLs', async () => {
    // About one signature in two has a sign that differs; this body makes one.
    const told = Array.from({ length: 50 }, (_, index) => `{"n":${index}}`).find((one) =>
      /[+/]/.test(sign(secret, method, url, one)),
    );
    const signature = sign(secret, method, url, told ?? '')
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    expect((await explain(signature, { body: told ?? '' })).found?.mistakes).toEqual(['urlSafe']);
  });

  it('two mistakes at once', async () => {
    const signature = hash('sha1', `POST/api/merchant/invoices?currency=RUB`, 'hex');
    expect((await explain(signature)).found?.mistakes).toEqual(['pathOnly', 'noBody', 'hex']);
  });
});

it('says that it found nothing rather than guess', async () => {
  const { isRight, found } = await explain(hash('sha1', whole, 'base64', 'another secret'));
  expect([isRight, found]).toEqual([false, null]);
});

it.each([
  ['', 'empty'],
  [hash('sha1', whole), 'base64'],
  [hash('sha1', whole, 'hex'), 'hex'],
  [hash('sha256', whole), 'long'],
  ['not a signature', 'other'],
] as const)('tells by its looks what %j is', async (signature, shape) => {
  expect((await explain(signature)).shape).toBe(shape);
});

it.each([
  ['abc', 'abc', null],
  ['abc', 'abd', 2],
  ['abc', 'ab', 2],
  ['', 'a', 0],
] as const)('finds where %j and %j part', (one, other, position) => {
  expect(firstDifference(one, other)).toBe(position);
});
