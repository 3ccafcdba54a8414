import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { MerchantClient, payin, pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, refusal } from './support/acts.ts';
import { accountOf, freshCode, tronAddress } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { demoKey, demoSecret, type RawAnswer, sendRaw, signatureOf } from './support/raw-request.ts';

const json = { 'Content-Type': 'application/json' };
const invoices = '/api/merchant/invoices';
const accounts = '/api/merchant/accounts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

/** Sends a request that signs this string, whatever it sends. */
function send(
  method: string,
  path: string,
  signed: string | Uint8Array,
  options: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  const headers = { 'X-Identity': demoKey, 'X-Signature': signatureOf(demoSecret, signed), ...options.headers };
  return sendRaw(service.url, { method, path, headers, ...(options.body === undefined ? {} : { body: options.body }) });
}

const urlOf = (path: string) => service.url + path;

describe('interface: Authentication', () => {
  it('header name case is not significant', async () => {
    const signature = signatureOf(demoSecret, `GET${urlOf(accounts)}`);
    for (const [identity, name] of [
      ['X-Identity', 'X-Signature'],
      ['x-identity', 'x-signature'],
      ['X-IDENTITY', 'X-SIGNATURE'],
    ] as const) {
      const headers = { [identity]: demoKey, [name]: signature };
      expect((await sendRaw(service.url, { method: 'GET', path: accounts, headers })).status).toBe(200);
    }
  });

  it('GET: the string to sign is the method in capitals followed by the URL', async () => {
    expect((await send('GET', accounts, `GET${urlOf(accounts)}`)).status).toBe(200);
    expect((await send('GET', accounts, `get${urlOf(accounts)}`)).status).toBe(401);
    expect((await send('GET', accounts, `GET ${urlOf(accounts)}`)).status).toBe(401);
    expect((await send('GET', accounts, `POST${urlOf(accounts)}`)).status).toBe(401);
  });

  it('the URL is signed as called, scheme and host included', async () => {
    const { host } = new URL(service.url);
    expect((await send('GET', accounts, `GET${accounts}`)).status).toBe(401);
    expect((await send('GET', accounts, `GEThttps://${host}${accounts}`)).status).toBe(401);
    expect((await send('GET', accounts, `GEThttp://example.com${accounts}`)).status).toBe(401);
    expect((await send('GET', accounts, `GET${urlOf('/api/merchant/payment-options')}`)).status).toBe(401);
  });

  it('contract 1: the query is part of the signed URL', async () => {
    const path = '/api/merchant/payment-options?currency=RUB&x=%20';
    expect((await send('GET', path, `GET${urlOf(path)}`)).status).toBe(200);
    expect((await send('GET', path, `GET${urlOf('/api/merchant/payment-options')}`)).status).toBe(401);
    expect((await send('GET', path, `GET${urlOf('/api/merchant/payment-options?currency=KZT&x=%20')}`)).status).toBe(
      401,
    );
  });

  it('a percent-encoded path is signed as sent', async () => {
    await service.shop.createPayin({ amount: freshAmount(), internalId: 'a/b c' });
    const path = `${invoices}/internal-id/a%2fb%20c`;
    expect((await send('GET', path, `GET${urlOf(path)}`)).status).toBe(200);
    expect((await send('GET', path, `GET${urlOf(`${invoices}/internal-id/a/b c`)}`)).status).toBe(401);
  });

  it('JSON: the body follows, exactly as sent', async () => {
    const body = JSON.stringify({ ...payin, amount: freshAmount() });
    const answer = await send('POST', invoices, `POST${urlOf(invoices)}${body}`, { headers: json, body });
    expect(answer.status).toBe(200);
  });

  it('multipart: the body is not included', async () => {
    const { id } = await payinWithDeal(service);
    const path = `${invoices}/${id}/confirm-transfer`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b0undary' };
    const body = receiptForm('b0undary');
    const withBody = Buffer.concat([Buffer.from(`POST${urlOf(path)}`), body]);
    expect((await send('POST', path, withBody, { headers, body })).status).toBe(401);
    expect((await send('POST', path, `POST${urlOf(path)}`, { headers, body })).status).toBe(200);
  });

  it('the signature is the Base64 of raw bytes of an HMAC with SHA-1', async () => {
    const text = `GET${urlOf(accounts)}`;
    const given = (signature: string) =>
      sendRaw(service.url, {
        method: 'GET',
        path: accounts,
        headers: { 'X-Identity': demoKey, 'X-Signature': signature },
      });
    const hmac = (algorithm: string) => createHmac(algorithm, demoSecret).update(text);
    expect((await given(hmac('sha1').digest('base64'))).status).toBe(200);
    expect((await given(hmac('sha1').digest('hex'))).status).toBe(401);
    expect((await given(Buffer.from(hmac('sha1').digest('hex')).toString('base64'))).status).toBe(401);
    expect((await given(hmac('sha256').digest('base64'))).status).toBe(401);
  });
});

