import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordArrival } from '../../../src/commands/arrivals/record-arrival.ts';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import type { Actor } from '../../../src/domain/people/audit.ts';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { laws } from '../../../src/storage/ledger/law-texts.ts';
import { transfersOf } from '../../engine/support/books.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { byService } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** A payer sends more than was asked for, and the store keeps that apart. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;
const reason = 'a test';
const newId = createIdSource();

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  merchant = await signInDemo(service, 'merchant');
});
beforeEach(() => keeps('apart'));
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function keeps(excess: 'counts' | 'apart'): Promise<void> {
  await merchant.patch('/stores/1/payment-policy', { excess, reason });
}

let rubles = 7_000;
/** A payin with a deal, over so many rubles. */
async function started(): Promise<Body> {
  rubles += 10;
  return (await service.shop.createPayin({ amount: `${rubles}.00`, startDeal: true })).body;
}
const settle = (dealId: string, amount: number) =>
  operator.post(`/deals/${dealId}/settle`, { amount: `${amount}.00`, reason });
const read = async (id: string): Promise<Body> => (await service.shop.get(`/api/merchant/invoices/${id}`)).body;
const lifeOf = async (id: string): Promise<Body> => (await merchant.get(`/invoices/${id}`)).body;
const stateOf = async (id: string): Promise<string | undefined> => (await lifeOf(id)).excess?.status;
async function paidOver(above = 100): Promise<Body> {
  const payin = await started();
  await settle(payin.deals[0].id, rubles + above);
  return await read(payin.id);
}
/** The very same signed bytes would be one request: each has its own reason. */
const give = (id: string, body: object = {}): Promise<Answer> =>
  service.shop.post(`/api/merchant/invoices/${id}/refunds`, { isExcess: true, reason: newId(), ...body });
const keep = (id: string, by = operator): Promise<Answer> => by.post(`/invoices/${id}/excess/keep`, { reason });
const code = ({ body }: Answer): string => body[0]?.code;
const refundOf = async (id: string): Promise<Body> => (await service.shop.get(`/api/merchant/refunds/${id}`)).body;
function fill(url: string): Promise<Response> {
  const body = new URLSearchParams({ bank: 'sberbank', number: '2200 0000 0000 0004', holder: 'Anna P.' });
  return fetch(`${url}?way=TO_CARD`, { method: 'POST', body, redirect: 'manual' });
}
async function balances(): Promise<{ available: bigint; apart: bigint }> {
  const { rows } = await service.db.pool.query(
    `select a.balance as available, e.balance as apart from store_accounts s
     join accounts a on a.id = s.available_id join accounts e on e.id = s.excess_id where s.store_id = 1`,
  );
  return rows[0];
}
/** What an act changes of them. */
async function changeBy(act: () => Promise<unknown>): Promise<{ available: bigint; apart: bigint }> {
  const before = await balances();
  await act();
  const after = await balances();
  return { available: after.available - before.available, apart: after.apart - before.apart };
}
async function returning(payin: Body): Promise<{ refund: Body; payoutId: string }> {
  const { body: refund } = await give(payin.id);
  expect((await fill(refund.refundUrl)).status).toBe(303);
  return { refund, payoutId: (await refundOf(refund.id)).payoutId };
}
async function payOut(payoutId: string): Promise<void> {
  await maker.post(`/payouts/${payoutId}/take`);
  const form = new FormData();
  form.set('attachment', new Blob(['%PDF-1.4 proof']), 'proof.pdf');
  await maker.upload(`/payouts/${payoutId}/proof`, form);
  await merchant.post(`/payouts/${payoutId}/confirm`, { reason });
}
const dispute = (payin: Body, disputeReason = 'invalid_sum') =>
  service.shop.dispute(payin.id, {
    disputeReason,
    ...(disputeReason === 'invalid_sum' ? { 'disputeReasonData[amount]': '1000.00' } : {}),
  });
const decide = (id: string, amount: string | null) =>
  operator.post(`/invoices/${id}/dispute/accept`, { amount, reason });

