import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { dealStatuses, freshAmount, notificationsOf, payinWithDeal, refusal, settle } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Moves shown', () => {
  it('no invoice, create with type in and startDeal true → invoice new with one deal transfer_waiting', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount(), startDeal: true });
    expect(body.status).toBe('new');
    expect(body.deals).toEqual([
      expect.objectContaining({
        status: 'transfer_waiting',
        requisites: { requisites: expect.any(String), holder: expect.any(String) },
        rate: expect.any(String),
        isActive: true,
      }),
    ]);
  });

  it.each([{}, { paymentOption: 'SBP' }, { paymentMethod: 'vtb' }, { paymentOption: 'SBP', paymentMethod: 'vtb' }])(
    'invoice new without deal, start-deal with %j → a deal transfer_waiting with requisites',
    async (variant) => {
      const { body: created } = await service.shop.createPayin({ amount: freshAmount() });
      const { body } = await service.shop.startDeal(created.id, variant);
      expect(body.status).toBe('new');
      expect(body.deals).toEqual([expect.objectContaining({ status: 'transfer_waiting', ...variant })]);
      expect(body.deals[0].requisites.requisites).not.toBe('');
    },
  );

  it('deal transfer_waiting, confirm-transfer → transfer_confirmed, payment and invoice sums filled', async () => {
    const { id, sum } = await payinWithDeal(service);
    const { body } = await service.shop.confirm(id);
    const [{ status, payment }] = body.deals;
    expect({ invoice: body.status, deal: status }).toEqual({ invoice: 'new', deal: 'transfer_confirmed' });
    expect(payment).toMatchObject({ takerSum: sum, makerSum: expect.anything(), feeSum: expect.anything() });
    for (const field of ['receivedSumFromTaker', 'receivedSumFromMaker', 'serviceFeeSum', 'payoutSum']) {
      expect(body[field], field).not.toBeNull();
    }
  });

  it('invoice with active deal, cancel → invoice canceled, deals empty', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.cancel(id);
    expect(body).toMatchObject({ status: 'canceled', deals: [] });
  });
});

