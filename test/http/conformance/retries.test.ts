import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { payout } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, hourMs, minuteMs, payinWithDeal, refusal, settle } from './support/acts.ts';
import { accountOf } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('contract 4, retries: payin', () => {
  it('same internalId, type, amount and currency while the earlier is new: that invoice', async () => {
    const change = { amount: freshAmount(), internalId: 'p1', startDeal: true };
    const first = (await service.shop.createPayin(change)).body;
    const second = (await service.shop.createPayin(change)).body;
    expect(second).toEqual(first);
    expect(await countOf('p1')).toBe(1);
  });

  it('the same sum written in another way is the same sum', async () => {
    const first = (await service.shop.createPayin({ amount: '2500', internalId: 'p2' })).body;
    const second = (await service.shop.createPayin({ amount: '2500.00', internalId: 'p2' })).body;
    expect(second.id).toBe(first.id);
  });

  it('the earlier invoice comes back as it is now', async () => {
    const change = { amount: freshAmount(), internalId: 'p3' };
    const first = (await service.shop.createPayin(change)).body;
    await service.shop.startDeal(first.id);
    await service.shop.confirm(first.id);
    const again = (await service.shop.createPayin(change)).body;
    expect([again.id, again.deals[0].status]).toEqual([first.id, 'transfer_confirmed']);
  });

  it.each([
    ['another amount', { amount: '2601' }],
    ['another currency', { currency: 'KZT' }],
  ])('a payin with %s is another invoice', async (_, change) => {
    const same = { amount: '2600', internalId: `p4 ${JSON.stringify(change)}` };
    const first = (await service.shop.createPayin(same)).body;
    const second = await service.shop.createPayin({ ...same, ...change });
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.id);
  });

  it('an invoice of another type is another invoice', async () => {
    const same = { amount: '2600', internalId: 'p5' };
    const first = (await service.shop.createPayin(same)).body;
    const second = await service.shop.createPayout(same);
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.id);
    await service.shop.cancel(second.body.id);
  });

  it('a payin of another store is another invoice', async () => {
    const same = { amount: freshAmount(), internalId: 'p6' };
    const first = (await service.shop.createPayin(same)).body;
    expect((await service.otherShop.createPayin(same)).body.id).not.toBe(first.id);
  });

  const ended = async (status: string) => {
    const change = { amount: freshAmount(), internalId: `p7 ${status}` };
    const first = await payinWithDeal(service, change);
    if (status === 'canceled') await service.shop.cancel(first.id);
    if (status === 'paid') await settle(service, first);
    if (status === 'expired') service.advance(hourMs);
    if (status === 'dispute') await service.shop.dispute(first.id, { disputeReason: 'no_payment' });
    return { change, first };
  };

  it.each(['canceled', 'expired'])('an earlier invoice that is %s frees its internal ID', async (status) => {
    const { change, first } = await ended(status);
    const second = (await service.shop.createPayin(change)).body;
    expect(second.id).not.toBe(first.id);
    expect(second.status).toBe('new');
    expect((await service.shop.read(first.id)).body.status).toBe(status);
  });

  it.each(['paid', 'dispute'])('an earlier invoice that is %s is given again', async (status) => {
    const { change, first } = await ended(status);
    const { body } = await service.shop.createPayin(change);
    expect([body.id, body.status]).toEqual([first.id, status]);
    expect(await countOf(change.internalId)).toBe(1);
  });

  it('an earlier invoice that was paid 24 h ago frees its internal ID', async () => {
    const change = { amount: freshAmount(), internalId: 'p9' };
    const first = await payinWithDeal(service, change);
    await settle(service, first);
    service.advance(24 * hourMs - minuteMs);
    expect((await service.shop.createPayin(change)).body.id).toBe(first.id);
    service.advance(minuteMs);
    const second = (await service.shop.createPayin(change)).body;
    expect([second.id === first.id, second.status]).toEqual([false, 'new']);
    expect((await service.shop.createPayin(change)).body.id).toBe(second.id);
  });

  it.each(['', null, undefined])('an internalId of %j names nothing: two invoices', async (internalId) => {
    const change = { amount: freshAmount(), internalId };
    const first = (await service.shop.createPayin(change)).body;
    expect((await service.shop.createPayin(change)).body.id).not.toBe(first.id);
  });

  it('internalId need not be unique', async () => {
    for (const amount of ['2701', '2702', '2703']) {
      expect((await service.shop.createPayin({ amount, internalId: 'p8' })).status).toBe(200);
    }
    expect(await countOf('p8')).toBe(3);
  });
});

