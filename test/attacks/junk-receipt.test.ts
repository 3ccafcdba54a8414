import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import type { Answer } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * A rate that is kept for ever. As it was run: a junk receipt kept a deal open for 30 days, and it was settled at 95.50 when the rate
 * was 120. An upload bought an option on the rate for nothing, at the maker's cost or the shop's.
 */
let service: TestService;
let operator: OperatorClient;
const reason = 'seen in the bank';
const hourMs = 3_600_000;

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

const codeOf = ({ status, body }: Answer) => (status === 200 ? 'done' : (body[0].code as string));

async function setRate(rate: string): Promise<void> {
  await service.db.pool.query(
    `update rates set rate_e8 = $1::numeric * 100000000, set_at = $2 where fiat_currency = 'RUB' and type = 'in'`,
    [rate, new Date(service.now())],
  );
  // What decides sees it at once; what only reads sees it with the next act.
  good(await service.shop.createPayin({ amount: '1000.00' }));
}

async function wait(ms: number): Promise<void> {
  service.advance(ms);
  operator = await signInDemo(service, 'operator');
}

let kopeks = 0;
/** A deal with a receipt that says nothing, and the rate as it was then. */
async function withJunk() {
  await setRate('95.50');
  const amount = `50000.${String(kopeks++).padStart(2, '0')}`;
  const { id } = good(await service.shop.createPayin({ amount, startDeal: true }));
  good(await service.shop.confirm(id, Buffer.from('trust me'), 'receipt.txt'));
  return { id: id as string, amount };
}

const dealOf = async (id: string) => good(await operator.get(`/deals/${id}`));
const settle = (id: string, more: object = {}) => operator.post(`/deals/${id}/settle`, { reason, ...more });

describe('a confirmed transfer past its deadline, with the rate far away', () => {
  it('is not settled at the old rate: by no maker, no operator and no arrival', async () => {
    const { id, amount } = await withJunk();
    const { requisiteId, makerId } = await dealOf(id);
    await wait(30 * 24 * hourMs);
    await setRate('120');
    const maker = await createSignedIn(service, { login: `late-${makerId}`, role: 'maker', makerId });
    expect(codeOf(await maker.post(`/deals/${id}/settle`, { reason }))).toBe('rate_moved');
    expect(codeOf(await settle(id))).toBe('rate_moved');
    const entry = { requisiteId, amount, reference: `junk ${id}` };
    const arrival = good(await operator.post('/arrivals', entry));
    expect(arrival).toMatchObject({ status: 'held', exception: 'late', dealId: id });
    expect(codeOf(await operator.post(`/arrivals/${arrival.id}/match`, { reason }))).toBe('rate_moved');
    expect((await dealOf(id)).status).toBe('transfer_confirmed');
    good(await operator.post(`/arrivals/${arrival.id}/match`, { reason, rate: 'now' }));
    expect(await dealOf(id)).toMatchObject({ status: 'completed', rate: '120.00' });
  });

  it('is settled at the new rate by an operator who says so, and shows both figures before', async () => {
    const { id } = await withJunk();
    await wait(25 * hourMs);
    await setRate('120');
    const before = await dealOf(id);
    expect(before.overdue).toMatchObject({
      newRate: { rate: '120.00', makerSum: { currency: 'USDT' }, feeSum: { currency: 'USDT' } },
    });
    expect(Number(before.overdue.newRate.makerSum.amount)).toBeCloseTo(416.67, 1);
    expect(Number(before.makerSum.amount)).toBeCloseTo(523.56, 1);
    const after = good(await settle(id, { rate: 'now' }));
    expect(after).toMatchObject({ status: 'completed', rate: '120.00', makerSum: before.overdue.newRate.makerSum });
    const paid = good(await service.shop.read(id));
    expect(paid).toMatchObject({ status: 'paid', receivedSumFromMaker: after.makerSum });
  });

  it('keeps its rate by no dispute either: who accepts it chooses the new one, with the figures before', async () => {
    const { id } = await withJunk();
    good(await service.shop.dispute(id, { disputeReason: 'has_payment' }));
    await wait(25 * hourMs);
    await setRate('120');
    const before = await dealOf(id);
    expect(before).toMatchObject({ status: 'dispute', overdue: { newRate: { rate: '120.00' } } });
    const accept = (more: object = {}) => operator.post(`/invoices/${id}/dispute/accept`, { reason, ...more });
    expect(codeOf(await accept())).toBe('rate_moved');
    expect(good(await accept({ rate: 'now' }))).toMatchObject({ status: 'paid' });
    const after = await dealOf(id);
    expect(after).toMatchObject({ status: 'completed', rate: '120.00', makerSum: before.overdue.newRate.makerSum });
  });

  it('is rejected by an operator who finds no money', async () => {
    const { id } = await withJunk();
    await wait(25 * hourMs);
    await setRate('120');
    good(await operator.post(`/deals/${id}/reject-transfer`, { reason }));
    expect((await dealOf(id)).status).toBe('canceled');
  });

  it('works the other way round too: a rate that fell is not kept either', async () => {
    const { id } = await withJunk();
    await wait(25 * hourMs);
    await setRate('80');
    expect(codeOf(await settle(id))).toBe('rate_moved');
    expect(good(await settle(id, { rate: 'now' }))).toMatchObject({ rate: '80.00', status: 'completed' });
  });
});