describe('contract 4: payin moves', () => {
  it('create in with startDeal and no free requisites → 200 with deals: []', async () => {
    await withoutRequisites('CROSS_BORDER', async () => {
      const change = { amount: freshAmount(), startDeal: true, paymentOption: 'CROSS_BORDER' };
      const { status, body } = await service.shop.createPayin(change);
      expect({ status, invoice: body.status, deals: body.deals }).toEqual({ status: 200, invoice: 'new', deals: [] });
    });
  });

  it('invoice new, no active deal, start-deal and no free requisites → 200 with deals: []', async () => {
    await withoutRequisites('CROSS_BORDER', async () => {
      const { body: created } = await service.shop.createPayin({ amount: freshAmount() });
      const { status, body } = await service.shop.startDeal(created.id, { paymentOption: 'CROSS_BORDER' });
      expect({ status, deals: body.deals }).toEqual({ status: 200, deals: [] });
      const later = await service.shop.startDeal(created.id, { paymentOption: 'TO_CARD' });
      expect(later.body.deals).toHaveLength(1);
    });
  });

  it('deal transfer_waiting, start-deal with no variant → the same deal', async () => {
    const first = await payinWithDeal(service);
    const { body } = await service.shop.startDeal(first.id);
    expect(body.deals[0]).toMatchObject(first.deals[0]);
    expect(await dealStatuses(service, first.id)).toEqual(['transfer_waiting']);
  });

  it('deal transfer_waiting, start-deal with the same variant → the same deal', async () => {
    const variant = { paymentOption: 'TO_CARD', paymentMethod: 'vtb' };
    const first = await payinWithDeal(service, variant);
    for (const again of [variant, { paymentOption: 'TO_CARD' }, { paymentMethod: 'vtb' }]) {
      const { body } = await service.shop.startDeal(first.id, again);
      expect(body.deals[0]).toMatchObject(first.deals[0]);
    }
    expect(await dealStatuses(service, first.id)).toEqual(['transfer_waiting']);
  });

  it('deal transfer_waiting, start-deal with another variant → old deal canceled, new deal', async () => {
    const first = await payinWithDeal(service, { paymentOption: 'SBP' });
    const { body } = await service.shop.startDeal(first.id, { paymentOption: 'TO_ACCOUNT' });
    expect(body.status).toBe('new');
    expect(body.deals).toEqual([
      expect.objectContaining({ status: 'transfer_waiting', paymentOption: 'TO_ACCOUNT', isActive: true }),
    ]);
    expect(body.deals[0].id).not.toBe(first.deals[0].id);
    expect(body.paymentOption).toBe('TO_ACCOUNT');
    expect(await dealStatuses(service, first.id)).toEqual(['canceled', 'transfer_waiting']);
  });

  it('deal transfer_waiting, start-deal with another variant → requisites of the old one are freed', async () => {
    const limit = (activeDealsMax: number | null) =>
      service.db.pool.query(
        `update requisites set active_deals_max = $1, paused = $2 and id <> (
           select min(id) from requisites where option = 'SBP' and bank = 'ozon'
         ) where option = 'SBP' and bank = 'ozon'`,
        [activeDealsMax, activeDealsMax !== null],
      );
    await limit(1);
    const variant = { paymentOption: 'SBP', paymentMethod: 'ozon' };
    const first = await payinWithDeal(service, variant);
    const waiting = (await service.shop.createPayin({ amount: freshAmount() })).body;
    expect((await service.shop.startDeal(waiting.id, variant)).body.deals).toEqual([]);
    await service.shop.startDeal(first.id, { paymentOption: 'TO_CARD', paymentMethod: 'ozon' });
    const { body } = await service.shop.startDeal(waiting.id, variant);
    await limit(null);
    expect(body.deals[0].requisites).toEqual(first.deals[0].requisites);
  });

  it('deal transfer_waiting, confirm-transfer → invoice stays new, without a notification', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.confirm(id);
    expect(body.status).toBe('new');
    expect(await notificationsOf(service, id)).toEqual([]);
  });

  it('deal transfer_confirmed, confirm-transfer → unchanged but for one more attachment', async () => {
    const { id } = await payinWithDeal(service);
    const first = (await service.shop.confirm(id, Buffer.from('receipt one'))).body.deals[0];
    const second = (await service.shop.confirm(id, Buffer.from('receipt two'))).body.deals[0];
    expect({ ...second, attachments: [] }).toEqual({ ...first, attachments: [] });
    expect([first.attachments.length, second.attachments.length]).toEqual([1, 2]);
  });

  it('invoice new without a deal, cancel → canceled', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect((await service.shop.cancel(body.id)).body.status).toBe('canceled');
  });

  it('invoice new, no confirmed transfer, cancel → deals end; the answer and later reads show deals: []', async () => {
    const { id } = await payinWithDeal(service, { internalId: 'canceled order' });
    expect((await service.shop.cancel(id)).body.deals).toEqual([]);
    for (const path of [id, 'internal-id/canceled%20order']) {
      const { body } = await service.shop.get(`/api/merchant/invoices/${path}`);
      expect(body).toMatchObject({ id, status: 'canceled', deals: [] });
    }
    expect(await dealStatuses(service, id)).toEqual(['canceled']);
  });

  it('invoice new, transfer confirmed, cancel → refused, 400', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.confirm(id);
    expect(refusal(await service.shop.cancel(id))).toMatchObject({ status: 400, code: 'transfer_already_confirmed' });
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_confirmed');
  });

  it.each(['transfer_waiting', 'transfer_confirmed'])(
    'deal %s, money confirmed → deal completed, invoice paid',
    async (from) => {
      const invoice = await payinWithDeal(service);
      if (from === 'transfer_confirmed') await service.shop.confirm(invoice.id);
      await settle(service, invoice);
      const { body } = await service.shop.read(invoice.id);
      const [deal] = body.deals;
      expect({ invoice: body.status, deal: deal.status, isActive: deal.isActive }).toEqual({
        invoice: 'paid',
        deal: 'completed',
        isActive: false,
      });
      expect(body.receivedSumFromMaker).toEqual(deal.payment.makerSum);
      expect(deal.attachments).toHaveLength(from === 'transfer_confirmed' ? 1 : 0);
    },
  );

  it('deal completed: the ledger posts what the merchant is owed to the account', async () => {
    const before = await balance();
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    const { body } = await service.shop.read(invoice.id);
    expect((await balance()) - before).toBe(minor(body.payoutSum.amount));
  });
});

