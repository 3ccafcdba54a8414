import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body, MerchantClient } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { payinWithDeal, refusal } from './support/acts.ts';
import { accountOf, freshCode, tronAddress, withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

const notFound = { status: 404, code: 'not_found', message: 'Not found' };

let service: TestService;
let other: MerchantClient;
/** Things of the first store. */
let invoice: Body;
let secondDeal: Body;
let withdrawal: Body;

beforeAll(async () => {
  service = await startCheckedService();
  other = service.otherShop;
  invoice = await payinWithDeal(service, { internalId: 'ours', paymentOption: 'SBP' });
  secondDeal = (await service.shop.startDeal(invoice.id, { paymentOption: 'TO_CARD' })).body.deals[0];
  withdrawal = (await withdraw(service)).body;
});
afterAll(() => service.stop());

describe('contract 2: an object of another store does not exist', () => {
  const acts: readonly [string, () => Promise<Answer>][] = [
    ['get invoice by ID', () => other.read(invoice.id)],
    ['get invoice by internal ID', () => other.get('/api/merchant/invoices/internal-id/ours')],
    ['available payment variants', () => other.get(`/api/merchant/invoices/${invoice.id}/available-payment-variants`)],
    ['start-deal', () => other.startDeal(invoice.id, { paymentOption: 'CROSS_BORDER' })],
    ['cancel', () => other.cancel(invoice.id)],
    ['confirm-transfer', () => other.confirm(invoice.id)],
    ['dispute by invoice ID', () => other.dispute(invoice.id, { disputeReason: 'no_payment' })],
    ['dispute by deal ID', () => other.dispute(secondDeal.id, { disputeReason: 'no_payment' })],
    ['get withdrawal by ID', () => other.get(`/api/merchant/withdrawals/${withdrawal.id}`)],
  ];
  it.each(acts)('%s: 404', async (_, act) => {
    expect(refusal(await act())).toEqual(notFound);
  });

  it("create withdrawal from another store's account: 404, and the account is untouched", async () => {
    const account = await accountOf(service.shop);
    const body = { accountId: account.id, amount: '1', address: tronAddress, code2FA: freshCode(service) };
    const answer = await other.post('/api/merchant/withdrawals', body);
    expect(refusal(answer)).toMatchObject(notFound);
    expect(await accountOf(service.shop)).toEqual(account);
  });

  it("dispute of an own invoice with another store's dealId: 404", async () => {
    const { body: own } = await other.createPayin({ amount: '3000', startDeal: true });
    const answer = await other.dispute(own.id, { dealId: secondDeal.id, disputeReason: 'no_payment' });
    expect(refusal(answer)).toMatchObject(notFound);
  });

  it("another store's object is unchanged after all these attempts", async () => {
    const { body } = await service.shop.read(invoice.id);
    expect([body.status, body.deals]).toEqual(['new', [secondDeal]]);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