describe('the rate of a deal', () => {
  it('is fixed within the deadline, however far the rate moves and for every role', async () => {
    const { id } = await withJunk();
    await wait(23 * hourMs);
    await setRate('120');
    expect((await dealOf(id)).overdue).toBeNull();
    expect(codeOf(await settle(id, { rate: 'now' }))).toBe('rate_fixed');
    expect(good(await settle(id))).toMatchObject({ status: 'completed', rate: '95.50' });
    // A paid deal has its rate for good, also when a dispute corrects its sum long after.
    good(await service.shop.dispute(id, { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '40000' }));
    await wait(25 * hourMs);
    const accept = (more: object) => operator.post(`/invoices/${id}/dispute/accept`, { reason, ...more });
    expect(codeOf(await accept({ amount: '40000', rate: 'now' }))).toBe('rate_fixed');
    good(await accept({ amount: '40000' }));
    expect((await dealOf(id)).rate).toBe('95.50');
  });

  it('is fixed while the rate is within the bound, also past the deadline', async () => {
    const { id } = await withJunk();
    await wait(25 * hourMs);
    await setRate('97');
    expect(codeOf(await settle(id, { rate: 'now' }))).toBe('rate_fixed');
    expect((await dealOf(id)).overdue).toMatchObject({ newRate: null });
    expect(good(await settle(id))).toMatchObject({ status: 'completed', rate: '95.50' });
  });
});

it('an overdue transfer is at the top of the work queue, above what waits for longer', async () => {
  await setRate('95.50');
  await service.shop.createPayin({ amount: '61000', startDeal: true });
  const older = good(await service.shop.createPayout({ amount: '1500' }));
  service.advance(1_000);
  const { id } = await withJunk();
  const kinds = async () =>
    good(await operator.get('/work')).items.map((item: { kind: string; id: string }) => [item.kind, item.id]);
  expect(await kinds()).toContainEqual(['confirmed', id]);
  await service.db.pool.query(`update stores set payout_lifetime_ms = 200000000 where id = 1`);
  await wait(23 * hourMs);
  await service.db.pool.query(`update deals set deadline_at = deadline_at + interval '2 days' where id = $1`, [
    older.id,
  ]);
  await service.db.pool.query(`update invoices set expire_at = expire_at + interval '2 days' where id = $1`, [
    older.id,
  ]);
  await wait(1.5 * hourMs);
  const [first, ...rest] = await kinds();
  expect(first).toEqual(['overdue', id]);
  expect(rest).not.toContainEqual(['confirmed', id]);
  const { items, next } = good(await operator.get('/work?limit=1'));
  expect(items).toMatchObject([{ kind: 'overdue', id }]);
  const page = good(await operator.get(`/work?limit=50&after=${next}`));
  expect(page.items.map((item: { kind: string }) => item.kind)).not.toContain('overdue');
  expect(page.items.map((item: { id: string }) => item.id)).toContain(older.id);
  expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('quittance_transfers_overdue 1');
});
