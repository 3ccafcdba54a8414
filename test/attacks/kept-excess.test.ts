import { afterAll, beforeAll, expect, it } from 'vitest';
import { withdraw } from '../http/conformance/support/authenticator.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Answer, Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * A dispute over an excess that the store has kept. As it was run: the merchant opened it, the operator decided it in the usual way,
 * and that emptied the row of the excess. A law of the books never held again, so no money went out any more, of any store.
 */
const reason = 'an attack';
let service: TestService;
let operator: OperatorClient;
let second: OperatorClient;
let asked = 5_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  second = await createSignedIn(service, { login: 'second', role: 'operator' });
  const merchant = await signInDemo(service, 'merchant');
  done(await merchant.patch('/stores/1/payment-policy', { excess: 'apart', reason }));
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function done({ status, body }: Answer): Body {
  expect([status, body]).toEqual([200, body]);
  return body;
}

/** A payin that was overpaid by 200. */
async function overpaid(): Promise<Body> {
  asked += 10;
  const { body } = await service.shop.createPayin({ amount: `${asked}.00`, startDeal: true });
  done(await operator.post(`/deals/${body.deals[0].id}/settle`, { amount: `${asked + 200}.00`, reason }));
  return body;
}
const keep = async (id: string) => done(await operator.post(`/invoices/${id}/excess/keep`, { reason }));
const open = async (id: string, claim: string) =>
  done(
    await service.shop.dispute(id, {
      disputeReason: claim,
      ...(claim === 'invalid_sum' ? { 'disputeReasonData[amount]': `${asked - 1}.00` } : {}),
    }),
  );
const amountOf = (came: number | null) => (came === null ? null : `${asked + came}.00`);
/** Null: the claim is that nothing came. Otherwise what came, above the sum asked for. */
async function decide(id: string, claim: string, came: number | null): Promise<void> {
  await open(id, claim);
  done(await operator.post(`/invoices/${id}/dispute/accept`, { amount: amountOf(came), reason }));
}
const notPaid = (id: string) => decide(id, 'no_payment', null);
const invoiceOf = async (id: string): Promise<Body> => done(await operator.get(`/invoices/${id}`));
const values = async (query: string, ...parameters: unknown[]) =>
  (await service.db.pool.query({ text: query, rowMode: 'array' }, parameters)).rows;
const balances = () => values(`select id, balance from accounts order by id`);
const rowOf = (id: string) => values('select sum, held_sum, kept_at from excesses where invoice_id = $1', id);

async function expectMoneyGoesOut(): Promise<void> {
  expect(done(await operator.post('/audit'))).toMatchObject({ moneyOut: 'open', violations: [] });
  const { id } = done(await withdraw(service));
  service.advance(1_000);
  done(await operator.post(`/withdrawals/${id}/approve`, { reason }));
  done(await second.post(`/withdrawals/${id}/approve`, { reason }));
  const txId = id.replaceAll('-', '').repeat(2);
  expect(done(await operator.post(`/withdrawals/${id}/send`, { txId, reason })).status).toBe(4);
}

it.each([
  ['less than came', 100],
  ['what was asked for', 0],
  ['less than was asked for', -100],
  ['more than came', 500],
])('a dispute after the store has kept an excess, decided with %s, stops no money', async (_title, came) => {
  const { id } = await overpaid();
  await keep(id);
  const row = await rowOf(id);
  await decide(id, 'invalid_sum', came);
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid', sum: { amount: `${asked + came}.00` } });
  expect(await rowOf(id)).toEqual(row);
  await expectMoneyGoesOut();
});

it('a rejected dispute changes nothing of it', async () => {
  const { id } = await overpaid();
  await keep(id);
  const before = [await rowOf(id), await balances()];
  await open(id, 'invalid_sum');
  done(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
  expect([await rowOf(id), await balances()]).toEqual(before);
  await expectMoneyGoesOut();
});

it('found not to be paid, and paid again with another sum, it gives everybody back what they had', async () => {
  const before = await balances();
  const { id } = await overpaid();
  await keep(id);
  const row = await rowOf(id);
  for (const came of [200, 100, -100, 500, null]) {
    await notPaid(id);
    expect([await rowOf(id), await balances()]).toEqual([row, before]);
    if (came === null) break;
    await decide(id, 'has_payment', came);
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', sum: { amount: `${asked + came}.00` } });
    expect(await rowOf(id)).toEqual(row);
    expect(done(await operator.post('/audit'))).toMatchObject({ moneyOut: 'open', violations: [] });
  }
  await expectMoneyGoesOut();
});

it('one sum after the other is decided, and what moves follows each of them', async () => {
  const before = await balances();
  const { id } = await overpaid();
  await keep(id);
  const kept = await balances();
  for (const came of [100, 0, 500, -50, 200]) await decide(id, 'invalid_sum', came);
  expect(await balances()).toEqual(kept);
  await notPaid(id);
  expect(await balances()).toEqual(before);
  await expectMoneyGoesOut();
});

it('a second excess of the invoice can be decided about, beside the one that was kept and taken back', async () => {
  const { id } = await overpaid();
  await keep(id);
  await notPaid(id);
  const { body } = await service.shop.startDeal(id);
  const deal = body.deals.find(({ status }: Body) => status === 'transfer_waiting');
  done(await operator.post(`/deals/${deal.id}/settle`, { amount: `${asked + 70}.00`, reason }));
  expect((await invoiceOf(id)).excess).toMatchObject({ dealId: deal.id, status: 'held', sum: { amount: '70.00' } });
  await keep(id);
  expect(await invoiceOf(id)).toMatchObject({ sum: { amount: `${asked + 70}.00` }, excess: { status: 'kept' } });
  expect((await rowOf(id)).map(([sum, , keptAt]) => [sum, keptAt === null]).sort()).toEqual([
    [20_000n, false],
    [7_000n, false],
  ]);
  await expectMoneyGoesOut();
});
