import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKindOfAnswer } from '../../../src/api/answers.ts';
import { merchantEndpoints } from '../../../src/api/merchant/endpoints.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, settle } from './support/acts.ts';
import { withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { responseFaults } from './support/response-schemas.ts';

let service: TestService;
const answers = new Map<string, { answer: Answer; method: string; path: string }>();

/** Every operation once, in the order of the interface. */
beforeAll(async () => {
  service = await startCheckedService();
  const { shop } = service;
  const seen = { method: '', path: '' };
  const check = shop.onAnswer;
  shop.onAnswer = (one) => {
    check?.(one);
    Object.assign(seen, { method: one.method, path: one.path });
  };
  const keep = async (operationId: string, request: Promise<Answer>) => {
    const answer = await request;
    answers.set(operationId, { answer, ...seen });
    return answer.body;
  };
  const { id } = await keep('createInvoice', shop.createPayin({ amount: freshAmount(), internalId: 'walk' }));
  await keep('startDeal', shop.startDeal(id));
  await keep('availablePaymentVariants', shop.get(`/api/merchant/invoices/${id}/available-payment-variants`));
  await keep('confirmTransfer', shop.confirm(id));
  await keep('getInvoice', shop.read(id));
  await keep('getInvoiceByInternalId', shop.get('/api/merchant/invoices/internal-id/walk'));
  await keep('openDispute', shop.dispute(id, { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900' }));
  const other = await payinWithDeal(service);
  await keep('cancelInvoice', shop.cancel(other.id));
  const paid = await payinWithDeal(service);
  await settle(service, paid);
  const refund = await keep('createRefund', shop.post(`/api/merchant/invoices/${paid.id}/refunds`, { amount: '100' }));
  await keep('getRefund', shop.get(`/api/merchant/refunds/${refund.id}`));
  const withdrawal = await keep('createWithdrawal', withdraw(service));
  await keep('getWithdrawal', shop.get(`/api/merchant/withdrawals/${withdrawal.id}`));
  await keep('listAccounts', shop.get('/api/merchant/accounts'));
  await keep('listPaymentOptions', shop.get('/api/merchant/payment-options'));
  await keep('listPaymentMethods', shop.get('/api/merchant/payment-methods'));
  await keep('currentRates', shop.get('/api/merchant/currency-rates/current'));
  const address = { notificationUrl: 'http://127.0.0.1:1/', notificationToken: '' };
  const told = await shop.createPayin({ amount: freshAmount(), ...address });
  await shop.cancel(told.body.id);
  const notification = `/api/merchant/notifications/${told.body.id}_1`;
  await keep('readNotificationFeed', shop.get('/api/merchant/notifications'));
  await keep('getNotification', shop.get(notification));
  await keep('resendNotification', shop.post(`${notification}/resend`));
  await keep(
    'resendFailedNotifications',
    shop.post('/api/merchant/notifications/resend-failed', { since: '2026-11-14T00:00:00+00:00' }),
  );
  await keep('tryNotification', shop.post('/api/merchant/notifications/test', address));
});
afterAll(() => service.stop());

const lists = [
  'availablePaymentVariants',
  'listAccounts',
  'listPaymentOptions',
  'listPaymentMethods',
  'readNotificationFeed',
];

/** A proof is a file of bytes; `test/http/account-proof.test.ts` reads it. Everything else is JSON. */
const inJson = merchantEndpoints
  .filter(({ response }) => !isKindOfAnswer(response))
  .map(({ operationId }) => operationId);

describe('contract 1: Success', () => {
  it.each(inJson)('%s answers 200 with JSON', (operationId) => {
    const found = answers.get(operationId);
    expect(found?.answer.status).toBe(200);
    expect(found?.answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it.each(inJson)('%s answers with one object, or an array if it is a list operation', (operationId) => {
    expect(Array.isArray(answers.get(operationId)?.answer.body)).toBe(lists.includes(operationId));
  });

  it.each(inJson)('%s answers as its schema says', (operationId) => {
    const { answer, method, path } = answers.get(operationId) ?? { answer: null, method: '', path: '' };
    expect(responseFaults(method, path, answer?.body)).toEqual([]);
  });

  it('a key that the schema does not name would be noticed, at the top and below', () => {
    const { method, path, answer } = answers.get('getInvoice') ?? { method: '', path: '', answer: null };
    expect(responseFaults(method, path, { ...answer?.body, surprise: 1 })).not.toEqual([]);
    const sum = { ...answer?.body.sum, surprise: 1 };
    expect(responseFaults(method, path, { ...answer?.body, sum })).not.toEqual([]);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
