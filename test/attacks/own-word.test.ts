import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { type Answer, pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * A maker who tries to gain by the own word: every act a maker reaches, and those that a maker should not reach. The attack as it
 * was run: 50,000.00 RUB settled with `amount: "0.01"` answered 200, and the hold went back to the maker.
 */
let service: TestService;
let operator: OperatorClient;
const makers = new Map<number, OperatorClient>();
const reason = 'believe me';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  for (const makerId of [1, 2, 3, 4, 5, 6, 7, 8]) {
    makers.set(makerId, await createSignedIn(service, { login: `liar-${makerId}`, role: 'maker', makerId }));
  }
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let kopeks = 0;
const freshAmount = () => `50000.${String(kopeks++).padStart(2, '0')}`;

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

async function startPayin() {
  const amount = freshAmount();
  const invoice = good(await service.shop.createPayin({ startDeal: true, amount }));
  const deal = good(await operator.get(`/deals/${invoice.deals[0].id}`));
  return {
    id: deal.id as string,
    invoiceId: invoice.id as string,
    amount,
    requisiteId: deal.requisiteId,
    ...own(deal),
  };
}

function own(deal: { makerId: number }) {
  const maker = makers.get(deal.makerId);
  if (maker === undefined) throw new Error(`nobody speaks for maker ${deal.makerId}`);
  return { maker, makerId: deal.makerId };
}

/** What the maker can spend and what is held, in minor units. */
async function fundsOf(makerId: number): Promise<{ available: bigint; held: bigint }> {
  const { rows } = await service.db.pool.query(
    `select sum(balance) filter (where a.id = m.available_id)::int8 as available,
       sum(balance) filter (where a.id = m.held_id)::int8 as held
     from makers m join accounts a on a.id in (m.available_id, m.held_id) where m.id = $1`,
    [makerId],
  );
  return rows[0];
}

const heldFor = async (dealId: string) =>
  good(await operator.get('/arrivals?status=held')).items.filter((one: { dealId: string }) => one.dealId === dealId);

describe('a maker who settles the own payin', () => {
  it('a maker who settles the own payin for less gets nothing back: the sum is a held arrival, which an operator decides', async () => {
    const deal = await startPayin();
    const before = await fundsOf(deal.makerId);
    const answer = good(await deal.maker.post(`/deals/${deal.id}/settle`, { amount: '0.01', reason }));
    expect(answer).toMatchObject({ status: 'transfer_waiting', receivedSum: null });
    expect(await fundsOf(deal.makerId)).toEqual(before);
    expect(good(await service.shop.read(deal.invoiceId)).status).toBe('new');
    expect(await heldFor(deal.id)).toMatchObject([{ exception: 'short', sum: { amount: '0.01' } }]);
  });

  it('a maker who settles the own payin for more moves no money: an operator decides another sum', async () => {
    const deal = await startPayin();
    const before = await fundsOf(deal.makerId);
    good(await deal.maker.post(`/deals/${deal.id}/settle`, { amount: '99000', reason }));
    expect(await fundsOf(deal.makerId)).toEqual(before);
    const [held] = await heldFor(deal.id);
    expect(held).toMatchObject({ exception: 'over' });
    good(await operator.post(`/arrivals/${held.id}/match`, { reason: 'seen in the bank' }));
    expect(good(await service.shop.read(deal.invoiceId))).toMatchObject({
      status: 'paid',
      sum: { amount: '99000.00' },
    });
  });

  it('reports once: a repeat is the same report, another sum is refused', async () => {
    const deal = await startPayin();
    const settle = (amount: string) => deal.maker.post(`/deals/${deal.id}/settle`, { amount, reason });
    const answers = await Promise.all(Array.from({ length: 10 }, () => settle('10')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await settle('20')).body).toMatchObject([{ code: 'sum_reported' }]);
    expect(await heldFor(deal.id)).toHaveLength(1);
  });

  it('a maker who settles the own payin with the sum asked for is believed: the maker pays for it', async () => {
    const deal = await startPayin();
    good(await deal.maker.post(`/deals/${deal.id}/settle`, { amount: deal.amount, reason }));
    expect(good(await service.shop.read(deal.invoiceId))).toMatchObject({
      status: 'paid',
      sum: { amount: deal.amount },
    });
  });
});

describe('a maker who has got the money', () => {
  it('enters less under the bank’s reference, and cannot decide where it goes', async () => {
    const deal = await startPayin();
    const before = await fundsOf(deal.makerId);
    const entry = { requisiteId: deal.requisiteId, amount: '0.02', reference: `ref ${deal.id}` };
    const { id } = good(await deal.maker.post('/arrivals', entry));
    for (const act of ['match', 'return']) {
      expect((await deal.maker.post(`/arrivals/${id}/${act}`, { dealId: deal.id, reason })).status).toBe(403);
    }
    expect(await heldFor(deal.id)).toMatchObject([{ id, status: 'held', exception: 'short' }]);
    expect(await fundsOf(deal.makerId)).toEqual(before);
  });

  it('cannot say that none came', async () => {
    const deal = await startPayin();
    good(await service.shop.confirm(deal.invoiceId));
    const before = await fundsOf(deal.makerId);
    expect((await deal.maker.post(`/deals/${deal.id}/reject-transfer`, { reason })).status).toBe(403);
    expect(await fundsOf(deal.makerId)).toEqual(before);
  });

  it('cannot decide a dispute about it', async () => {
    const deal = await startPayin();
    good(await deal.maker.post(`/deals/${deal.id}/settle`, { reason }));
    const form = new FormData();
    form.set('disputeReason', 'unknown');
    form.set('reason', reason);
    good(await operator.upload(`/invoices/${deal.invoiceId}/dispute`, form));
    const before = await fundsOf(deal.makerId);
    const accept = await deal.maker.post(`/invoices/${deal.invoiceId}/dispute/accept`, { amount: '0.01', reason });
    const reject = await deal.maker.post(`/invoices/${deal.invoiceId}/dispute/reject`, { result: 'UNKNOWN', reason });
    expect([accept.status, reject.status]).toEqual([403, 403]);
    expect(await fundsOf(deal.makerId)).toEqual(before);
  });

  it('cannot top up the own balance', async () => {
    const { maker, makerId } = await startPayin();
    const movement = { id: '0193f000-0000-7000-8000-0000000000aa', amount: '1000', reason };
    expect((await maker.post(`/makers/${makerId}/top-ups`, movement)).status).toBe(403);
  });
});

it('a maker who settles the own payout alone gets nothing', async () => {
  const [maker] = makers.values();
  const { id } = good(await service.shop.createPayout({ amount: '1870.00' }));
  good((await maker?.post(`/payouts/${id}/take`)) as Answer);
  const form = new FormData();
  form.set('attachment', new Blob([pngReceipt]), 'proof.png');
  good((await maker?.upload(`/payouts/${id}/proof`, form)) as Answer);
  const before = await fundsOf(1);
  expect(await maker?.post(`/deals/${id}/settle`, { reason })).toMatchObject({
    status: 403,
    body: [{ code: 'own_word' }],
  });
  expect(await fundsOf(1)).toEqual(before);
  expect(good(await service.shop.read(id)).status).toBe('new');
});