describe('contract 4, retries: payout', () => {
  it('same values: the existing invoice, and the money is frozen once', async () => {
    const first = (await service.shop.createPayout({ internalId: 'o1' })).body;
    const account = await accountOf(service.shop);
    const second = (await service.shop.createPayout({ internalId: 'o1' })).body;
    expect(second).toEqual(first);
    expect(await accountOf(service.shop)).toEqual(account);
  });

  it('same values: the existing invoice also when it is canceled', async () => {
    const first = (await service.shop.createPayout({ internalId: 'o2' })).body;
    await service.shop.cancel(first.id);
    const account = await accountOf(service.shop);
    const { status, body } = await service.shop.createPayout({ internalId: 'o2' });
    expect({ status, id: body.id, invoice: body.status }).toEqual({ status: 200, id: first.id, invoice: 'canceled' });
    expect(await accountOf(service.shop)).toEqual(account);
  });

  it('same values: the existing invoice also when money or direction have gone since', async () => {
    const first = (await service.shop.createPayout({ internalId: 'o4' })).body;
    await service.db.pool.query('update stores set out_enabled = false where id = 1');
    const { status, body } = await service.shop.createPayout({ internalId: 'o4' });
    await service.db.pool.query('update stores set out_enabled = true where id = 1');
    expect({ status, id: body.id }).toEqual({ status: 200, id: first.id });
  });

  it('same values: the existing invoice also when its currency has gone from the store since', async () => {
    const change = { amount: freshAmount(), internalId: 'o7', startDeal: true };
    const payin = (await service.shop.createPayin(change)).body;
    const first = (await service.shop.createPayout({ internalId: 'o7' })).body;
    const { rows } = await service.db.pool.query(
      `delete from store_limits where store_id = 1 and currency = 'RUB' returning *`,
    );
    const again = await service.shop.createPayout({ internalId: 'o7' });
    const payinAgain = await service.shop.createPayin(change);
    const fresh = [await service.shop.createPayout({ internalId: 'o8' }), await service.shop.createPayin()];
    for (const row of rows) {
      await service.db.pool.query('insert into store_limits values ($1, $2, $3, $4, $5)', Object.values(row));
    }
    expect([again.status, again.body.id]).toEqual([200, first.id]);
    expect([payinAgain.status, payinAgain.body.id]).toEqual([200, payin.id]);
    for (const answer of fresh) expect(refusal(answer)).toMatchObject({ status: 400, code: 'currency_not_allowed' });
  });

  it.each([
    ['amount', { amount: '1001' }],
    ['currency', { currency: 'KZT', paymentMethod: 'kaspi' }],
    ['paymentOption', { paymentOption: 'TO_ACCOUNT' }],
    ['paymentMethod', { paymentMethod: 'vtb' }],
    ['requisites', { paymentRequisites: { requisites: '2200000000000012', holder: 'Ivan P.' } }],
    ['holder', { paymentRequisites: { requisites: '2200000000000004', holder: 'Anna S.' } }],
  ])('other values are 400: %s', async (field, change) => {
    const internalId = `o5 ${field}`;
    await service.shop.createPayout({ internalId });
    const account = await accountOf(service.shop);
    const answer = await service.shop.createPayout({ internalId, ...change });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'internal_id_reused', field: 'internalId' });
    expect(await accountOf(service.shop)).toEqual(account);
  });

  it('a refused payout leaves its internalId free', async () => {
    expect((await service.shop.createPayout({ internalId: 'o6', amount: '1000000' })).status).toBe(400);
    expect((await service.shop.createPayout({ internalId: 'o6' })).status).toBe(200);
  });

  it('identical signed bytes without internalId are one payout for 24 h, and other bytes another', async () => {
    const same = { ...payout, userId: 'o7' };
    const ask = async () => (await service.shop.post('/api/merchant/invoices', same)).body;
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect((await service.shop.createPayout({ userId: 'o7' })).body.id).not.toBe(first.id);
    service.advance(24 * hourMs);
    expect((await ask()).id).not.toBe(first.id);
  });

  it('same values: the existing invoice also when it has expired', async () => {
    const first = (await service.shop.createPayout({ internalId: 'o3' })).body;
    service.advance(24 * hourMs);
    const { body } = await service.shop.createPayout({ internalId: 'o3' });
    expect({ id: body.id, invoice: body.status }).toEqual({ id: first.id, invoice: 'expired' });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function countOf(internalId: string): Promise<number> {
  const { rows } = await service.db.pool.query('select count(*)::int as count from invoices where internal_id = $1', [
    internalId,
  ]);
  return rows[0].count;
}
