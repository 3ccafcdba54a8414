import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/errors/catalogue.ts';
import { type Answer, type Body, MerchantClient, pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, refusal } from './support/acts.ts';
import { withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { demoKey, demoSecret, sendRaw, signatureOf } from './support/raw-request.ts';

const invoices = '/api/merchant/invoices';
const nobodysId = '00000000-0000-7000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

/** One way to get each status of the table that one store can cause alone. */
const refusals: readonly [number, string, () => Promise<Answer>][] = [
  [400, 'bad parameters', () => service.shop.createPayin({ amount: 'much', startDeal: 'yes' })],
  [400, 'refused by a rule', () => service.shop.createPayin({ amount: '1' })],
  [400, 'wrong state for the act', () => canceledTwice()],
  [401, 'wrong signature', () => new MerchantClient(service.url, demoKey, 'wrong').get('/api/merchant/accounts')],
  [404, 'unknown ID', () => service.shop.read(nobodysId)],
  [404, 'unknown withdrawal', () => service.shop.get(`/api/merchant/withdrawals/${nobodysId}`)],
  [404, 'unknown path', () => service.shop.get('/api/merchant/refunds')],
  [404, 'unknown path below a known one', () => service.shop.get(`${invoices}/${nobodysId}/refund`)],
  [404, 'unknown path outside the interface', () => service.shop.get('/api/merchants/accounts')],
  [404, 'a method the path does not have', () => service.shop.get(`${invoices}/${nobodysId}/cancel`)],
  [404, 'a path that cannot be decoded', () => service.shop.get(`${invoices}/%zz`)],
  [409, 'reused Idempotency-Key with another body', () => reusedKey()],
  [413, 'attachment over 10 MB', () => bigReceipt()],
];

describe('contract 3: status', () => {
  it.each(refusals)('%i: %s', async (status, _, act) => {
    expect((await act()).status).toBe(status);
  });
});

describe('contract 3: body', () => {
  it.each(refusals)('%i, %s: is a JSON array of code, message and perhaps field', async (status, _, act) => {
    const { body, headers } = await act();
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.length).toBeGreaterThan(0);
    for (const fault of body as Body[]) {
      const { code, message, field, ...others } = fault;
      expect(typeof message).toBe('string');
      expect(field === undefined || typeof field === 'string').toBe(true);
      expect(Object.keys(others)).toEqual(status === 401 ? ['stringToSign'] : []);
      expect(errorCodes).toContain(code);
    }
  });

  it('has one element per fault found', async () => {
    const { body } = await service.shop.createPayin({ amount: 'much', startDeal: 'yes', currency: '', userId: 7 });
    const fields = (body as Body[]).map(({ field }) => field).sort();
    expect(fields).toEqual(['amount', 'currency', 'startDeal', 'userId']);
  });

  it.each([
    ['broken JSON', '{"type":"in"', 'malformed_json'],
    ['no JSON', 'type=in', 'malformed_json'],
    ['an array', '[]', 'json_object_expected'],
    ['a string', '"in"', 'json_object_expected'],
    ['null', 'null', 'json_object_expected'],
  ])('%s in place of an object is 400 with one element', async (_, text, code) => {
    expect(refusal(await postText(invoices, text))).toMatchObject({ status: 400, code });
  });

  it('a JSON body larger than any invoice is 413', async () => {
    const answer = await postText(invoices, JSON.stringify({ padding: 'x'.repeat(100_000) }));
    expect(refusal(answer)).toMatchObject({ status: 413, code: 'body_too_big' });
  });

  it('a broken multipart body is 400', async () => {
    const { id } = await payinWithDeal(service);
    const path = `${invoices}/${id}/confirm-transfer`;
    const headers = {
      'X-Identity': demoKey,
      'X-Signature': signatureOf(demoSecret, `POST${service.url}${path}`),
      'Content-Type': 'multipart/form-data; boundary=b',
    };
    const body = '--b\r\nContent-Disposition: form-data; name="attachment"; filename="a"\r\n\r\nno end';
    const answer = await sendRaw(service.url, { method: 'POST', path, headers, body });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'malformed_multipart' });
  });
});

describe('contract 3: messages that integrations match on, each alone in its array', () => {
  const kept: readonly [string, number, string | undefined, () => Promise<Answer>][] = [
    ['This value should not be blank.', 400, 'currency', () => service.shop.createPayin({ currency: '' })],
    ['This value should be of type boolean', 400, 'startDeal', () => service.shop.createPayin({ startDeal: 'true' })],
    ['This value should be of type boolean', 400, 'startDeal', () => service.shop.createPayin({ startDeal: '' })],
    [
      'Invoice amount should be not less than 100.00',
      400,
      'amount',
      () => service.shop.createPayin({ amount: '99.99' }),
    ],
    [
      'Invoice amount should be not greater than 1000000.00',
      400,
      'amount',
      () => service.shop.createPayin({ amount: '1000000.01' }),
    ],
    ['Payment option not allowed', 400, 'paymentOption', () => service.shop.createPayin({ paymentOption: 'CASH' })],
    ['Payment method not allowed', 400, 'paymentMethod', () => service.shop.createPayin({ paymentMethod: 'nobank' })],
    ['Insufficient funds', 400, undefined, () => withdraw(service, { amount: '1000000' })],
    ['Unauthorized', 401, undefined, () => new MerchantClient(service.url, demoKey, 'wrong').createPayin()],
  ];
  it.each(kept)('%s', async (message, status, field, act) => {
    const answer = await act();
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveLength(1);
    expect([answer.body[0].message, answer.body[0].field]).toEqual([message, field]);
  });
});

async function canceledTwice(): Promise<Answer> {
  const { body } = await service.shop.createPayin({ amount: freshAmount() });
  await service.shop.cancel(body.id);
  return service.shop.cancel(body.id);
}

async function reusedKey(): Promise<Answer> {
  const headers = { 'Idempotency-Key': `reused ${freshAmount()}` };
  await service.shop.createPayin({ amount: freshAmount() }, headers);
  return service.shop.createPayin({ amount: freshAmount() }, headers);
}

async function bigReceipt(): Promise<Answer> {
  const { id } = await payinWithDeal(service);
  return service.shop.confirm(id, Buffer.concat([pngReceipt, Buffer.alloc(10 * 1024 * 1024)]));
}

function postText(path: string, body: string) {
  const headers = {
    'X-Identity': demoKey,
    'X-Signature': signatureOf(demoSecret, `POST${service.url}${path}${body}`),
    'Content-Type': 'application/json',
  };
  return sendRaw(service.url, { method: 'POST', path, headers, body });
}