describe('what is sent too much', () => {
  it('counts as before while the store has not said otherwise', async () => {
    await keeps('counts');
    const payin = await paidOver();
    expect(payin).toMatchObject({ status: 'paid', sum: { amount: `${rubles + 100}.00` } });
    expect(await lifeOf(payin.id)).toMatchObject({ isSumChanged: true, reason: 'over', excess: null });
    expect(code(await give(payin.id))).toBe('no_excess');
    expect(code(await keep(payin.id))).toBe('no_excess');
  });

  it('stands apart: the invoice is paid with the sum asked for, and the merchant is told', async () => {
    const payin = await started();
    const change = await changeBy(() => settle(payin.deals[0].id, rubles + 100));
    const paid = await read(payin.id);
    expect(paid).toMatchObject({
      status: 'paid',
      sum: { amount: `${rubles}.00` },
      receivedSumFromTaker: { amount: `${rubles}.00` },
    });
    expect(String(change.available)).toBe(paid.payoutSum.amount.replace('.', '').replace(/^0+/, ''));
    expect(change.apart).toBeGreaterThan(0n);
    const { body: told } = await service.shop.get('/api/merchant/notifications?limit=100');
    expect(told.filter((one: Body) => one.invoice.id === payin.id).at(-1)).toMatchObject({
      reason: 'over',
      isSumChanged: false,
      askedSum: { amount: `${rubles}.00` },
      invoice: { status: 'paid', sum: { amount: `${rubles}.00` } },
    });
    expect((await lifeOf(payin.id)).excess).toMatchObject({
      status: 'held',
      came: { amount: `${rubles + 100}.00` },
      sum: { amount: '100.00' },
    });
    expect(await transfersOf(service.db.pool, payin.deals[0].id)).toMatchObject({ payin_extend: 1, payin_excess: 1 });
  });

  it('is split by itself when a bank’s line says so, and not by a maker, nor when the sum is strange', async () => {
    const arrive = async (payin: Body, amount: number, actor?: Actor) => {
      const { rows } = await service.db.pool.query('select requisite_id, maker_id from deals where id = $1', [
        payin.id,
      ]);
      const [{ requisite_id: requisiteId, maker_id: makerId }] = rows;
      const by = { actor: actor === undefined ? byService.actor : { ...actor, makerId }, reason };
      const money = { id: newId(), requisiteId, amount: `${amount}.00`, arrivedAt: service.now(), reference: newId() };
      return await service.engine.submit(recordArrival({ ...by, ...money }));
    };
    const first = await started();
    expect(await arrive(first, rubles + 70)).toMatchObject({ status: 'matched', exception: 'over', dealId: first.id });
    expect(await lifeOf(first.id)).toMatchObject({ status: 'paid', excess: { sum: { amount: '70.00' } } });
    const mark: Actor = { userId: 1, name: 'mark', role: 'maker', makerId: 0, merchantId: null };
    expect(await arrive(await started(), rubles + 70, mark)).toMatchObject({ status: 'held', exception: 'over' });
    const strange = await started();
    const arrival = await arrive(strange, 2 * rubles + 1);
    expect(arrival).toMatchObject({ status: 'held', exception: 'over' });
    const found = { dealId: strange.id, reason };
    expect((await operator.post(`/arrivals/${arrival.id}/match`, found)).status).toBe(200);
    expect(await lifeOf(strange.id)).toMatchObject({ status: 'paid', excess: { sum: { amount: `${rubles + 1}.00` } } });
  });
});

