import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import {
  dealStatuses,
  freshAmount,
  hourMs,
  minuteMs,
  notificationsOf,
  payinWithDeal,
  refusal,
} from './support/acts.ts';
import { accountOf } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('contract 4: a deal expires', () => {
  it('deal transfer_waiting, canceledAt passes → deal expired, invoice stays new', async () => {
    const { id } = await payinWithDeal(service);
    service.advance(15 * minuteMs);
    const { body } = await service.shop.read(id);
    expect({ status: body.status, deals: body.deals }).toEqual({ status: 'new', deals: [] });
    await expect.poll(() => dealStatuses(service, id)).toEqual(['expired']);
    expect(await notificationsOf(service, id)).toEqual([]);
  });

  it('deal transfer_waiting shows as such until canceledAt', async () => {
    const { id } = await payinWithDeal(service);
    service.advance(14 * minuteMs);
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_waiting');
  });

  it('another deal may be started after one has expired', async () => {
    const { id } = await payinWithDeal(service);
    service.advance(15 * minuteMs);
    const { body } = await service.shop.startDeal(id);
    expect(body.deals).toEqual([expect.objectContaining({ status: 'transfer_waiting', isActive: true })]);
    expect(body.deals[0].id).not.toBe(id);
    expect(await dealStatuses(service, id)).toEqual(['expired', 'transfer_waiting']);
  });

  it('an expired deal cannot be confirmed, even before the clock worker has reached it', async () => {
    const { id } = await payinWithDeal(service);
    service.advance(15 * minuteMs);
    expect(refusal(await service.shop.confirm(id))).toMatchObject({ status: 400, code: 'deal_not_active' });
  });

  it('a confirmed deal does not expire', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.confirm(id);
    service.advance(15 * minuteMs);
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_confirmed');
  });

  it('a deal that starts late ends with its invoice', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    service.advance(50 * minuteMs);
    const started = (await service.shop.startDeal(body.id)).body;
    expect(started.deals[0].canceledAt).toBe(body.expireAt);
  });
});

describe('contract 4: an invoice expires', () => {
  it('invoice new, no confirmed transfer, expireAt passes → invoice expired', async () => {
    const { id } = await payinWithDeal(service, { internalId: 'late' });
    service.advance(hourMs);
    for (const path of [id, 'internal-id/late']) {
      const { body } = await service.shop.get(`/api/merchant/invoices/${path}`);
      expect(body).toMatchObject({ status: 'expired', deals: [] });
    }
    await expect.poll(() => notificationsOf(service, id)).toEqual([[1, 'expired']]);
    expect(await dealStatuses(service, id)).toEqual(['expired']);
  });

  it('invoice new without a deal, expireAt passes → invoice expired', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    service.advance(hourMs);
    expect((await service.shop.read(body.id)).body.status).toBe('expired');
    await expect.poll(() => notificationsOf(service, body.id)).toEqual([[1, 'expired']]);
  });

  it('invoice new is shown as new until expireAt', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    service.advance(59 * minuteMs);
    expect((await service.shop.read(body.id)).body.status).toBe('new');
  });

  it('a confirmed transfer keeps the invoice new past expireAt', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.confirm(id);
    service.advance(2 * hourMs);
    const { body } = await service.shop.read(id);
    expect([body.status, body.deals[0].status]).toEqual(['new', 'transfer_confirmed']);
  });

  it.each(['start-deal', 'confirm-transfer', 'cancel'] as const)('%s of an expired invoice is refused', async (act) => {
    const { id } = await payinWithDeal(service);
    service.advance(hourMs);
    const { shop } = service;
    const answer = await { 'start-deal': shop.startDeal, 'confirm-transfer': shop.confirm, cancel: shop.cancel }[
      act
    ].call(shop, id);
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invoice_not_active' });
  });

  it('an expired invoice has no payment variants', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    service.advance(hourMs);
    expect((await service.shop.get(`/api/merchant/invoices/${body.id}/available-payment-variants`)).body).toEqual([]);
  });
});

describe('contract 4: an expired thing is never shown as active, even before the clock worker has reached it', () => {
  it.each([
    ['a deal', 15 * minuteMs, { status: 'new', deals: [] }],
    ['an invoice', hourMs, { status: 'expired', deals: [] }],
  ])('%s', async (_, ageMs, shown) => {
    const { id } = await payinWithDeal(service);
    const client = await service.db.pool.connect();
    try {
      // Writers of the invoice have to wait.
      await client.query('begin');
      await client.query('select 1 from invoices where id = $1 for update', [id]);
      service.advance(ageMs);
      expect((await service.shop.read(id)).body).toMatchObject(shown);
      expect(await dealStatuses(service, id)).toEqual(['transfer_waiting']);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('contract 4: a payout expires', () => {
  it('payout, deal new, expiry → expired, frozen funds return', async () => {
    const before = await accountOf(service.shop);
    const { body } = await service.shop.createPayout();
    expect((await accountOf(service.shop)).sum).not.toEqual(before.sum);
    service.advance(24 * hourMs);
    expect((await service.shop.read(body.id)).body).toMatchObject({ status: 'expired', deals: [] });
    await expect.poll(() => accountOf(service.shop)).toEqual(before);
    expect(await dealStatuses(service, body.id)).toEqual(['expired']);
    expect(await notificationsOf(service, body.id)).toEqual([[1, 'expired']]);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