describe('contract 4: acts in the wrong state are refused with 400', () => {
  const acts: readonly [string, (id: string) => Promise<Body>][] = [
    ['start-deal', (id) => service.shop.startDeal(id)],
    ['confirm-transfer', (id) => service.shop.confirm(id)],
    ['cancel', (id) => service.shop.cancel(id)],
  ];

  it.each(acts)('%s of a canceled invoice', async (_, act) => {
    const { id } = await payinWithDeal(service);
    await service.shop.cancel(id);
    expect(refusal(await act(id))).toMatchObject({ status: 400, code: 'invoice_not_active' });
  });

  it.each(acts)('%s of a paid invoice', async (_, act) => {
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    expect(refusal(await act(invoice.id))).toMatchObject({ status: 400, code: 'invoice_not_active' });
  });

  it.each(acts)('%s of a disputed invoice', async (_, act) => {
    const { id } = await payinWithDeal(service);
    await service.shop.dispute(id, { disputeReason: 'no_payment' });
    expect(refusal(await act(id))).toMatchObject({ status: 400, code: 'invoice_not_active' });
  });

  it('confirm-transfer without a deal', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect(refusal(await service.shop.confirm(body.id))).toMatchObject({ status: 400, code: 'deal_not_active' });
  });

  it('start-deal with another variant after the transfer was confirmed', async () => {
    const { id } = await payinWithDeal(service, { paymentOption: 'SBP' });
    await service.shop.confirm(id);
    const answer = await service.shop.startDeal(id, { paymentOption: 'TO_CARD' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'transfer_already_confirmed' });
  });
});

describe('contract 7: a status change leaves one notification, with a sequence that grows', () => {
  it('none at creation, none on deal changes alone', async () => {
    const { id } = await payinWithDeal(service, { paymentOption: 'SBP' });
    await service.shop.startDeal(id, { paymentOption: 'TO_CARD' });
    expect(await notificationsOf(service, id)).toEqual([]);
  });

  it('canceled, then dispute', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.cancel(id);
    await service.shop.dispute(id, { disputeReason: 'has_payment' });
    expect(await notificationsOf(service, id)).toEqual([
      [1, 'canceled'],
      [2, 'dispute'],
    ]);
  });

  it('paid, then dispute', async () => {
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    await service.shop.dispute(invoice.id, { disputeReason: 'no_payment' });
    expect(await notificationsOf(service, invoice.id)).toEqual([
      [1, 'paid'],
      [2, 'dispute'],
    ]);
  });

  it('a refused act leaves none', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.cancel(id);
    await service.shop.cancel(id);
    expect(await notificationsOf(service, id)).toEqual([[1, 'canceled']]);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function withoutRequisites(option: string, act: () => Promise<void>): Promise<void> {
  await service.db.pool.query('update requisites set paused = true where option = $1', [option]);
  await act();
  await service.db.pool.query('update requisites set paused = false where option = $1', [option]);
}

async function balance(): Promise<bigint> {
  const { body } = await service.shop.get('/api/merchant/accounts');
  return minor(body[0].sum.amount);
}

function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