describe('contract 2: the body is verified over the raw bytes', () => {
  it.each([
    ['odd spacing', (amount: string) => `{ "type" :"in",\r\n\t"amount":  "${amount}" , ${rest} }\n`],
    [
      'unicode escapes',
      (amount: string) => `{"type":"\\u0069n","amount":"${amount}","userId":"\\u041f\\u0435\\u0442\\u044f",${rest}}`,
    ],
    [
      'escaped slashes',
      (amount: string) => `{"type":"in","amount":"${amount}","successUrl":"https:\\/\\/a.example\\/b",${rest}}`,
    ],
    ['bytes beyond ASCII', (amount: string) => `{"type": "in","amount":"${amount}","userId":"Пётр 💳",${rest}}`],
    ['a key twice', (amount: string) => `{"type":"out","type":"in","amount":"${amount}",${rest}}`],
  ])('%s', async (_, write) => {
    const body = write(freshAmount());
    const signed = `POST${urlOf(invoices)}${body}`;
    expect((await send('POST', invoices, signed, { headers: json, body })).status).toBe(200);
    const tidied = `POST${urlOf(invoices)}${JSON.stringify(JSON.parse(body))}`;
    expect((await send('POST', invoices, tidied, { headers: json, body })).status).toBe(401);
  });

  it('a body sent in chunks is verified as the whole it is', async () => {
    const body = JSON.stringify({ ...payin, amount: freshAmount() });
    const chunked = [body.slice(0, 20), body.slice(20), '']
      .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      .join('');
    const headers = { ...json, 'Transfer-Encoding': 'chunked' };
    const answer = await send('POST', invoices, `POST${urlOf(invoices)}${body}`, { headers, body: chunked });
    expect(answer.status).toBe(200);
  });

  it('Content-Type may carry a charset and be written in any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8']) {
      const body = JSON.stringify({ ...payin, amount: freshAmount() });
      const headers = { 'Content-Type': type };
      expect((await send('POST', invoices, `POST${urlOf(invoices)}${body}`, { headers, body })).status).toBe(200);
    }
  });

  it.each(['create', 'start-deal', 'withdraw'])(
    '%s: a signature that does not cover the body is refused',
    async (what) => {
      const { id } = (await service.shop.createPayin({ amount: freshAmount() })).body;
      const account = await accountOf(service.shop);
      const withdrawal = { accountId: account.id, amount: '1', address: tronAddress, code2FA: freshCode(service) };
      const [path, body] = {
        create: [invoices, { ...payin, amount: freshAmount() }],
        'start-deal': [`${invoices}/${id}/start-deal`, { paymentOption: 'SBP' }],
        withdraw: ['/api/merchant/withdrawals', withdrawal],
      }[what] as [string, object];
      const text = JSON.stringify(body);
      expect((await send('POST', path, `POST${urlOf(path)}`, { headers: json, body: text })).status).toBe(401);
      expect(await accountOf(service.shop)).toEqual(account);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body of type %s is not covered, so nothing in it is believed',
    async (type) => {
      const body = JSON.stringify({ ...payin, amount: freshAmount() });
      const headers = { 'Content-Type': type };
      expect((await send('POST', invoices, `POST${urlOf(invoices)}`, { headers, body })).status).toBe(400);
    },
  );
});