describe('a return', () => {
  it('is paid from what stands apart, however small it is, and leaves nothing there', async () => {
    const apart = await balances();
    const payin = await paidOver(5);
    const { body: refund } = await give(payin.id);
    expect(refund).toMatchObject({ status: 'waiting', isExcess: true, sum: { amount: '5.00' } });
    expect(await stateOf(payin.id)).toBe('promised');
    expect(code(await give(payin.id))).toBe('excess_not_held');
    expect(code(await keep(payin.id))).toBe('excess_not_held');
    const change = await changeBy(() => fill(refund.refundUrl));
    expect(change.apart).toBeLessThan(0n);
    // What the rate and the fee of a payout add is the store's to pay.
    expect(change.available).toBeLessThan(0n);
    expect(-change.available).toBeLessThan(-change.apart);
    expect(await stateOf(payin.id)).toBe('returning');
    const { payoutId } = await refundOf(refund.id);
    expect(await read(payoutId)).toMatchObject({
      type: 'out',
      sum: { amount: '5.00' },
      internalId: `refund:${refund.id}`,
    });
    await payOut(payoutId);
    expect(await stateOf(payin.id)).toBe('returned');
    expect((await balances()).apart).toBe(apart.apart);
    // The payin itself can still be refunded, whole.
    expect((await service.shop.post(`/api/merchant/invoices/${payin.id}/refunds`, {})).body).toMatchObject({
      isExcess: false,
      sum: { amount: payin.sum.amount },
    });
  });

  it('puts all of it apart again when its payout comes to nothing, and can be asked for anew', async () => {
    const payin = await paidOver();
    const held = await balances();
    const { payoutId } = await returning(payin);
    await service.shop.post(`/api/merchant/invoices/${payoutId}/cancel`);
    expect(await balances()).toEqual(held);
    expect(await stateOf(payin.id)).toBe('held');
    const lifetime = (ms: number) =>
      service.db.pool.query('update stores set payout_lifetime_ms = $1 where id = 1', [ms]);
    await lifetime(60_000);
    const again = await returning(payin);
    await lifetime(24 * 3_600_000);
    service.advance(61_000);
    expect(await read(again.payoutId)).toMatchObject({ status: 'expired' });
    await service.engine.submit(expireInvoice({ invoiceId: again.payoutId, storeId: 1 }));
    expect(await balances()).toEqual(held);
    expect(await transfersOf(service.db.pool, again.payoutId)).toEqual({
      excess_return: 1,
      payout_freeze: 1,
      payout_release: 1,
      excess_back: 1,
    });
  });

  it('puts it apart again when it was not paid after all, also where it had cost less than stood there', async () => {
    const payin = await paidOver();
    const held = await balances();
    const scaleRate = (by: string) =>
      service.db.pool.query(`update rates set rate_e8 = rate_e8 ${by} where type = 'out' and fiat_currency = 'RUB'`);
    await scaleRate('* 2');
    const { payoutId } = await returning(payin);
    await scaleRate('/ 2');
    expect(await balances()).toMatchObject({ available: held.available });
    await payOut(payoutId);
    expect(await transfersOf(service.db.pool, payoutId)).toMatchObject({ excess_return: 1, excess_rest: 1 });
    expect((await balances()).available).toBeGreaterThan(held.available);
    expect((await operator.post(`/payouts/${payoutId}/not-paid`, { next: 'cancel', reason })).status).toBe(200);
    expect(await balances()).toEqual(held);
    expect(await stateOf(payin.id)).toBe('held');
  });

  it('asked for and answered fifty times at once happens once', async () => {
    const payin = await paidOver();
    const before = await balances();
    const asked = await Promise.all(Array.from({ length: 50 }, () => give(payin.id)));
    const promised = asked.filter(({ status }) => status === 200);
    expect(promised).toHaveLength(1);
    expect(new Set(asked.filter(({ status }) => status !== 200).map(code))).toEqual(new Set(['excess_not_held']));
    const url = promised[0]?.body.refundUrl;
    const [filled] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => fill(url))),
      Promise.all(Array.from({ length: 10 }, () => keep(payin.id))),
    ]);
    expect(filled.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    expect(await stateOf(payin.id)).toBe('returning');
    const { rows } = await service.db.pool.query(
      `select count(*)::int as count from transfers t join refunds r on r.payout_id = t.subject_id
       where r.invoice_id = $1 and t.kind = 'excess_return'`,
      [payin.id],
    );
    expect(rows[0].count).toBe(1);
    expect((await balances()).apart).toBeLessThan(before.apart);
  });
});

