import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import type { Answer } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * A payer who is asked twice for one order. As it was run: a shop repeats a payin whose answer it lost, after the first invoice
 * was paid, and gets a second one with fresh requisites, which a payer may pay.
 */
let service: TestService;
let operator: OperatorClient;
const reason = 'seen in the bank';
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

let orders = 0;
/** A payin as a shop asks for it, again and again. */
function order() {
  orders += 1;
  const wish = { internalId: `order ${orders}`, amount: `7${String(orders).padStart(3, '0')}.00`, startDeal: true };
  const ask = async (amount = wish.amount) => good(await service.shop.createPayin({ ...wish, amount }));
  const read = async () =>
    good(await service.shop.get(`/api/merchant/invoices/internal-id/${encodeURIComponent(wish.internalId)}`));
  return { ...wish, ask, read };
}

const settle = async (dealId: string, amount?: string) =>
  good(await operator.post(`/deals/${dealId}/settle`, { reason, ...(amount === undefined ? {} : { amount }) }));

const reject = async (invoiceId: string) =>
  good(await operator.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'UNKNOWN', reason }));

describe('a payin that is asked for again', () => {
  it('is the one that was paid, not a second one to pay', async () => {
    const { ask, read } = order();
    const { id } = await ask();
    await settle(id);
    expect(await ask()).toMatchObject({ id, status: 'paid' });
    expect(await read()).toMatchObject({ id, status: 'paid' });
  });

  it('is the one that was paid also when another sum came than was asked for', async () => {
    const { ask, read } = order();
    const { id } = await ask();
    await settle(id, '6500');
    expect(await ask()).toMatchObject({ id, status: 'paid', sum: { amount: '6500.00' } });
    expect((await ask('6500.00')).id).not.toBe(id);
    expect((await ask()).id).toBe(id);
    expect((await read()).sum.amount).toBe('6500.00');
  });

  it('is the one in dispute, and still the same when the claim was rejected', async () => {
    const { ask, read } = order();
    const { id } = await ask();
    good(await service.shop.dispute(id, { disputeReason: 'unknown' }));
    expect(await ask()).toMatchObject({ id, status: 'dispute' });
    expect((await read()).id).toBe(id);
    await reject(id);
    expect(await ask()).toMatchObject({ id, status: 'new' });
  });

  it('is the one that was paid late, and not the second one that was opened before the money came', async () => {
    const { ask, read } = order();
    const late = await ask();
    good(await service.shop.cancel(late.id));
    const second = await ask();
    expect(second.id).not.toBe(late.id);
    const { requisiteId, sum } = good(await operator.get(`/deals/${late.id}`));
    const entry = { requisiteId, amount: sum.amount, reference: `late ${late.id}` };
    const arrival = good(await operator.post('/arrivals', entry));
    good(await operator.post(`/arrivals/${arrival.id}/match`, { dealId: late.id, reason }));
    expect(await ask()).toMatchObject({ id: late.id, status: 'paid' });
    expect((await read()).id).toBe(late.id);
    good(await service.shop.cancel(second.id));
    expect((await ask()).id).toBe(late.id);
  });

  it('is a new one once the first was paid a day ago, and two of them are never open', async () => {
    const { ask, read } = order();
    const { id } = await ask();
    await settle(id);
    good(await service.shop.dispute(id, { disputeReason: 'unknown' }));
    service.advance(dayMs);
    operator = await signInDemo(service, 'operator');
    expect(await ask()).toMatchObject({ id, status: 'dispute' });
    await reject(id);
    expect(await ask()).toMatchObject({ id, status: 'paid' });
    service.advance(dayMs);
    const next = await ask();
    expect([next.id === id, next.status]).toEqual([false, 'new']);
    expect((await read()).id).toBe(next.id);
    expect((await ask()).id).toBe(next.id);
  });
});