describe('contract 2: accepted in the wild', () => {
  it('Content-Type: application/json on a GET', async () => {
    expect((await send('GET', accounts, `GET${urlOf(accounts)}`, { headers: json })).status).toBe(200);
  });

  it('Content-Type: application/json on a POST without a body', async () => {
    for (const length of [{}, { 'Content-Length': '0' }]) {
      const { id } = (await service.shop.createPayin({ amount: freshAmount() })).body;
      for (const act of ['start-deal', 'cancel']) {
        const path = `${invoices}/${id}/${act}`;
        const answer = await send('POST', path, `POST${urlOf(path)}`, { headers: { ...json, ...length } });
        expect(answer.status, act).toBe(200);
      }
    }
  });

  it('a POST with neither body nor Content-Type', async () => {
    const { id } = await payinWithDeal(service);
    const path = `${invoices}/${id}/cancel`;
    expect((await send('POST', path, `POST${urlOf(path)}`)).status).toBe(200);
  });

  it.each(['null', '""', '{}', '[]', 'no JSON at all'])(
    'cancel with a stray body %s that is not signed',
    async (body) => {
      const { id } = await payinWithDeal(service);
      const path = `${invoices}/${id}/cancel`;
      const answer = await send('POST', path, `POST${urlOf(path)}`, { headers: json, body });
      expect({ status: answer.status, invoice: answer.body.status }).toEqual({ status: 200, invoice: 'canceled' });
    },
  );

  it('cancel with a stray body that is signed', async () => {
    const { id } = await payinWithDeal(service);
    const path = `${invoices}/${id}/cancel`;
    expect((await send('POST', path, `POST${urlOf(path)}{}`, { headers: json, body: '{}' })).status).toBe(200);
  });

  it('multipart/form-data without a boundary in the header', async () => {
    const { id } = await payinWithDeal(service);
    const path = `${invoices}/${id}/confirm-transfer`;
    const headers = { 'Content-Type': 'multipart/form-data' };
    const body = receiptForm('------------------------d74496d66958873e');
    const answer = await send('POST', path, `POST${urlOf(path)}`, { headers, body });
    expect(answer.body.deals[0]).toMatchObject({ status: 'transfer_confirmed' });
  });
});