describe('the store', () => {
  it('keeps it when an operator says so, once, with the fee for all of it, and not by its own word', async () => {
    expect((await keep((await paidOver()).id, merchant)).status).toBe(403);
    await keeps('counts');
    const whole = await paidOver();
    await keeps('apart');
    rubles -= 10;
    const payin = await paidOver();
    const kept = await Promise.all(Array.from({ length: 50 }, () => keep(payin.id)));
    expect(kept.every(({ status }) => status === 200)).toBe(true);
    const { sum, receivedSumFromTaker, receivedSumFromMaker, serviceFeeSum, payoutSum } = whole;
    // To the last unit what it would have been, had nothing been kept apart.
    const figures = { sum, receivedSumFromTaker, receivedSumFromMaker, serviceFeeSum, payoutSum };
    expect(await read(payin.id)).toMatchObject(figures);
    expect(await lifeOf(payin.id)).toMatchObject({ isSumChanged: true, reason: 'over' });
    expect(await transfersOf(service.db.pool, payin.deals[0].id)).toMatchObject({ excess_keep: 1, excess_fee: 1 });
    expect(await stateOf(payin.id)).toBe('kept');
    expect(code(await give(payin.id))).toBe('excess_not_held');
  });
});

describe('a dispute', () => {
  it('changes what stands apart with what came, either way', async () => {
    const payin = await paidOver();
    const before = await balances();
    await dispute(payin);
    expect(code(await give(payin.id))).toBe('excess_not_paid');
    expect(code(await keep(payin.id))).toBe('excess_not_paid');
    await decide(payin.id, `${rubles + 40}.00`);
    expect(await lifeOf(payin.id)).toMatchObject({
      status: 'paid',
      reason: 'corrected',
      excess: { sum: { amount: '40.00' } },
    });
    expect((await balances()).available).toBe(before.available);
    await dispute(payin);
    await decide(payin.id, `${rubles - 10}.00`);
    expect(await lifeOf(payin.id)).toMatchObject({ sum: { amount: `${rubles - 10}.00` }, excess: { status: 'none' } });
    await dispute(payin);
    await decide(payin.id, `${rubles + 60}.00`);
    expect(await read(payin.id)).toMatchObject({ sum: { amount: `${rubles}.00` } });
    expect(await stateOf(payin.id)).toBe('held');
  });

  it('takes it back when no money came: from where it stands, or from the store that has kept it', async () => {
    for (const isKept of [false, true]) {
      const before = await balances();
      const payin = await paidOver();
      if (isKept) await keep(payin.id);
      await dispute(payin, 'no_payment');
      expect((await decide(payin.id, null)).status).toBe(200);
      expect(await balances()).toEqual(before);
    }
  });

  it('cannot change what is promised to the payer or has gone back', async () => {
    const payin = await paidOver();
    const { body: refund } = await give(payin.id);
    await dispute(payin);
    expect(code(await decide(payin.id, `${rubles + 40}.00`))).toBe('excess_not_held');
    expect((await fill(refund.refundUrl)).status).not.toBe(303);
    expect((await decide(payin.id, `${rubles + 100}.00`)).status).toBe(200);
    await fill(refund.refundUrl);
    const { payoutId } = await refundOf(refund.id);
    await payOut(payoutId);
    await dispute(payin, 'no_payment');
    expect(code(await decide(payin.id, null))).toBe('excess_not_held');
    expect((await decide(payin.id, null)).status).toBe(400);
  });
});

it('is missed by a law when the account, the rows or a return say something else', async () => {
  const payin = await paidOver();
  const law = 'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it';
  const broken = async (change: string) => {
    const client = await service.db.owner.connect();
    try {
      await client.query('begin');
      await client.query(change, [payin.id]);
      const broken: string[] = [];
      for (const [name, query] of Object.entries(laws))
        if ((await client.query(query)).rows.length > 0) broken.push(name);
      return broken;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  expect(await broken('update excesses set held_sum = held_sum * 2 where invoice_id = $1')).toEqual([law]);
  expect(await broken('update excesses set kept_at = now() where invoice_id = $1')).toContain(law);
  expect(await broken('delete from excesses where invoice_id = $1')).toContain(law);
});
