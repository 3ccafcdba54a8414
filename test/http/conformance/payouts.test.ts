import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';
import { dealStatuses, notificationsOf, refusal } from './support/acts.ts';
import { accountOf } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { usdt } from './support/shapes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('contract 4: payout moves', () => {
  it('create out → invoice new, deal new, with the requisites the merchant gave', async () => {
    const { status, body } = await service.shop.createPayout();
    expect(status).toBe(200);
    expect(body.status).toBe('new');
    expect(body.deals).toEqual([
      expect.objectContaining({
        id: body.id,
        type: 'out',
        status: 'new',
        isActive: true,
        payment: null,
        requisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
      }),
    ]);
    await service.shop.cancel(body.id);
  });

  it('create out freezes the payout sum at the out rate plus the fee', async () => {
    // 935 RUB at 93.50 are 10 USDT; 1.5 % of that are 0.15.
    const { body } = await service.shop.createPayout({ amount: '935' });
    expect(body.deals[0].rate).toBe('93.50');
    const account = await accountOf(service.shop);
    expect([account.sum, account.frozenSum]).toEqual([usdt('9989.85000000'), usdt('10.15000000')]);
    await service.shop.cancel(body.id);
  });

  it('create out without enough money → 400 Insufficient funds, nothing frozen', async () => {
    const before = await accountOf(service.shop);
    // 922,000 RUB at 93.50 are 9,860.97 USDT; the fee brings it to 10,008.88, more than the 10,000 there are.
    const answer = await service.shop.createPayout({ amount: '922000', internalId: 'too much' });
    expect(refusal(answer)).toEqual({ status: 400, code: 'insufficient_funds', message: 'Insufficient funds' });
    expect(await accountOf(service.shop)).toEqual(before);
    expect((await service.shop.get('/api/merchant/invoices/internal-id/too%20much')).status).toBe(404);
  });

  it('create out of a store without money → 400 Insufficient funds', async () => {
    const answer = await service.otherShop.createPayout({ amount: '100' });
    expect(refusal(answer)).toMatchObject({ status: 400, message: 'Insufficient funds' });
  });

  it('payout, deal new, cancel → canceled, frozen funds return', async () => {
    const before = await accountOf(service.shop);
    const { body } = await service.shop.createPayout();
    const { body: canceled } = await service.shop.cancel(body.id);
    expect(canceled).toMatchObject({ type: 'out', status: 'canceled', deals: [] });
    expect(await accountOf(service.shop)).toEqual(before);
    expect(await dealStatuses(service, body.id)).toEqual(['canceled']);
    expect(await notificationsOf(service, body.id)).toEqual([[1, 'canceled']]);
  });

  it('payout taken, cancel → refused in the maker’s time; past it, while there is no proof → canceled, frozen funds return', async () => {
    const before = await accountOf(service.shop);
    const { body } = await service.shop.createPayout();
    const operator = await signInDemo(service, 'operator');
    expect((await operator.post(`/payouts/${body.id}/take`, { makerId: 3 })).status).toBe(200);
    expect(await dealStatuses(service, body.id)).toEqual(['transfer_waiting']);
    expect(refusal(await service.shop.cancel(body.id))).toMatchObject({ status: 400, code: 'payout_taken' });
    service.advance(3_600_000);
    const { body: canceled } = await service.shop.cancel(body.id);
    expect(canceled).toMatchObject({ type: 'out', status: 'canceled', deals: [] });
    expect(await accountOf(service.shop)).toEqual(before);
    expect(await dealStatuses(service, body.id)).toEqual(['canceled']);
    expect(await notificationsOf(service, body.id)).toEqual([[1, 'canceled']]);
  });

  it('payout proved, cancel → refused, whatever the time', async () => {
    const { body } = await service.shop.createPayout();
    const operator = await signInDemo(service, 'operator');
    await operator.post(`/payouts/${body.id}/take`, { makerId: 4 });
    const form = new FormData();
    form.set('attachment', new Blob([pngReceipt as Uint8Array<ArrayBuffer>]), 'proof.png');
    expect((await operator.upload(`/payouts/${body.id}/proof`, form)).status).toBe(200);
    expect(refusal(await service.shop.cancel(body.id))).toMatchObject({ status: 400, code: 'payout_taken' });
  });

  it('a payout has no start-deal and no confirm-transfer', async () => {
    const { body } = await service.shop.createPayout();
    for (const answer of [await service.shop.startDeal(body.id), await service.shop.confirm(body.id)]) {
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'payout_not_allowed' });
    }
    await service.shop.cancel(body.id);
  });

  it('a payout has no payment variants to choose from', async () => {
    const { body } = await service.shop.createPayout();
    expect((await service.shop.get(`/api/merchant/invoices/${body.id}/available-payment-variants`)).body).toEqual([]);
    await service.shop.cancel(body.id);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