describe('contract 2: keys and secrets', () => {
  it('one secret per merchant, one API key per store', async () => {
    const signature = signatureOf(demoSecret, `GET${urlOf(accounts)}`);
    const asStore = (key: string) =>
      sendRaw(service.url, { method: 'GET', path: accounts, headers: { 'X-Identity': key, 'X-Signature': signature } });
    const [first, second] = [await asStore('demo-store-key'), await asStore('demo-store-key-2')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body[0].id).not.toBe(second.body[0].id);
  });

  it('unknown key, wrong signature and a missing header give the same 401', async () => {
    const signature = signatureOf(demoSecret, `GET${urlOf(accounts)}`);
    const get = (headers: Record<string, string>) => sendRaw(service.url, { method: 'GET', path: accounts, headers });
    const refused = [
      await get({ 'X-Identity': 'no-such-key', 'X-Signature': signature }),
      await get({ 'X-Identity': demoKey, 'X-Signature': signatureOf('wrong secret', `GET${urlOf(accounts)}`) }),
      await get({ 'X-Identity': demoKey, 'X-Signature': '' }),
      await get({ 'X-Identity': demoKey, 'X-Signature': 'Ümläut!' }),
      await get({ 'X-Identity': demoKey }),
      await get({ 'X-Signature': signature }),
      await get({}),
    ];
    for (const answer of refused) expect(answer).toEqual(refused[0]);
    expect(refusal(refused[0] as RawAnswer)).toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: 'Unauthorized',
    });
  });

  it('the 401 of sandbox mode says which string was expected to be signed, and signing it works', async () => {
    const client = new MerchantClient(service.url, demoKey, 'wrong secret');
    const body = { ...payin, amount: freshAmount(), userId: 'Пётр' };
    const answer = await client.post(invoices, body);
    const [{ stringToSign }] = answer.body;
    expect(stringToSign).toBe(`POST${urlOf(invoices)}${JSON.stringify(body)}`);
    const text = JSON.stringify(body);
    expect((await send('POST', invoices, stringToSign, { headers: json, body: text })).status).toBe(200);
  });

  it('the 401 of sandbox mode says in a header which it was: no headers, the key or the secret', async () => {
    const signed = `GET${urlOf(accounts)}`;
    const right = signatureOf(demoSecret, signed);
    const digits = createHmac('sha1', demoSecret).update(signed).digest('hex');
    const hintOf = async (headers: Record<string, string>) => {
      const answer = await fetch(urlOf(accounts), { headers });
      expect(answer.status).toBe(401);
      return answer.headers.get('x-sandbox-hint');
    };
    const byKey = (signature: string) => hintOf({ 'X-Identity': demoKey, 'X-Signature': signature });
    expect(await hintOf({})).toMatch(/^No headers/);
    expect(await hintOf({ 'X-Signature': right })).toMatch(/^No key: X-Identity/);
    expect(await hintOf({ 'X-Identity': demoKey })).toMatch(/^No signature: X-Signature/);
    expect(await hintOf({ 'X-Identity': 'no-such-key', 'X-Signature': right })).toMatch(/^Wrong key/);
    expect(await byKey(signatureOf('wrong secret', signed))).toMatch(/^Wrong secret, or another string/);
    expect(await byKey(digits)).toMatch(/not hexadecimal digits$/);
    expect(await byKey(Buffer.from(digits).toString('base64'))).toMatch(/not hexadecimal digits$/);
    const late = {
      'X-Identity': demoKey,
      'X-Signature': signatureOf(demoSecret, `${signed}noon`),
      'X-Timestamp': 'noon',
    };
    expect(await hintOf(late)).toMatch(/^Wrong time/);
  });

  it('the 401 never says a secret', async () => {
    const answer = await new MerchantClient(service.url, demoKey, 'wrong secret').get(accounts);
    expect(JSON.stringify(answer.body)).not.toContain(demoSecret);
  });

  it.each([
    ['GET', `${invoices}/00000000-0000-7000-8000-000000000000`],
    ['GET', `${invoices}/internal-id/x`],
    ['GET', `${invoices}/00000000-0000-7000-8000-000000000000/available-payment-variants`],
    ['GET', '/api/merchant/withdrawals/00000000-0000-7000-8000-000000000000'],
    ['GET', accounts],
    ['GET', '/api/merchant/payment-options'],
    ['GET', '/api/merchant/payment-methods'],
    ['GET', '/api/merchant/currency-rates/current'],
    ['POST', invoices],
    ['POST', `${invoices}/00000000-0000-7000-8000-000000000000/start-deal`],
    ['POST', `${invoices}/00000000-0000-7000-8000-000000000000/cancel`],
    ['POST', `${invoices}/00000000-0000-7000-8000-000000000000/confirm-transfer`],
    ['POST', `${invoices}/00000000-0000-7000-8000-000000000000/dispute`],
    ['POST', '/api/merchant/withdrawals'],
  ])('%s %s requires both headers', async (method, path) => {
    expect((await sendRaw(service.url, { method, path, headers: {} })).status).toBe(401);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

const rest = '"currency":"RUB","notificationUrl":"","notificationToken":""';

function receiptForm(boundary: string): Uint8Array {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="attachment"; filename="r.png"\r\n\r\n`),
    pngReceipt,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
